"""Code that control never reaches cannot fail; what only looks like that is reported."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from elsewhere import log
from osmosis_ai.rollout import GraderContext

if False:
    from osmosis_ai.rollout import MultiTurnMode

if 0:
    import osmosis_ai.rollout.validator
else:
    import osmosis_ai.eval.common  # expect: OSM502


def after_leaving(ctx: GraderContext, rows):
    for row in rows:
        continue
        ctx.samples
    for row in rows:
        if row:
            log(row)
            break
            ctx.samples
        ctx.samples  # expect: OSM101
    if rows:
        raise ValueError
        ctx.samples
    return ctx.label
    ctx.samples


def after_a_call_that_does_not_come_back(ctx: GraderContext, flag):
    if flag == 1:
        sys.exit(1)
        ctx.samples
    if flag == 2:
        os._exit(1)
        ctx.samples
    if flag == 3:
        stop("no")
        ctx.samples
    if flag == 4:
        ctx.metadata.exit()
        ctx.samples  # expect: OSM101
    if flag == 5:
        maybe_stop(flag)
        ctx.samples  # expect: OSM101


def stop(text) -> NoReturn:
    sys.exit(text)


def maybe_stop(flag):
    if flag:
        raise SystemExit


def after_branches(ctx: GraderContext, flag):
    if flag == 1:
        if ctx.label:
            return 1
        elif ctx.sample:
            raise ValueError
        else:
            return 2
        ctx.samples
    if flag == 2:
        match ctx.label:
            case "a":
                return 1
            case _:
                return 2
        ctx.samples
    if flag == 3:
        match ctx.label:
            case "a":
                return 1
            case "b":
                return 2
        ctx.samples  # expect: OSM101
    if flag == 4:
        try:
            return int(ctx.label)
        except ValueError:
            raise
        ctx.samples
    if flag == 5:
        try:
            return int(ctx.label)
        except ValueError:
            log("no number")
        ctx.samples  # expect: OSM101
    if flag == 6:
        with suppress(ValueError):
            return int(ctx.label)
        ctx.samples  # expect: OSM101
    if flag == 7:
        if ctx.label:
            return 1
        ctx.samples  # expect: OSM101


def loops(ctx: GraderContext, rows):
    while False:
        ctx.samples
    while True:
        if rows:
            break
        log(rows)
    ctx.samples  # expect: OSM101
    while True:
        for row in rows:
            if row:
                break
        else:
            log("none")
    ctx.samples


def constants(ctx: GraderContext, flag):
    if True:
        ctx.samples  # expect: OSM101
    elif flag:
        ctx.samples
    a = False and ctx.samples
    b = True or ctx.samples
    c = ctx.samples if None else ctx.label
    d = True and ctx.samples  # expect: OSM101
    e = flag or ctx.samples  # expect: OSM101
    assert False, "not yet"
    return a, b, c, d, e, ctx.samples


DEBUG = False


def a_switch_is_no_constant(ctx: GraderContext):
    if DEBUG:
        log(ctx.samples)  # expect: OSM101
    match True:
        case _ if ctx.label:
            return ctx.samples  # expect: OSM101


def a_function_in_dead_code(ctx: GraderContext):
    return ctx.label

    def inner():
        return ctx.samples

    return inner
