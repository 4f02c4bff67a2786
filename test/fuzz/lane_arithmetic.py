#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the operations of kernels do with one lane, on Python's numbers: see integers.py.
It knows nothing of the prover, and is compared with what g++ makes of torch's headers."""

import ctypes
import math

BITS = {"int8_t": 8, "int16_t": 16, "int32_t": 32, "int64_t": 64, "uint8_t": 8}


class Stop(Exception):
    """The run ends before it reads: an assert, a trap of the processor."""


def limits(of):
    return (0, 255) if of == "uint8_t" else (-(1 << BITS[of] - 1), (1 << BITS[of] - 1) - 1)


def wrap(value, of):
    low, _ = limits(of)
    return ((value - low) & ((1 << BITS[of]) - 1)) + low


def single(value):
    return ctypes.c_float(value).value


def real(value, of):
    """An integer as the nearest number of a type."""
    if of == "double" or abs(value) < 1 << 53:
        return float(value) if of == "double" else single(float(value))
    # The bits that are cut off count only as one that is not 0: no rounding twice.
    cut = abs(value).bit_length() - 40
    kept = abs(value) >> cut | (abs(value) & (1 << cut) - 1 != 0)
    return math.copysign(single(float(kept << cut)), value)


def arithmetic(value, of):
    if of in BITS:
        return wrap(value, of)
    return single(value) if of == "float" else value


def convert(value, to, mode):
    """\\p mode chooses what a number becomes that the type doesn't have."""
    if to not in BITS:
        return real(value, to) if isinstance(value, int) else arithmetic(value, to)
    if isinstance(value, int):
        return wrap(value, to)
    low, high = limits(to)
    if math.isfinite(value) and low <= math.trunc(value) <= high:
        return math.trunc(value)
    return (low, high, 0)[mode % 3]


def rounded(value, how):
    return value if not math.isfinite(value) else math.copysign(float(how(value)), value)


def least(a, b):
    return a if a != a else b if b != b else min(a, b)


def most(a, b):
    return a if a != a else b if b != b else max(a, b)


def undefined(of, mode):
    """`mode` chooses; the last one is that of a processor that traps."""
    if mode == 3:
        raise Stop
    low, high = limits(of)
    return (low, high, 0)[mode]


def divided(a, b, of, floors, mode):
    """Where the processor traps, nothing is defined."""
    low, _ = limits(of)
    if b == 0:
        if floors:
            return 0
        return undefined(of, mode)
    if b == -1 and a == low and BITS[of] >= 32:
        return undefined(of, mode)
    quotient = a // b if floors else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return wrap(quotient, of)


def rest(a, b, floors):
    return 0 if b == 0 else a % b if floors else int(math.copysign(1, a)) * (abs(a) % abs(b))


def shifted(a, by, of, left):
    if left:
        return wrap(a << by, of) if 0 <= by < BITS[of] else 0
    return a >> (by if 0 <= by < BITS[of] else BITS[of])


def sign(a):
    return (a > 0) - (a < 0)


def check(holds):
    if not holds:
        raise Stop
