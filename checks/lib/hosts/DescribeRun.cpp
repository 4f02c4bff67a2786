// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/DescribeRun.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/package/DescribeInput.h"
#include "clang/AST/ExprCXX.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Through variables that are not changed, and into the object of a call.
constexpr unsigned MaxDepth = 12;

std::string quoted(const NamedDecl &Named) {
  return "'" + Named.getNameAsString() + "'";
}

/// True for the sizes and numbers that an operator takes beside tensors,
/// devices and types.
bool isSizeOrNumber(QualType T) {
  T = T.getNonReferenceType();
  return T->isArithmeticType() || elementKindOf(T) == ElementKind::Size ||
         isClass(T, "c10", "Scalar") || isClass(T, "c10", "SymInt");
}

/// The expression of each tensor where they are written out; empty elsewhere.
llvm::SmallVector<const Expr *, 4> elementsOf(const Expr &List) {
  const Expr *E = stripped(&List);
  while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() == 0)
      return {};
    E = stripped(Construct->getArg(0));
  }
  if (const auto *Made = dyn_cast<CXXStdInitializerListExpr>(E))
    E = stripped(Made->getSubExpr());
  const auto *Braces = dyn_cast<InitListExpr>(E);
  if (!Braces)
    return {};
  return {Braces->inits().begin(), Braces->inits().end()};
}

InputRecord inputRecord(const TensorValues &Ways, const RunRecord &Run,
                        const SourceManager &SM) {
  return describeInput(Ways, [&](Place From) -> unsigned {
    const Expr *Made = expressionOf(From);
    const PresumedLoc Loc =
        Made ? SM.getPresumedLoc(Made->getBeginLoc()) : PresumedLoc();
    return Loc.isValid() && Loc.getFilename() == Run.File ? Loc.getLine() : 0;
  });
}

} // namespace

std::string whyUnknown(const Expr *E, ASTContext &Ctx, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return "";
  E = stripped(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl &Named = *Ref->getDecl();
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(&Named)) {
      const auto *Of = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
      return runtext::isParameter(
          Named.getName(),
          Of && Of->getDeclName().isIdentifier() ? Of->getName() : "");
    }
    const auto *Var = dyn_cast<VarDecl>(&Named);
    if (!Var)
      return "";
    if (Var->hasGlobalStorage() && !Var->getType().isConstQualified())
      return fmt::format("{} is a global variable", quoted(Named));
    // Its first value tells a reader more than "it changes".
    return whyUnknown(Var->getAnyInitializer(), Ctx, Depth + 1);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && isa<FieldDecl>(Member->getMemberDecl()))
    return runtext::isMember(Member->getMemberDecl()->getNameAsString());
  if (isa<CXXConstructExpr, InitListExpr>(E)) {
    for (const Stmt *Part : E->children())
      if (auto Why = whyUnknown(dyn_cast_or_null<Expr>(Part), Ctx, Depth + 1);
          !Why.empty())
        return Why;
    return "";
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return "";
  const bool IsOwn =
      !Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()) &&
      operatorName(*Callee).empty();
  if (IsOwn && !Callee->hasBody() && Callee->getDeclName().isIdentifier())
    return fmt::format("'{}()' is defined in another file",
                       Callee->getNameAsString());
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(E))
    if (auto Why =
            whyUnknown(Method->getImplicitObjectArgument(), Ctx, Depth + 1);
        !Why.empty())
      return Why;
  const StringRef Operator = operatorName(*Callee);
  for (const Expr *Arg : Call->arguments()) {
    // at::arange(n): where it is does not depend on how long it is.
    if (!Operator.empty() && isSizeOrNumber(Arg->getType()))
      continue;
    if (auto Why = whyUnknown(Arg, Ctx, Depth + 1); !Why.empty())
      return Why;
  }
  return Operator.empty() ? "" : runtext::notFollowedCall(Operator);
}

void describeInputs(const Expr &List,
                    const std::optional<std::vector<TensorValues>> &Inputs,
                    const TensorValues &Each, ASTContext &Ctx,
                    RunRecord &Into) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!Inputs) {
    Into.WhyNoInputs = whyUnknown(&List, Ctx);
    if (Into.WhyNoInputs.empty())
      Into.WhyNoInputs = runtext::ListNotFollowed;
    if (!Each.empty())
      Into.EachInput = inputRecord(Each, Into, SM);
    return;
  }
  const auto Elements = elementsOf(List);
  Into.Inputs.emplace();
  for (auto [I, Ways] : llvm::enumerate(*Inputs)) {
    InputRecord Input = inputRecord(Ways, Into, SM);
    if (!Input.isKnown()) {
      if (Elements.size() == Inputs->size())
        Input.WhyNot = whyUnknown(Elements[I], Ctx);
      if (Input.WhyNot.empty())
        Input.WhyNot = runtext::NotFollowed;
    }
    Into.Inputs->push_back(std::move(Input));
  }
}

} // namespace aoti_tidy
