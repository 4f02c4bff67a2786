// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/EmittedCode.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

/// "int x = 1;" -> "int x = 1 ;": the statements and how each ends.
std::vector<std::string> statements(const std::string &Text) {
  static constexpr llvm::StringRef Ends[] = {";", "{", "}", "#", "<end>"};
  std::vector<std::string> Result;
  EmittedCode Code(Text);
  CodeStatement S;
  while (Code.next(S)) {
    std::string Line = S.Line.str();
    for (const CodeToken &T : S.Tokens)
      Line +=
          (T.K == CodeToken::String ? "'" + T.Text + "'" : T.Text).str() + " ";
    Result.push_back(Line + Ends[S.Terminator].str());
  }
  return Result;
}

using Statements = std::vector<std::string>;

std::string captured(const std::string &Text, llvm::StringRef Pattern) {
  EmittedCode Code(Text);
  CodeStatement S;
  Code.next(S);
  llvm::SmallVector<llvm::ArrayRef<CodeToken>, 4> Got;
  if (!S.matches(Pattern, Got))
    return "no";
  std::vector<std::string> Words;
  for (const auto &Tokens : Got) {
    std::string Word;
    for (const CodeToken &T : Tokens)
      Word += T.Text;
    Words.push_back(Word);
  }
  return llvm::join(Words, "|");
}

} // namespace

TEST(EmittedCode, CutsStatements) {
  EXPECT_EQ(statements("int x = 1; f(x);"),
            (Statements{"int x = 1 ;", "f ( x ) ;"}));
  EXPECT_EQ(statements("void f() { g(); }\nnamespace a { }"),
            (Statements{"void f ( ) {", "g ( ) ;", "}", "namespace a {", "}"}));
  EXPECT_EQ(
      statements("if (a) { throw b; } else { c(); }"),
      (Statements{"if ( a ) {", "throw b ;", "}", "else {", "c ( ) ;", "}"}));
  EXPECT_EQ(statements("A::A(int n)\n : B(2, n) {\n}"),
            (Statements{"A :: A ( int n ) : B ( 2 , n ) {", "}"}));
}

TEST(EmittedCode, ReadsBodiesThatAMacroGets) {
  // torch 2.15 and newer.
  EXPECT_EQ(statements("AOTIRuntimeError f(int n) AOTI_RUNTIME_TRY({\n"
                       "  g({n});\n  if (n) { return 1; }\n})\n\n"
                       "AOTIRuntimeError h() AOTI_RUNTIME_TRY({ return 0; })\n"
                       "int x;"),
            (Statements{"AOTIRuntimeError f ( int n ) AOTI_RUNTIME_TRY {",
                        "g ( { n } ) ;", "if ( n ) {", "return 1 ;", "}", "}",
                        "AOTIRuntimeError h ( ) AOTI_RUNTIME_TRY {",
                        "return 0 ;", "}", "int x ;"}));
}

TEST(EmittedCode, LeavesValuesInTheirStatement) {
  EXPECT_EQ(statements("const int64_t a[] = {s17, 8L};"),
            (Statements{"const int64_t a [ ] = { s17 , 8L } ;"}));
  EXPECT_EQ(statements("void* k{nullptr};"),
            (Statements{"void * k { nullptr } ;"}));
  EXPECT_EQ(statements("f(x, {a, b}, {c});"),
            (Statements{"f ( x , { a , b } , { c } ) ;"}));
  EXPECT_EQ(
      statements("auto t = [&](int x) { g(); h(); }(1);"),
      (Statements{"auto t = [ & ] ( int x ) { g ( ) ; h ( ) ; } ( 1 ) ;"}));
}

TEST(EmittedCode, IsNotFooledByTexts) {
  EXPECT_EQ(statements("a; // b; c {\n/* d; }\n e; */ f;"),
            (Statements{"a ;", "f ;"}));
  EXPECT_EQ(statements(R"x(s = "b; } // {"; t = R"(a; " })"; u = R"q(y)q";)x"),
            (Statements{"s = 'b; } // {' ;", "t = 'a; \" }' ;", "u = 'y' ;"}));
  EXPECT_EQ(statements("#include <a.h>\n#define X(y) \\\n  y; }\nb;"),
            (Statements{"#include <a.h>#", "#define X(y) \\\n  y; }#", "b ;"}));
}

TEST(EmittedCode, SplitsLists) {
  const auto Split = [](const std::string &Text) {
    EmittedCode Code(Text);
    CodeStatement S;
    Code.next(S);
    std::vector<std::string> Parts;
    const llvm::ArrayRef<CodeToken> All = S.Tokens;
    for (const auto &Tokens : splitAtCommas(inParentheses(All).value_or(All))) {
      Parts.emplace_back();
      for (const CodeToken &T : Tokens)
        Parts.back() += T.Text;
    }
    return llvm::join(Parts, "|");
  };
  EXPECT_EQ(Split("a, f(b, {c, d}), e[1, 2]"), "a|f(b,{c,d})|e[1,2]");
  EXPECT_EQ(Split("s77, "), "s77");
  EXPECT_EQ(Split("a, , \",\""), "a||,");
  EXPECT_EQ(Split("(a, (b)) (c)"), "a|(b)");
  EXPECT_EQ(Split("(a, (b)"), "(a,(b)");
  EXPECT_EQ(Split(""), "");
}

TEST(EmittedCode, SurvivesBrokenText) {
  EXPECT_EQ(statements("}}} a"), (Statements{"}", "}", "}", "a <end>"}));
  EXPECT_EQ(statements("f((("), (Statements{"f ( ( ( <end>"}));
  EXPECT_EQ(statements("s = \"no end"), (Statements{"s = \"no end <end>"}));
  EXPECT_EQ(statements("/* no end"), Statements());
  EXPECT_EQ(statements("R\"(no end"), Statements{"R\"(no end <end>"});
  EXPECT_EQ(statements(""), Statements());
  EXPECT_EQ(statements("#"), Statements{"##"});
  // What is too long for any pattern is no tokens.
  std::string Long = "f(";
  for (int I = 0; I < 100'000; ++I)
    Long += "x,";
  EXPECT_EQ(statements(Long + "x); g();"), (Statements{";", "g ( ) ;"}));
}

TEST(CodeStatement, MatchesPatterns) {
  EXPECT_EQ(
      captured("int64_t s77 = a_size[0];", "int64_t $name = $name [ $int ]"),
      "s77|a_size|0");
  EXPECT_EQ(captured("int64_t s77 = a_size[0] + 1;",
                     "int64_t $name = $name [ $int ]"),
            "no");
  EXPECT_EQ(
      captured("int64_t s77 = a_size[i];", "int64_t $name = $name [ $int ]"),
      "no");
  EXPECT_EQ(captured("x.name = \"a\";", "x . name = $string"), "a");
  EXPECT_EQ(captured("x.name = a;", "x . name = $string"), "no");
  EXPECT_EQ(captured("f(g(a, b), {c, }, {});", "f ( $arg , $list , $list )"),
            "g(a,b)|c,|");
  // A string is not the word in it.
  EXPECT_EQ(captured("\"f\"(a);", "f ( $name )"), "no");
}
