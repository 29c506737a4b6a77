def validate_backend(backend):
    return backend
