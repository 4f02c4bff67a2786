// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/host/DescribeRun.h"
#include "checks/lib/cxx/TensorExpr.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/package/Conformance.h"
#include "clang/AST/ExprCXX.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Through variables that are not changed, and into the object of a call.
constexpr unsigned MaxDepth = 12;

std::string deviceText(const DeviceValue &Device) {
  if (Device.Type.empty())
    return "";
  switch (Device.IndexKind) {
  case DeviceValue::Index::None:
    return Device.Type;
  case DeviceValue::Index::Literal:
    return fmt::format("{}:{}", Device.Type, Device.IndexValue);
  case DeviceValue::Index::AtRunTime:
    return Device.Type + ":?";
  }
  llvm_unreachable("all kinds are listed");
}

/// What a property is on all ways; empty if one of them does not know it.
template <typename PropertyOf, typename TextOf>
KnownText onAllWays(const TensorValues &Ways, PropertyOf Property, TextOf Text,
                    const RunRecord &Run, const SourceManager &SM) {
  KnownText Result;
  llvm::SmallVector<std::string, 2> Texts;
  for (const TensorValue &Way : Ways) {
    const auto &Known = Property(Way);
    const std::string Here = Known ? Text(Known->Value) : "";
    if (Here.empty())
      return {};
    if (llvm::is_contained(Texts, Here))
      continue;
    Texts.push_back(Here);
    const Expr *Made = expressionOf(Known->From);
    if (!Made || Texts.size() > 1)
      continue;
    const PresumedLoc Loc = SM.getPresumedLoc(Made->getBeginLoc());
    if (Loc.isValid() && Loc.getFilename() == Run.File)
      Result.Line = Loc.getLine();
  }
  Result.Text = llvm::join(Texts, " or ");
  return Result;
}

std::string quoted(const NamedDecl &Named) {
  return "'" + Named.getNameAsString() + "'";
}

/// Why the value of \p E is not known, as far as its form tells; empty if it
/// does not.
std::string whyUnknown(const Expr *E, ASTContext &Ctx, unsigned Depth = 0) {
  if (!E || Depth > MaxDepth)
    return "";
  E = stripped(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl &Named = *Ref->getDecl();
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(&Named)) {
      const auto *Of = dyn_cast<FunctionDecl>(Parameter->getDeclContext());
      return fmt::format(
          "{} is a parameter{}", quoted(Named),
          Of && Of->getDeclName().isIdentifier() ? " of " + quoted(*Of) : "");
    }
    const auto *Var = dyn_cast<VarDecl>(&Named);
    if (!Var)
      return "";
    if (Var->hasGlobalStorage() && !Var->getType().isConstQualified())
      return fmt::format("{} is a global variable", quoted(Named));
    // What it starts as says more than that it changes.
    return whyUnknown(Var->getAnyInitializer(), Ctx, Depth + 1);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && isa<FieldDecl>(Member->getMemberDecl()))
    return fmt::format("not all that the member {} can be is known",
                       quoted(*Member->getMemberDecl()));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    for (const Expr *Arg : Construct->arguments())
      if (auto Why = whyUnknown(Arg, Ctx, Depth + 1); !Why.empty())
        return Why;
    return "";
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : List->inits())
      if (auto Why = whyUnknown(Init, Ctx, Depth + 1); !Why.empty())
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
  for (const Expr *Arg : Call->arguments())
    if (auto Why = whyUnknown(Arg, Ctx, Depth + 1); !Why.empty())
      return Why;
  return "";
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
  InputRecord Input;
  Input.Device = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Device; }, deviceText,
      Run, SM);
  Input.Type = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Type; },
      [](DType T) { return name(T).str(); }, Run, SM);
  Input.Sizes = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Sizes; },
      [](const std::vector<Extent> &S) { return shapeText(S); }, Run, SM);
  return Input;
}

} // namespace

void describeInputs(const Expr &List,
                    const std::optional<std::vector<TensorValues>> &Inputs,
                    const TensorValues &Each, ASTContext &Ctx,
                    RunRecord &Into) {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!Inputs) {
    Into.WhyNoInputs = whyUnknown(&List, Ctx);
    if (Into.WhyNoInputs.empty())
      Into.WhyNoInputs = "what the list holds here was not followed";
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
        Input.WhyNot = "not followed";
    }
    Into.Inputs->push_back(std::move(Input));
  }
}

} // namespace aoti_tidy
