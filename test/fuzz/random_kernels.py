#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random kernels of integer arithmetic, as torch emits them, and what they do: see
integers.py."""

import math

import lane_arithmetic
from lane_arithmetic import BITS, Stop, arithmetic, limits, wrap

VECTORS = {"int8_t": 1, "int32_t": 1, "int64_t": 2, "uint8_t": 1, "float": 1, "double": 2}
TABLES = (1, 2, 3, 8, 16, 100, 128, 255, 256, 300)
DTYPES = {
    "int8_t": "int8",
    "int16_t": "int16",
    "int32_t": "int32",
    "int64_t": "int64",
    "uint8_t": "uint8",
    "float": "float32",
    "double": "float64",
}
ROWS, LANES = 16, 8


class Kernel:
    """Makes the code of a kernel and, beside it, what it does in Python."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.vector = rng.random() < 0.6
        self.types = tuple(VECTORS if self.vector else DTYPES)
        self.table = rng.choice(TABLES)
        self.code, self.python, self.values, self.inputs = [], [], [], []
        self.count, self.constants, self.uses_row = 0, {self.table}, False
        for _ in range(rng.choice((1, 1, 1, 2))):
            self.load()
        if rng.random() < 0.2:
            self.row()
        for _ in range(rng.randint(1, 5)):
            self.step()
        self.finish()

    def add(self, code, python, of):
        name = f"tmp{self.count}"
        self.count += 1
        self.code.append(f"auto {name} = {code};")
        self.python.append(f"{name} = {python}")
        self.values.append((name, of))
        return name, of

    def type_name(self, of, mask=False):
        if not self.vector:
            return of
        if mask:
            return f"at::vec::VecMask<{of},{VECTORS[of]}>"
        return f"at::vec::Vectorized<{of}>" if VECTORS[of] == 1 else f"at::vec::VectorizedN<{of},{VECTORS[of]}>"

    def load(self):
        of = self.rng.choice(self.types)
        pointer = f"in_ptr{len(self.inputs)}"
        at = "static_cast<int64_t>(x0)"
        code = (
            f"{self.type_name(of)}::loadu({pointer} + {at}, static_cast<int64_t>(8))"
            if self.vector
            else f"{pointer}[{at}]"
        )
        name, _ = self.add(code, f"given[{len(self.inputs)}]", of)
        self.inputs.append((name, of))

    def row(self):
        of = self.rng.choice(("int64_t", "int64_t", "int32_t", "float"))
        self.uses_row = True
        code = "x0" if of == "int64_t" else f"c10::convert<{of}>(x0)"
        if self.vector:
            code = f"{self.type_name(of)}::arange({code}, 1)"
        self.add(code, "row" if of in BITS else "float(row)", of)

    def pick(self, *kinds):
        fit = [v for v in self.values if v[1] in kinds]
        if fit and self.rng.random() < 0.85:
            return self.rng.choice(fit[-3:])
        numbers = [v for v in self.values if v[1] != "bool"]
        return self.cast(self.rng.choice(numbers), self.rng.choice([t for t in self.types if t in kinds]))

    def number(self):
        return self.pick(*BITS, "float", "double")

    def constant(self, of, value=None):
        n = self.table
        if value is None:
            value = self.rng.choice(
                (
                    0,
                    1,
                    -1,
                    2,
                    3,
                    7,
                    8,
                    n,
                    n - 1,
                    -n,
                    n + 1,
                    n // 2,
                    10,
                    127,
                    128,
                    255,
                    256,
                    1000,
                    1 << 20,
                    self.rng.randint(-300, 300),
                )
            )
        if of in BITS:
            value = wrap(value, of)
            self.constants.add(value)
            text = f"static_cast<{of}>({value})"
        else:
            value = value if self.rng.random() < 0.6 else self.rng.choice((0.5, 0.25, 1.5, -0.5, 0.1, 2.0, 3.7))
            value = arithmetic(float(value), of)
            self.constants.add(int(value))
            text = f"static_cast<{of}>({value!r})"
        if not self.vector:
            return self.add(text, repr(value), of)
        name = f"tmp{self.count}"
        self.count += 1
        self.code.append(f"auto {name} = {text};")
        return self.add(f"{self.type_name(of)}({name})", repr(value), of)

    def cast(self, value, to):
        name, of = value
        if of == to:
            return value
        if not self.vector:
            code = f"c10::convert<{to}>({name})"
        elif VECTORS[of] == VECTORS[to] == 1:
            code = f"at::vec::convert<{to}>({name})"
        else:
            code = f"at::vec::convert<{to},{VECTORS[to]},{of},{VECTORS[of]}>({name})"
        return self.add(code, f"convert({name}, '{to}', mode)", to)

    def other(self, of):
        return self.constant(of) if self.rng.random() < 0.7 else self.cast(self.number(), of)

    def typed(self, a, text):
        """A scalar's result has its operand's type, as torch casts it."""
        return text if self.vector else f"decltype({a})({text})"

    def binary(self):
        (a, of), sign_ = self.number(), self.rng.choice("+-*")
        b, _ = self.other(of)
        self.add(self.typed(a, f"{a} {sign_} {b}"), f"arithmetic({a} {sign_} {b}, '{of}')", of)

    def square(self):
        a, of = self.number()
        self.add(self.typed(a, f"{a} * {a}"), f"arithmetic({a} * {a}, '{of}')", of)

    def bits(self):
        (a, of), sign_ = self.pick(*BITS), self.rng.choice("&&&|^")
        b, _ = (
            self.constant(of, self.rng.choice((1, 7, 15, 127, 255, 3, 5, -1)))
            if self.rng.random() < 0.8
            else self.other(of)
        )
        self.add(self.typed(a, f"{a} {sign_} {b}"), f"{a} {sign_} {b}", of)

    def unary(self):
        a, of = self.number()
        which = self.rng.choice(
            ("neg", "abs", "not", "sign") if of in BITS else ("neg", "abs", "floor", "trunc", "ceil")
        )
        if which == "neg":
            self.add(f"{a}.neg()" if self.vector else f"decltype({a})(-{a})", f"arithmetic(-{a}, '{of}')", of)
        elif which == "abs" and of != "uint8_t":
            # Of a narrow one, std::abs gives an int.
            to = of if self.vector or of not in BITS or BITS[of] >= 32 else "int32_t"
            self.add(f"{a}.abs()" if self.vector else f"std::abs({a})", f"arithmetic(abs({a}), '{to}')", to)
        elif which == "not":
            self.add(f"~{a}" if self.vector else f"decltype({a})(~{a})", f"wrap(~{a}, '{of}')", of)
        elif which in ("floor", "trunc", "ceil"):
            self.add(f"{a}.{which}()" if self.vector else f"std::{which}({a})", f"rounded({a}, math.{which})", of)

    def extremum(self):
        a, of = self.number()
        b, _ = self.other(of)
        name = self.rng.choice(("minimum", "maximum"))
        scalar = "min_propagate_nan" if name == "minimum" else "max_propagate_nan"
        call = f"at::vec::{name}" if self.vector else scalar
        self.add(f"{call}({a}, {b})", f"{'least' if name == 'minimum' else 'most'}({a}, {b})", of)

    def clamp(self):
        value = self.number()
        for name, bound in (
            ("maximum", self.rng.choice((0, 0, 0, 1, -self.table, -1))),
            ("minimum", self.table - self.rng.choice((1, 1, 1, 0, 2))),
        ):
            a, of = value
            b, _ = self.constant(of, bound)
            scalar = "min_propagate_nan" if name == "minimum" else "max_propagate_nan"
            value = self.add(
                f"{f'at::vec::{name}' if self.vector else scalar}({a}, {b})",
                f"{'least' if name == 'minimum' else 'most'}({a}, {b})",
                of,
            )

    def division(self):
        a, of = self.pick(*BITS)
        b, _ = (
            self.constant(of, self.rng.choice((self.table, self.table, 2, 3, 8, -3, 1, 16)))
            if self.rng.random() < 0.85
            else self.other(of)
        )
        which = self.rng.choice(("mod", "remainder_integral", "remainder_integral", "floor_divide_integral", "/"))
        if which == "/":
            to = of if self.vector or BITS[of] >= 32 else "int32_t"
            self.add(f"{a} / {b}", f"divided({a}, {b}, '{to}', False, mode)", to)
        elif which == "floor_divide_integral":
            self.add(f"{which}({a}, {b})", f"divided({a}, {b}, '{of}', True, mode)", of)
        elif which == "mod" and self.vector:
            kind = self.type_name(of)
            self.add(
                f"""
            [&]()
            {{
                __at_align__ std::array<{of}, 8> tmpbuf0;
                {a}.store(tmpbuf0.data(), static_cast<int64_t>(8));
                __at_align__ std::array<{of}, 8> tmpbuf1;
                {b}.store(tmpbuf1.data(), static_cast<int64_t>(8));
                __at_align__ std::array<{of}, 8> tmpbuf_out;
                for (int i = 0; i < static_cast<int64_t>(8); i++)
                {{
                    tmpbuf_out[i] = mod(tmpbuf0[i], tmpbuf1[i]);
                }}
                return {kind}::loadu(tmpbuf_out.data(), static_cast<int64_t>(8));
            }}
            ()""",
                f"rest({a}, {b}, False)",
                of,
            )
        else:
            self.add(f"{which}({a}, {b})", f"rest({a}, {b}, {which != 'mod'})", of)

    def shift(self):
        a, of = self.pick(*BITS)
        b, _ = (
            self.constant(of, self.rng.choice((0, 1, 2, 3, 4, 7, 8, 31, BITS[of] - 1, BITS[of], -1)))
            if self.rng.random() < 0.9
            else self.other(of)
        )
        left = self.rng.random() < 0.5
        if self.vector:
            code = f"{a} {'<<' if left else '>>'} {b}"
        else:
            most = f"sizeof({of}) * CHAR_BIT" + ("" if left else f" - std::is_signed_v<{of}>")
            beyond = "0" if left else f"{a} >> max_shift"
            within = f"static_cast<std::make_unsigned_t<{of}>>({a}) << {b}" if left else f"{a} >> {b}"
            code = f"""
            [&]()
            {{
                constexpr decltype({b}) max_shift = {most};
                if ((static_cast<std::make_signed_t<{of}>>({b}) < 0) || ({b} >= max_shift))
                {{
                    return decltype({a})({beyond});
                }}
                return decltype({a})({within});
            }}
            ()"""
        self.add(code, f"shifted({a}, {b}, '{of}', {left})", of)

    def compared(self):
        a, of = self.number()
        b, _ = self.other(of)
        which = self.rng.choice(("<", "<=", ">", ">=", "==", "!="))
        code = f"{self.type_name(of, mask=True)}({a} {which} {b})" if self.vector else f"{a} {which} {b}"
        name, _ = self.add(code, f"{a} {which} {b}", "bool")
        self.values.pop()  # a condition is used here alone
        return name

    def where(self):
        mask = self.compared()
        a, of = self.number()
        b, _ = self.other(of)
        if self.rng.random() < 0.5:
            a, b = b, a
        self.choose(mask, a, b, of)

    def choose(self, mask, a, b, of):
        code = (
            f"decltype({a})::blendv({b}, {a}, {mask}.template cast<{of},{VECTORS[of]}>())"
            if self.vector
            else f"{mask} ? {a} : {b}"
        )
        return self.add(code, f"{a} if {mask} else {b}", of)

    def step(self):
        self.rng.choices(
            (
                self.binary,
                self.square,
                self.bits,
                self.unary,
                self.extremum,
                self.clamp,
                self.division,
                self.shift,
                self.where,
                lambda: self.cast(self.number(), self.rng.choice(self.types)),
            ),
            (5, 1, 3, 3, 3, 4, 4, 2, 3, 4),
        )[0]()

    def finish(self):
        index, _ = self.cast([v for v in self.values if v[1] != "bool"][-1], "int64_t")
        if self.rng.random() < 0.4:  # a negative index counts from the end
            end, _ = self.constant("int64_t", self.table)
            behind, _ = self.add(self.typed(index, f"{index} + {end}"), f"wrap({index} + {end}, 'int64_t')", "int64_t")
            zero, _ = self.constant("int64_t", 0)
            code = f"{self.type_name('int64_t', mask=True)}({index} < {zero})" if self.vector else f"{index} < {zero}"
            mask, _ = self.add(code, f"{index} < {zero}", "bool")
            index, _ = self.choose(mask, behind, index, "int64_t")
        if self.rng.random() < 0.25:
            size = self.table + self.rng.choice((0, 0, 0, 1))
            kind = self.type_name("int64_t")
            holds = (
                f"(at::vec::VecMask<int64_t,2>(({kind}(0) <= {index}) & ({index} < {kind}({size}L)))).all_masked()"
                if self.vector
                else f"(0 <= {index}) & ({index} < {size}L)"
            )
            self.code.append(f'AOTI_TORCH_CHECK({holds}, "index out of bounds: 0 <= {index} < {size}L");')
            self.python.append(f"check(0 <= {index} < {size})")
        self.index = index
        self.run = self.compile()

    def compile(self):
        body = "\n  ".join(["def run(given, row, mode):", *self.python, f"return {self.index}"])
        scope = dict(vars(lane_arithmetic))
        exec(body, scope)
        return scope["run"]

    def signature(self):
        return ", ".join(
            [f"const {of}* in_ptr{i}" for i, (_, of) in enumerate(self.inputs)]
            + ["const float* table", "float* out_ptr0"]
        )

    def text(self, reads=True):
        lines = "\n            ".join(self.code)
        if self.vector:
            ending = f"""auto lanes =
            [&]
            {{
                __at_align__ std::array<int64_t, 8> tmpbuf;
                {self.index}.store(tmpbuf.data(), static_cast<int64_t>(8));
                return tmpbuf;
            }}
            ()
            ;
            auto gathered =
            [&]
            {{
                __at_align__ std::array<float, 8> tmpbuf;
                #pragma GCC unroll 8
                for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
                {{
                    tmpbuf[x0_inner] = table[static_cast<int64_t>(lanes[x0_inner])];
                }}
                return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
            }}
            ()
            ;
            gathered.store(out_ptr0 + static_cast<int64_t>(x0));"""
        else:
            ending = f"""auto gathered = table[static_cast<int64_t>({self.index})];
            out_ptr0[static_cast<int64_t>(x0)] = gathered;"""
        if not reads:  # gives the indices
            ending = f"{self.index}.store(indices + x0, 8);" if self.vector else f"indices[x0] = {self.index};"
        signature = (
            self.signature()
            if reads
            else self.signature().replace("const float* table, float* out_ptr0", "int64_t* indices")
        )
        return f"""extern "C"  void  {self.name}({signature})
{{
    {{
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>({ROWS}L); x0+=static_cast<int64_t>({LANES if self.vector else 1}L))
        {{
            {lines}
            {ending}
        }}
    }}
}}
"""

    # The runs. -----------------------------------------------------------------------
    def candidates(self, of):
        if of not in BITS:
            near = {float(c + d) for c in self.constants for d in (-1, -0.5, 0, 0.5, 1)}
            return sorted(
                {
                    arithmetic(v, of)
                    for v in near
                    | {
                        0.0,
                        -0.0,
                        1e30,
                        -1e30,
                        1e9,
                        3e38,
                        0.49999997,
                        16777217.0,
                        2147483648.0,
                        9.3e18,
                        -9.3e18,
                        254.99,
                        -0.9,
                    }
                }
            ) + [math.nan, math.inf, -math.inf]
        low, high = limits(of)
        near = {c + d for c in self.constants for d in (-1, 0, 1)} | {
            -c + d for c in self.constants for d in (-1, 0, 1)
        }
        some = {
            low,
            low + 1,
            -129,
            -128,
            -127,
            -9,
            -2,
            127,
            128,
            129,
            254,
            255,
            256,
            257,
            (1 << 24) + 1,
            (1 << 31) - 1,
            1 << 31,
            1 << 32,
            3037000499,
            3037000500,
            3037000501,
            4294967295,
            1 << 53,
            (1 << 53) + 1,
            (1 << 62) + 1,
            high - 1,
            high,
            low // 2,
            high // 2,
            high // 2 + 1,
            high // self.table,
            low // self.table,
        }
        return sorted(v for v in near | some | {self.rng.randint(low, high) for _ in range(6)} if low <= v <= high)

    def given(self, most=400):
        columns = [self.candidates(of) for _, of in self.inputs]
        rows = range(ROWS) if self.uses_row else (0,)
        total = math.prod(map(len, columns)) * len(rows)
        if total <= most:
            all_ = [()]
            for column in columns:
                all_ = [(*g, v) for g in all_ for v in column]
            return [(g, r) for g in all_ for r in rows]
        return [(tuple(self.rng.choice(c) for c in columns), self.rng.choice(rows)) for _ in range(most)]

    def result(self, given, row, mode):
        """None where the run stops."""
        try:
            return self.run(given, row, mode)
        except Stop:
            return None

    def results(self, given, row):
        """The index for each choice of what is not defined."""
        return [self.result(given, row, mode) for mode in range(3)]

    def leaves(self, index):
        return index is not None and not 0 <= index < self.table
