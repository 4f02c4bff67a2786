// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <fmt/format.h>

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

constexpr char Runtime[] =
#include "checks/lib/kernels/cxx/EmittedRuntime.inc"
    ;

std::string withoutIncludes(StringRef Text) {
  std::string Kept;
  Kept.reserve(Text.size());
  while (!Text.empty()) {
    const auto [Line, Rest] = Text.split('\n');
    StringRef Directive = Line.ltrim();
    if (!(Directive.consume_front("#") &&
          Directive.ltrim().starts_with("include")))
      Kept += Line;
    Kept += '\n';
    Text = Rest;
  }
  return Kept;
}

} // namespace

unsigned vectorBytes(StringRef Text) {
  if (Text.contains("CPU_CAPABILITY_AVX512"))
    return 64;
  if (Text.contains("CPU_CAPABILITY_AVX2") ||
      Text.contains("CPU_CAPABILITY_SVE256"))
    return 32;
  return Text.contains("CPU_CAPABILITY_NEON") ? 16 : 0;
}

bool isTooDeep(StringRef Text) {
  constexpr unsigned MaxOperators = 1000, MaxStatements = 200,
                     MaxBrackets = 250; // Clang stops at 256
  struct Level {
    unsigned Operators = 0;
    unsigned Statements = 0; ///< for (...) for (...) if (...) ...
  };
  std::vector<Level> Open(1);
  Level All; // their sum
  const auto Reset = [&](bool Statements) {
    All.Operators -= std::exchange(Open.back().Operators, 0);
    if (Statements)
      All.Statements -= std::exchange(Open.back().Statements, 0);
  };
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.RawStringLiterals =
      Language.LineComment = true;
  const std::string Terminated = Text.str();
  Lexer Tokens(SourceLocation(), Language, Terminated.data(), Terminated.data(),
               Terminated.data() + Terminated.size());
  bool EndsStatement = false, IsInBraces = true, IsDirective = false;
  std::vector<bool> Brackets; ///< whether it is a brace
  tok::TokenKind Before = tok::semi;
  Token T;
  while (!Tokens.LexFromRawLexer(T)) {
    if (T.is(tok::eof))
      break;
    IsDirective = T.isAtStartOfLine() ? T.is(tok::hash) : IsDirective;
    if (IsDirective)
      continue;
    const bool IsName = T.is(tok::raw_identifier);
    const StringRef Name = IsName ? T.getRawIdentifier() : StringRef();
    // "else" goes on with the 'if' before it.
    if (std::exchange(EndsStatement, false) && Name != "else")
      Reset(/*Statements=*/true);
    if (Name == "for" || Name == "if" || Name == "while" || Name == "do" ||
        Name == "switch" || Name == "extern" || Name == "template") {
      ++Open.back().Statements;
      ++All.Statements;
    } else if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      if (T.is(tok::l_brace))
        Reset(/*Statements=*/false);
      Open.emplace_back();
      Brackets.push_back(T.is(tok::l_brace));
    } else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (Open.size() > 1) {
        Reset(/*Statements=*/true);
        Open.pop_back();
        Brackets.pop_back();
      }
      EndsStatement = T.is(tok::r_brace);
      // A cast, a call or an element.
      ++Open.back().Operators;
      ++All.Operators;
    } else if (T.is(tok::comma)) {
      Reset(/*Statements=*/false);
    } else if (T.is(tok::semi)) {
      Reset(/*Statements=*/false);
      EndsStatement = IsInBraces;
    } else if (!IsName ? tok::getPunctuatorSpelling(T.getKind()) != nullptr
                       : Before == tok::raw_identifier) {
      ++Open.back().Operators;
      ++All.Operators;
    }
    IsInBraces = Brackets.empty() || Brackets.back();
    Before = T.getKind();
    if (All.Operators > MaxOperators || All.Statements > MaxStatements ||
        Brackets.size() > MaxBrackets)
      return true;
  }
  return false;
}

std::unique_ptr<ASTUnit> parseKernels(StringRef Text, StringRef Name) {
  const std::vector<std::string> Flags = {
      // A fixed target: the same tree on every machine.
      "--target=x86_64-unknown-linux-gnu",
      "-std=c++20",
      "-fopenmp",
      "-nostdinc",
      "-nostdinc++",
      "-w",
      "-ferror-limit=0",
      "-fno-spell-checking",
      "-include",
      "/aoti-emitted-runtime.h",
      fmt::format("-DAOTI_VECTOR_BYTES={}", vectorBytes(Text)),
  };
  IgnoringDiagConsumer Silent;
  return tooling::buildASTFromCodeWithArgs(
      withoutIncludes(Text), Flags,
      Name.empty() ? StringRef("kernel.cpp") : Name, "aoti-tidy",
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(),
      {{"/aoti-emitted-runtime.h", Runtime}}, &Silent,
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
}

} // namespace aoti_tidy
