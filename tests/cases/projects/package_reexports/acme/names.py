"""Names of this project's own, spelled like others."""


class GraderContext:
    samples: list = []

    def get_samples(self):
        return self.samples


MultiTurnMode = ("multi_sample", "single_sample")
