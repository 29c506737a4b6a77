from quiz import QuizGrader
from quiz.steps import context_of


class Recorded(QuizGrader):
    seen: list = []

    async def grade(self, ctx):
        self.seen.append(ctx.samples)  # expect: OSM101@30


def last_of(grader):
    return context_of(grader)
