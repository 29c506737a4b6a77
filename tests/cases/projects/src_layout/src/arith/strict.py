from arith.grading import ArithGrader


class StrictGrader(ArithGrader):
    async def grade(self, context):
        for name in self.names(context):
            context.set_sample_reward(name, 0.5)  # expect: OSM103@21
