// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/Arguments.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

bool isEditable(const Expr *E) {
  return E->getBeginLoc().isFileID() && E->getEndLoc().isFileID();
}

/// 'L(a, b)' -> 'L(a, c)'; nothing where a macro would be edited, which has
/// other users.
std::optional<FixItHint> replaceArgument(const Construction &C, unsigned Index,
                                         llvm::StringRef Replacement) {
  const Expr *Arg = C.Args[Index];
  if (!isEditable(Arg))
    return std::nullopt;
  return FixItHint::CreateReplacement(Arg->getSourceRange(), Replacement);
}

/// 'L(a, b, c)' -> 'L(a, b)'
std::optional<FixItHint> removeLastArgument(const Construction &C,
                                            const ASTContext &Ctx) {
  if (C.Args.size() < 2)
    return std::nullopt;
  const Expr *Arg = C.Args.back();
  const Expr *Before = C.Args[C.Args.size() - 2];
  if (!isEditable(Arg) || !isEditable(Before))
    return std::nullopt;
  // From the comma on; nothing but comments stands between, no #ifdef.
  const SourceManager &SM = Ctx.getSourceManager();
  const auto Comma =
      Lexer::findNextToken(Before->getEndLoc(), SM, Ctx.getLangOpts());
  if (!Comma || Comma->isNot(tok::comma))
    return std::nullopt;
  const auto First =
      Lexer::findNextToken(Comma->getLocation(), SM, Ctx.getLangOpts());
  if (!First || First->getLocation() != Arg->getBeginLoc())
    return std::nullopt;
  const SourceLocation Begin =
      Lexer::getLocForEndOfToken(Before->getEndLoc(), 0, SM, Ctx.getLangOpts());
  return FixItHint::CreateRemoval(
      CharSourceRange::getTokenRange(Begin, Arg->getEndLoc()));
}

/// "cpu" -> "cuda", "cpu"
std::optional<FixItHint> insertBeforeArgument(const Construction &C,
                                              unsigned Index,
                                              llvm::StringRef Text) {
  const Expr *Arg = C.Args[Index];
  if (!isEditable(Arg))
    return std::nullopt;
  return FixItHint::CreateInsertion(Arg->getBeginLoc(), Text);
}

/// What a parameter is without an argument, where one must be written for
/// those after it.
StringRef defaultOf(StringRef Parameter) {
  return llvm::StringSwitch<StringRef>(Parameter)
      .Case("model_name", "\"model\"")
      .Case("run_single_threaded", "/*run_single_threaded=*/false")
      .Default("");
}

} // namespace

const Expr *written(const Expr *Arg) {
  return Arg->IgnoreUnlessSpelledInSource();
}

std::optional<int64_t> numberOf(const Expr *Arg, ASTContext &Ctx) {
  return Arg ? evaluateInt(written(Arg), Ctx) : std::nullopt;
}

std::optional<FixItHint> fixFor(const ArgumentProblem &P, const Construction &C,
                                unsigned Index, const ASTContext &Ctx) {
  using Cure = ArgumentProblem::Cure;
  const Expr *Arg = C.args()[Index];
  const StringRef Parameter = C.Constructor->getParamDecl(Index)->getName();
  const bool IsLast = Index + 1 == C.args().size();
  if (P.Do != Cure::InsertBefore && hasEffects(Arg, Ctx))
    return std::nullopt;
  switch (P.Do) {
  case Cure::None:
  case Cure::ReplaceExtension:
  case Cure::Rename:
    return std::nullopt;
  case Cure::Drop:
    if (IsLast)
      return removeLastArgument(C, Ctx);
    if (defaultOf(Parameter).empty())
      return std::nullopt;
    return replaceArgument(C, Index, defaultOf(Parameter));
  case Cure::Replace:
    // A named text has other users.
    if (!stringLiteralIn(Arg) && !written(Arg)->getType()->isIntegerType())
      return std::nullopt;
    return replaceArgument(C, Index, P.Code);
  case Cure::InsertBefore:
    // In the middle, what follows has been written for other places.
    return IsLast ? insertBeforeArgument(C, Index, P.Code) : std::nullopt;
  case Cure::PassAsIndex:
    if (!IsLast)
      return std::nullopt;
    return replaceArgument(
        C, Index,
        fmt::format("{}/*run_single_threaded=*/false, /*num_runners=*/1, "
                    "/*device_index=*/{}",
                    Parameter == "model_name" ? "\"model\", " : "", P.Code));
  }
  llvm_unreachable("covered switch");
}

} // namespace aoti_tidy
