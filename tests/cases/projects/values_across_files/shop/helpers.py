from contextlib import contextmanager

from shop.models import Context, Job, MyContext


def make(label):
    return Context(label=label)


def jobs(labels) -> "list[Job]":
    return [Job(make(label), label) for label in labels]


async def fetch(label) -> MyContext:
    return MyContext(label=label)


@contextmanager
def opened(label):
    yield make(label)


def nothing(label):
    print(label)
