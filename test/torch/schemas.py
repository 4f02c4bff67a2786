"""Writes schemas and what torch's own parser says of them: those of all
operators that torch has, and mutations of some.

Usage: schemas.py OUTPUT
"""
import random
import sys
import urllib.parse

import torch


def answer(schema):
    """As test/unit/OpSchemaTest.cpp summarises it; None if it is not compared."""
    try:
        parsed = torch._C.parse_schema(schema)
    except Exception as error:
        # Which types there are, what may be a Dict's key and which defaults fit a
        # type is in torch's tables, which aoti-tidy does not have.
        is_about_grammar = str(error).startswith("expected ") and "=" not in schema and "Dict(" not in schema
        return "refused" if is_about_grammar else None
    overload = f".{parsed.overload_name}" if parsed.overload_name else ""
    mutated = "".join("!" if a.alias_info and a.alias_info.is_write else "." for a in parsed.arguments)
    names = ",".join(a.name for a in parsed.arguments)
    return f"{parsed.name}{overload} {mutated} {names} {len(parsed.returns)}"


def mutations(schemas, rng, count):
    parts = ["!", "(a!)", "(a)", "(a|b!)", "(* -> *)", "(a! -> b)", "?", "[]", "[2]", "[ 3 ]", " ", "\n", "\t", ",", ", *", ", ...", "...", "->", "=", "=None",
             "=[1, 2]", "='a,(b'", "=-1.5e-3", "=1", ".out", ".default", "::", "(", ")", "Dict(str, Tensor)", "(int, Tensor)", "Tensor", "SymInt", "int",
             "# a comment\n", "\\\n", "in", "self", "__torch__.torch.classes.a.B", "Future(Tensor)", "None", "Union(int, Tensor)", "Tensor!"]
    for _ in range(count):
        text = rng.choice(schemas)
        for _ in range(rng.randint(1, 2)):
            # Where something begins or ends, so that much of it is still a schema.
            places = [i for i in range(len(text)) if not (text[i].isalnum() and text[i - 1 : i].isalnum())] + [len(text)]
            begin = rng.choice(places)
            later = [p for p in places if p >= begin]
            end = begin if rng.random() < 0.6 else later[min(1, len(later) - 1)]
            text = text[:begin] + rng.choice(parts + [""]) + text[end:]
        yield text


def main():
    rng = random.Random(16)
    schemas = sorted({str(s) for s in torch._C._jit_get_all_schemas()})
    short = [s for s in schemas if len(s) < 120]
    short += [s.replace("(a!)", "!").replace("(b!)", "!") for s in short if "(a!)" in s]
    texts = schemas + short + list(mutations(short, rng, 20000))
    refused = written = 0
    with open(sys.argv[1], "w") as output:
        for text in texts:
            expected = answer(text)
            if expected is None or "\0" in text:
                continue
            written += 1
            refused += expected == "refused"
            output.write(f"{expected}\t{urllib.parse.quote(text, safe=' ()[],.!?*=:->_')}\n")
    print(f"{written} schemas, {refused} of them refused")


main()
