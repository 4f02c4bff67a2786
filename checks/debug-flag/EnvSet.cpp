// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/EnvSet.h"
#include "checks/lib/hosts/GivenValues.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

enum class Setter {
  None,
  NameValue,        ///< (name, value[, overwrite])
  NameValueRemoves, ///< the same; an empty value removes the variable
  Pair,             ///< ("NAME=value"); without '=' it removes
  PairRemoves,      ///< the same; an empty value removes too
};

Setter setterOf(const FunctionDecl *Callee) {
  if (!Callee || !Callee->getIdentifier())
    return Setter::None;
  if (Callee->getName() == "set_env")
    return Callee->getQualifiedNameAsString() == "c10::utils::set_env" &&
                   Callee->getNumParams() >= 2
               ? Setter::NameValue
               : Setter::None;
  // A project's own helpers of these names are C++ functions.
  if (!Callee->isExternC())
    return Setter::None;
  const auto Kind = llvm::StringSwitch<Setter>(Callee->getName())
                        .Case("setenv", Setter::NameValue)
                        .Case("SetEnvironmentVariableA", Setter::NameValue)
                        .Case("_putenv_s", Setter::NameValueRemoves)
                        .Case("putenv", Setter::Pair)
                        .Case("_putenv", Setter::PairRemoves)
                        .Default(Setter::None);
  const bool IsPair = Kind == Setter::Pair || Kind == Setter::PairRemoves;
  return Callee->getNumParams() >= (IsPair ? 1u : 2u) ? Kind : Setter::None;
}

std::optional<EnvSet> pairSet(const CallExpr *Call, bool EmptyRemoves,
                              ASTContext &Ctx) {
  const Expr *Pair = Call->getArg(0)->IgnoreParenCasts();
  const auto Text = evaluateString(Pair, Ctx);
  if (!Text)
    return std::nullopt;
  const auto [Name, Value] = StringRef(*Text).split('=');
  if (Name.size() == Text->size() || (EmptyRemoves && Value.empty()))
    return std::nullopt;
  EnvSet Set;
  Set.Call = Call;
  Set.Name = Name.str();
  Set.Value = Value.str();
  Set.Literal = stringLiteralIn(Pair);
  Set.LiteralHoldsName = true;
  return Set;
}

bool isNull(const Expr *E, ASTContext &Ctx) {
  return E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull) !=
         Expr::NPCK_NotNull;
}

} // namespace

StatementMatcher envSetCandidate() {
  // setenv("NAME", "value", 1), putenv(...), c10::utils::set_env(...)
  return callExpr(
      callee(functionDecl(hasAnyName("setenv", "putenv", "_putenv", "_putenv_s",
                                     "SetEnvironmentVariableA", "set_env"))));
}

std::optional<EnvSet> envSetOf(const CallExpr *Call, ASTContext &Ctx) {
  const Setter Kind = setterOf(Call->getDirectCallee());
  if (Kind == Setter::None)
    return std::nullopt;
  if (Kind == Setter::Pair || Kind == Setter::PairRemoves)
    return Call->getNumArgs() == 1
               ? pairSet(Call, Kind == Setter::PairRemoves, Ctx)
               : std::nullopt;

  if (Call->getNumArgs() < 2 || isNull(Call->getArg(1), Ctx))
    return std::nullopt;
  auto Name = evaluateString(Call->getArg(0), Ctx);
  if (!Name)
    return std::nullopt;
  EnvSet Set;
  Set.Call = Call;
  Set.Name = std::move(*Name);
  Set.Value = evaluateString(Call->getArg(1), Ctx);
  Set.Literal = stringLiteralIn(Call->getArg(1));
  if (Kind == Setter::NameValueRemoves && Set.Value && Set.Value->empty())
    return std::nullopt;
  return Set;
}

} // namespace aoti_tidy
