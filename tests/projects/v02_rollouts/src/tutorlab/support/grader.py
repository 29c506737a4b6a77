"""Did billing answer, and with the right amount?"""

import osmosis_ai.rollout as osm

from tutorlab.common.scoring import keyword_coverage
from tutorlab.common.text import message_text


def _zero_all(ctx, why):
    for sample_id, sample in ctx.samples.items():
        sample.extra_fields["why"] = why
        ctx.set_sample_reward(sample_id, 0.0)


def _called_lookup(messages):
    return any(item.get("name") == "lookup_invoice" for item in messages)


class SupportGrader(osm.Grader):
    async def grade(self, ctx):
        found = ctx.get_samples()
        if "triage" not in found:
            _zero_all(ctx, "triage never ran")
            return
        if not _called_lookup(found["triage"].messages):
            return _zero_all(ctx, "the invoice was not looked up")

        last = found["triage"].messages[-1]
        answer = message_text(last)
        keywords = (ctx.metadata or {}).get("keywords") or [ctx.label]
        ctx.set_sample_reward("triage", keyword_coverage(answer, keywords))
