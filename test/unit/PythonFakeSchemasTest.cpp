// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonFindings.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;

namespace {

constexpr llvm::StringRef Head =
    "import torch\nfrom torch import Tensor\n"
    "from torch.library import Library, custom_op, define, impl\n"
    "from torch.library import register_fake\n"
    "lib = Library('ns', 'FRAGMENT')\n";

Settings withSingleInts() {
  Settings With;
  With.Options["aoti-symint-meta.SchemaInts"] = "true";
  return With;
}

/// What is found, without places, a message a line.
std::string said(const std::string &Text, const Settings &With = {}) {
  const std::string All = findingsIn(symIntMeta, Head.str() + Text, With);
  std::string Result;
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  llvm::StringRef(All).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines)
    if (!Line.starts_with(" "))
      Result += (Line.split(": ").second + "\n").str();
  return Result;
}

std::string becomes(llvm::StringRef Parameter) {
  return ("'" + Parameter +
          "' becomes a size of a tensor, but the schema says 'int': export "
          "freezes the value it is called with; write 'SymInt' in the schema\n")
      .str();
}

/// A fake f(x, n) of an operator whose schema says \p Type for n.
std::string op(llvm::StringRef Type, llvm::StringRef Body,
               llvm::StringRef Parameters = "x, n") {
  return ("define('ns::op', '(Tensor x, " + Type +
          " n) -> Tensor')\n@register_fake('ns::op')\ndef f(" + Parameters +
          "): " + Body + "\n")
      .str();
}

TEST(PythonFakeSchemas, IntsThatBecomeSizes) {
  for (llvm::StringRef Body :
       {"return x.new_empty(n)", "return x.new_zeros((x.shape[0], n))",
        "return torch.empty([n, 3], device=x.device)",
        "return torch.zeros(3, n)", "return torch.full((n,), 1.0)",
        "return x.new_full([n], 0)", "return x.new_empty(size=(n,))",
        "return x.new_empty(x.shape[:-1] + (n,))",
        "return x.new_empty((*x.shape[:-1], n))",
        "return x.new_empty(list(x.shape[1:]) + [n])",
        "shape = (n, 2); return x.new_empty(shape)",
        "m = n; return x.new_empty(m)", "return x.dim() and x.view(n, -1)",
        "return x.dim() and x.expand(n, -1)",
        "return x.dim() and x.repeat(n)"}) {
    EXPECT_EQ(said(op("int", Body), withSingleInts()), becomes("n"))
        << Body.str();
    EXPECT_EQ(said(op("int", Body)), "") << Body.str();
  }
  // A constant of the model may go into a size as well.
  for (llvm::StringRef Body :
       {"return x.new_empty(x.shape[0] * n)", "return x.new_empty(n // 8)",
        "return x.new_full((3,), n)", "return torch.empty_like(x)",
        "return x.new_empty(3, dtype=n)", "return x.sum(n)", "return g(n)",
        "n = 3; return x.new_empty(n)", "return z.view(n)",
        "return [x.new_empty(3)] * n", "return x.new_empty(max(n, 1))",
        "return torch.arange(n)", "lambda: x.new_empty(n)"})
    EXPECT_EQ(said(op("int", Body), withSingleInts()), "") << Body.str();
  for (llvm::StringRef Type : {"SymInt", "float", "bool", "int[2]", "str"})
    EXPECT_EQ(said(op(Type, "return x.new_empty(n, n)")), "") << Type.str();
}

TEST(PythonFakeSchemas, WholeShapes) {
  for (llvm::StringRef Body :
       {"return x.new_empty(n)", "return torch.empty(n)",
        "return x.new_empty(*n)", "return x.new_empty([*n])",
        "return x.new_empty(tuple(n))", "return x.dim() and x.reshape(n)"})
    for (llvm::StringRef Type : {"int[]", "int[2]"})
      EXPECT_EQ(said(op(Type, Body)), becomes("n")) << Body.str();
  for (llvm::StringRef Body :
       {"return x.new_empty(n[0], n[1])", "return x.new_empty([3, *n])",
        "return x.new_empty(list(x.shape[:1]) + n)"}) {
    EXPECT_EQ(said(op("int[]", Body)), "") << Body.str();
    const std::string Single = said(op("int[]", Body), withSingleInts());
    EXPECT_EQ(Single, becomes("n")) << Body.str();
  }
}

TEST(PythonFakeSchemas, SymbolsOfTheSchema) {
  EXPECT_EQ(said(op("SymInt", "return x.new_empty(int(n))")),
            "'int(n)' freezes a dynamic dimension in a fake; use 'n'\n");
  EXPECT_NE(said(op("SymInt?", "return list(range(n))")), "");
  EXPECT_NE(said(op("SymInt[]", "return [int(d) for d in n]")), "");
  EXPECT_NE(said(op("SymInt[2]", "return int(n[0])")), "");
  EXPECT_NE(said(op("SymInt", "return len(x)")), "");
  EXPECT_EQ(said(op("SymInt", "return x.new_empty(n, n * 2)")), "");
  for (llvm::StringRef Type : {"int", "int[]", "float", "Tensor[]"})
    EXPECT_EQ(said(op(Type, "return int(n), range(n), len(n), int(n[0])")), "")
        << Type.str();
  EXPECT_EQ(findingsIn(symIntMeta,
                       "import torch\n"
                       "torch.library.define('a::b', '(SymInt n) -> Tensor')\n"
                       "@torch.library.register_fake('a::b')\n"
                       "def f(n): return torch.empty(int(n))\n"),
            "4:30: 'int(n)' freezes a dynamic dimension in a fake; use 'n'\n"
            "  2:1: the schema says 'SymInt' here\n");
}

TEST(PythonFakeSchemas, WhichSchemaIsTheFakes) {
  const std::string F = "def f(x, n): return x.new_empty(n)\n";
  const std::string S = "(Tensor x, int n) -> Tensor'";
  for (const std::string &Text : {
           "lib.define('op" + S + ")\n" + F + "lib.impl('op', f, 'Meta')\n",
           "lib.define('op" + S + ")\n" + F + "register_fake('ns::op', f)\n",
           "lib.define('op" + S + ")\n@impl(lib, 'op', 'Meta')\n" + F,
           "define(lib, 'op" + S + ")\n" + F + "lib._register_fake('op', f)\n",
           "define('ns::op', '" + S + ")\n" + F +
               "register_fake('ns::op')(f)\n",
           "define('ns::op', '" + S + ", lib=lib)\n" + F +
               "register_fake(torch.ops.ns.op.default, f)\n",
           "@custom_op('ns::op', mutates_args=(), schema='" + S +
               ")\ndef op(x, n): pass\n@op.register_fake\n" + F,
           "@custom_op('ns::op', mutates_args=(), schema='" + S +
               ")\ndef op(x, n): pass\n@register_fake('ns::op')\n" + F,
           "def k(x, n): pass\nop = custom_op('ns::op', k, mutates_args=(), "
           "schema='" +
               S + ")\n" + F + "op.register_fake(f)\n",
       })
    EXPECT_EQ(said(Text, withSingleInts()), becomes("n")) << Text;
  for (
      const std::string &Text : {
          // Another operator, overload, library.
          "lib.define('op" + S + ")\n" + F + "register_fake('ns::oq', f)\n",
          "lib.define('op" + S + ")\n" + F + "register_fake('na::op', f)\n",
          "lib.define('op.out" + S + ")\n" + F + "register_fake('ns::op', f)\n",
          "l.define('op" + S + ")\n" + F + "l._register_fake('op', f)\n",
          // Two of them.
          "lib.define('op" + S +
              ")\ndefine('ns::op', '(Tensor x, SymInt n) -> "
              "Tensor')\n" +
              F + "register_fake('ns::op', f)\n",
          // Of which parameter is another question.
          std::string("define('ns::op', '(int x, Tensor n) -> Tensor')\n"
                      "def f(n, x): return n.new_empty(x)\n"
                      "register_fake('ns::op', f)\n"),
          // Torch infers a SymInt.
          "@custom_op('ns::op', mutates_args=())\ndef op(x: Tensor, n: int) -> "
          "Tensor: pass\n@op.register_fake\n" +
              F,
          "define('ns::op', schema)\n" + F + "register_fake('ns::op', f)\n",
          "define('ns::op', 'no schema')\n" + F +
              "register_fake('ns::op', f)\n",
      })
    EXPECT_EQ(said(Text, withSingleInts()), "") << Text;
}

TEST(PythonFakeSchemas, ParametersThatTheOperatorDoesNotGive) {
  const std::string Define =
      "import functools\ndefine('ns::op', '(Tensor x, int n) -> Tensor')\n";
  EXPECT_EQ(said(Define + "def f(k, x, n): return x.new_empty(n, k)\n"
                          "register_fake('ns::op', functools.partial(f, 3))\n",
                 withSingleInts()),
            becomes("n"));
  EXPECT_EQ(said(Define +
                     "def f(k, y, m): return y.new_empty(m, k)\n"
                     "register_fake('ns::op', functools.partial(f, k=3))\n",
                 withSingleInts()),
            becomes("m"));
  EXPECT_EQ(said(Define + "class C:\n"
                          "  def f(self, x, n): return x.new_empty(n)\n"
                          "register_fake('ns::op', C().f)\n",
                 withSingleInts()),
            becomes("n"));
  // Of what stands in front nothing is known.
  EXPECT_EQ(said(Define + "def f(k, x, n): return x.new_empty(k)\n"
                          "register_fake('ns::op', functools.partial(f, *a))\n",
                 withSingleInts()),
            "");
}

TEST(PythonFakeSchemas, TheFixOfTheSchemaIsUnsafe) {
  const auto Fixed = [](const std::string &Text) {
    return fixed(symIntMeta, Head.str() + Text, withSingleInts(),
                 /*Unsafe=*/true)
        .substr(Head.size());
  };
  EXPECT_EQ(Fixed(op("int", "return x.new_empty(n)")),
            op("SymInt", "return x.new_empty(n)"));
  EXPECT_EQ(Fixed(op("int[]", "return x.new_empty(n)")),
            op("SymInt[]", "return x.new_empty(n)"));
  const std::string Text =
      "lib.define(\"\"\"op(Tensor x,\n  int? n=None) -> Tensor\"\"\")\n"
      "@impl(lib, 'op', 'Meta')\ndef f(x, n): return x.new_empty(n)\n";
  const std::string Mended = Fixed(Text);
  EXPECT_NE(Mended.find("  SymInt? n=None)"), std::string::npos) << Mended;
  EXPECT_EQ(fixed(symIntMeta, Head.str() + Text, withSingleInts()),
            Head.str() + Text);
  // A text that is put together has no place to write to.
  const std::string Joined =
      "define('ns::op', '(Tensor x, ' 'int n) -> Tensor')\n"
      "@register_fake('ns::op')\ndef f(x, n): return x.new_empty(n)\n";
  EXPECT_EQ(said(Joined, withSingleInts()), becomes("n"));
  EXPECT_EQ(Fixed(Joined), Joined);
}

TEST(PythonFakeSchemas, TensorsOfTheOperatorsFunction) {
  EXPECT_NE(said("@custom_op('ns::op', mutates_args=())\n"
                 "def op(x: Tensor, n: int) -> Tensor: pass\n"
                 "@op.register_fake\ndef _(x, n): return len(x)\n"),
            "");
  EXPECT_EQ(said("@custom_op('ns::op', mutates_args=())\n"
                 "def op(x: list[Tensor], n: int) -> Tensor: pass\n"
                 "@op.register_fake\ndef _(x, n): return len(x), int(n)\n"),
            "");
}

} // namespace
