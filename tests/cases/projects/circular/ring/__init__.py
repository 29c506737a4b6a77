from ring.a import A
from ring.b import B

__all__ = ["A", "B"]
