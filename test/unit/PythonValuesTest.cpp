// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Calls.h"
#include "checks/lib/python/Values.h"
#include "gtest/gtest.h"
#include <functional>
#include <string>
#include <vector>

using namespace aoti_tidy::python;

namespace {

/// What \p Of says of the argument of 'use(...)', at the end of \p Text.
std::string last(llvm::StringRef Text,
                 std::function<std::string(const Values &, Node)> Of) {
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  const Values V(Known);
  std::string Result = "no use()";
  forEachNode(T->root(), [&](Node N) {
    if (N.is("call") && N.field("function").text() == "use")
      Result = Of(V, N.field("arguments").children().front());
    return true;
  });
  return Result;
}

/// "whole", "head...tail" or "?".
std::string text(llvm::StringRef Expr, llvm::StringRef Before = "") {
  return last("import os\nfrom pathlib import Path\n" + Before.str() +
                  "\nuse(" + Expr.str() + ")\n",
              [](const Values &V, Node N) {
                const auto T = V.stringOf(N);
                return !T           ? std::string("?")
                       : T->IsWhole ? T->Head
                                    : T->Head + "..." + T->Tail;
              });
}

TEST(PythonValues, Strings) {
  EXPECT_EQ(text("'a.pt2'"), "a.pt2");
  EXPECT_EQ(text("('a' \"b\"\n '''c''')"), "abc");
  EXPECT_EQ(text(R"('a\n\x41\u00e9\q\\\'' r'\n')"), "a\nA\xc3\xa9\\q\\'\\n");
  EXPECT_EQ(text("b'a'"), "?");
  EXPECT_EQ(text(R"('\N{BULLET}')"), "?");
  EXPECT_EQ(text("x"), "?");
  EXPECT_EQ(text("''"), "");
  EXPECT_EQ(text("f'{x}.pt2'"), "....pt2");
  EXPECT_EQ(text("f'a{x}'"), "a...");
  EXPECT_EQ(text("f'{x}'"), "?");
  EXPECT_EQ(text("f'{{{x}}}b'"), "{...}b");
  EXPECT_EQ(text("f'{x}.pt2'", "x = 'm'"), "m.pt2");
  EXPECT_EQ(text("f'{x!r}.pt2'", "x = 'm'"), "....pt2");
  EXPECT_EQ(text("f'{x:>9}.pt2'", "x = 'm'"), "....pt2");
  EXPECT_EQ(text("f'{x=}'", "x = 'm'"), "?");
  EXPECT_EQ(text("a + '.pt2'"), "....pt2");
  EXPECT_EQ(text("'a' + b"), "a...");
  EXPECT_EQ(text("'a' + 'b' + c + 'd'"), "ab...d");
  EXPECT_EQ(text("a + b"), "?");
  EXPECT_EQ(text("s.format()"), "?");
  EXPECT_EQ(text("str(p)", "p = 'a'"), "a");
  EXPECT_EQ(text("str(p)"), "?");
  EXPECT_EQ(text("'a' if c else 'b'"), "?");
  EXPECT_EQ(text("x", "x = 'a'\nx = 'b'"), "b");
}

TEST(PythonValues, Paths) {
  EXPECT_EQ(text("os.path.join(d, 'm.pt2')"), "...m.pt2");
  EXPECT_EQ(text("os.path.join('d', 'm.pt2')"), "d/m.pt2");
  EXPECT_EQ(text("os.path.join('d/', 'm.pt2')"), "d/m.pt2");
  EXPECT_EQ(text("os.path.join('d', '/m.pt2')"), "/m.pt2");
  EXPECT_EQ(text("os.path.join('d', x)"), "?");
  EXPECT_EQ(text("os.path.join('d', f'm{x}')"), "d/m...");
  EXPECT_EQ(text("Path('./d//') / 'm.pt2'"), "d/m.pt2");
  EXPECT_EQ(text("str(Path(d) / f'{x}' / 'm.pt2')"), "...m.pt2");
  EXPECT_EQ(text("d / 'm.pt2'"), "...m.pt2");
  EXPECT_EQ(text("1 / 2"), "?");
  EXPECT_EQ(text("Path('a', 'b')"), "a/b");
  EXPECT_EQ(text("Path('a.so').with_suffix('.pt2')"), "....pt2");
  EXPECT_EQ(text("Path(d).joinpath('m.pt2').absolute().as_posix()"),
            "...m.pt2");
  EXPECT_EQ(text("os.path.abspath('m.so')"), "...m.so");
  EXPECT_EQ(text("os.path.splitext(x)[0] + '.so'"), "....so");
}

std::string number(llvm::StringRef Expr) {
  return last("x = 7\nuse(" + Expr.str() + ")\n", [](const Values &V, Node N) {
    const auto I = V.integerOf(N);
    return I ? std::to_string(*I) : "?";
  });
}

TEST(PythonValues, NumbersAndConstants) {
  EXPECT_EQ(number("1_000"), "1000");
  EXPECT_EQ(number("-0x1F"), "-31");
  EXPECT_EQ(number("0b11"), "3");
  EXPECT_EQ(number("0o17"), "15");
  EXPECT_EQ(number("-(x)"), "-7");
  EXPECT_EQ(number("4 * x + 2"), "30");
  EXPECT_EQ(number("32 // 3"), "10");
  EXPECT_EQ(number("-7 // 2"), "?");
  EXPECT_EQ(number("2 ** 10 % 100"), "24");
  EXPECT_EQ(number("2 ** 64"), "?");
  EXPECT_EQ(number("8 / 2"), "?");
  EXPECT_EQ(number("8 // 0"), "?");
  EXPECT_EQ(number("8 * y"), "?");
  EXPECT_EQ(number("010"), "?");
  EXPECT_EQ(number("1.0"), "?");
  EXPECT_EQ(number("99999999999999999999"), "?");
  const auto Constant = [](llvm::StringRef Text) {
    return last(Text, [](const Values &V, Node N) {
      const auto B = V.booleanOf(N);
      return V.isNone(N) ? "None" : !B ? "?" : *B ? "True" : "False";
    });
  };
  EXPECT_EQ(Constant("use(not False)"), "True");
  EXPECT_EQ(Constant("x = False\nuse((x))"), "False");
  EXPECT_EQ(Constant("use(None)"), "None");
  EXPECT_EQ(Constant("use(1)"), "?");
}

/// "a=1 b=2" and a "!" if that is not all.
std::string dict(llvm::StringRef Text) {
  return last(Text, [](const Values &V, Node N) {
    const auto D = V.dictOf(N);
    if (!D)
      return std::string("?");
    std::string Result;
    for (const auto &E : D->Entries)
      Result += E.Name.value_or("?") + "=" + E.Value.text().str() + " ";
    return Result + (D->IsComplete ? "" : "!");
  });
}

TEST(PythonValues, Dicts) {
  EXPECT_EQ(dict("use({'a': 1, 'b': 2, 'a': 3})"), "b=2 a=3 ");
  EXPECT_EQ(dict("use(dict(a=1))"), "a=1 ");
  EXPECT_EQ(dict("k = 'a'\nuse({k: 1, c: 2})"), "a=1 ?=2 !");
  EXPECT_EQ(dict("use({'a': 1, **x, 'b': 2})"), "b=2 !");
  EXPECT_EQ(dict("use(dict(x, a=1))"), "a=1 !");
  EXPECT_EQ(dict("import torch\nd = {'a': 1}\ntorch.f(d)\n"
                 "print(d, d['a'], d.get('b'), *d)\nf(**d)\n"
                 "for k in d: pass\nuse(d)"),
            "a=1 ");
  EXPECT_EQ(dict("d = {'a': 1}\nf(d)\nuse(d)"), "a=1 !");
  EXPECT_EQ(dict("use({'a': 1, = 2})"), "!");
  EXPECT_EQ(dict("d = {'a': 1, 'b': 2}\nd['a'] = 3\nuse(d)"), "b=2 !");
  EXPECT_EQ(dict("d = {'a': 1}\nd[k] = 3\nuse(d)"), "!");
  EXPECT_EQ(dict("use(d)"), "?");
}

TEST(PythonValues, DictsThatSomethingChanges) {
  for (llvm::StringRef Change :
       {"d.update(x)", "d.pop('a')", "d.clear()", "e = d\ne['a'] = 2",
        "def f(x): x.pop('a')\nf(d)", "def f(x): x['a'] = 2\nf(x=d)",
        "f = lambda x: x.clear()\nf(d)", "for f in g: f(d)",
        "getattr(d, 'update')(a=2)", "l = [d]", "del d['a']", "del (d['a'])",
        "del (d['a'], x)", "d['a'], x = 2, 3", "with f() as d['a']: pass",
        "for d['a'] in y: pass", "def f(): return d\nf()['a'] = 2"})
    EXPECT_EQ(dict("d = {'a': 1}\n" + Change.str() + "\nuse(d)"), "!")
        << Change.str();
  EXPECT_EQ(dict("e = d = {'a': 1}\ne['a'] = 2\nuse(d)"), "!");
  EXPECT_EQ(dict("(d := {'a': 1}).pop('a')\nuse(d)"), "!");
  // What others do to what they are given is to look at it.
  for (llvm::StringRef Same :
       {"log.info('%s', d)", "import m\nm.show(d)", "show(d)",
        "d.setdefault('b', 2)", "d['b'] = 2", "x = [d['a']]", "f[d['a']] = 2"})
    EXPECT_EQ(llvm::StringRef(dict("d = {'a': 1}\n" + Same.str() + "\nuse(d)"))
                  .rtrim('!'),
              "a=1 ")
        << Same.str();
  EXPECT_EQ(dict("def f():\n  d = {'a': 1}\n  if x: return d\n  use(d)"),
            "a=1 ");
}

std::string elements(llvm::StringRef Text) {
  return last(Text, [](const Values &V, Node N) {
    const auto E = V.elementsOf(N);
    if (!E)
      return std::string("?");
    std::string Result;
    for (const Node &Each : *E)
      Result += Each.text().str() + ";";
    return Result;
  });
}

TEST(PythonValues, Elements) {
  EXPECT_EQ(elements("use([1, x])"), "1;x;");
  EXPECT_EQ(elements("use((1, *x))"), "?");
  EXPECT_EQ(elements("t = 1, 2\nf(t)\nuse(t)"), "1;2;");
  EXPECT_EQ(elements("t = [1, 2]\nuse(t)"), "1;2;");
  EXPECT_EQ(elements("t = [1, 2]\nt.append(3)\nuse(t)"), "?");
  EXPECT_EQ(elements("t = [1, 2]\nf(t)\nuse(t)"), "?");
  EXPECT_EQ(elements("use(tuple([1]))"), "1;");
}

/// "name(argument, keyword=argument)" of each call.
std::vector<std::string> calls(llvm::StringRef Text) {
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  std::vector<std::string> Result;
  for (const Call &C : callsIn(Known)) {
    std::string &One = Result.emplace_back(C.Callee + "(");
    for (const Argument &A : C.Arguments) {
      One += One.back() == '(' ? "" : ", ";
      One += A.Keyword.empty() ? "" : A.Keyword.str() + "=";
      One += A.Value.text();
    }
    One += C.HasUnpacking ? ") and more" : ")";
  }
  return Result;
}

TEST(PythonCalls, Arguments) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(calls("import m\nm.f(1, *a, k=2)\nx.f()\nm.g(i for i in y)\n"
                  "def m2(m): m.h()\n"),
            (Strings{"m.f(1, *a, k=2) and more", "m.g((i for i in y))"}));
  EXPECT_EQ(calls("import m\nm.f(1, = , 2)\n"), Strings{"m.f(1, 2) and more"});
}

TEST(PythonCalls, ArgumentsByPlaceAndName) {
  const llvm::StringRef Text = "import m\nm.f(1, 2, k=3)\nm.f(*a, 1, k=2)\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  const auto C = callsIn(Known);
  ASSERT_EQ(C.size(), 2u);
  EXPECT_EQ(C[0].argument(1, "x")->Value.text(), "2");
  EXPECT_EQ(C[0].argument(1, "k")->Value.text(), "3");
  EXPECT_EQ(C[0].keyword("k")->Whole.text(), "k=3");
  EXPECT_FALSE(C[0].argument(2, "x"));
  EXPECT_FALSE(C[0].keyword("j"));
  EXPECT_FALSE(C[1].positional(0));
  EXPECT_EQ(C[1].argument(0, "k")->Value.text(), "2");
}

} // namespace
