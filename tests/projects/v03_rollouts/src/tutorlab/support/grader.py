"""Did billing answer, and with the right amount?"""

import osmosis_ai.rollout as osm

from tutorlab.common.scoring import keyword_coverage
from tutorlab.common.text import message_text


def _zero(ctx, why):
    ctx.sample.extra_fields["why"] = why
    ctx.set_reward(0.0)


def _called_lookup(messages):
    return any(item.get("name") == "lookup_invoice" for item in messages)


class SupportGrader(osm.Grader):
    async def grade(self, ctx):
        if ctx.sample is None:
            raise ValueError("triage never ran")
        if not ctx.sample.messages:
            _zero(ctx, "triage never spoke")
            return
        if not _called_lookup(ctx.sample.messages):
            return _zero(ctx, "the invoice was not looked up")

        last = ctx.sample.messages[-1]
        answer = message_text(last)
        keywords = (ctx.metadata or {}).get("keywords") or [ctx.label]
        ctx.set_reward(keyword_coverage(answer, keywords))
