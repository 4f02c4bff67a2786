// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/input-order/InputOrderRule.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/package/Conformance.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// "right" of right, row.right, row_.right, row["right"], row.at("right"): what an
/// input goes by; empty if it has no name.
std::string nameOf(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource();
  // std::move(right)
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->isCallToStdMove())
    return nameOf(Call->getArg(0));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getNameInfo().getAsString();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return StringRef(Member->getMemberNameInfo().getAsString())
        .rtrim('_')
        .str();
  const Expr *Key = nullptr;
  if (const auto *Index = dyn_cast<CXXOperatorCallExpr>(E);
      Index && Index->getOperator() == OO_Subscript && Index->getNumArgs() == 2)
    Key = Index->getArg(1);
  else if (const auto *At = dyn_cast<CXXMemberCallExpr>(E);
           At && At->getMethodDecl() && At->getNumArgs() == 1 &&
           At->getMethodDecl()->getNameAsString() == "at")
    Key = At->getArg(0);
  const StringLiteral *Text = Key ? stringLiteralIn(Key) : nullptr;
  return Text && Text->isOrdinary() ? Text->getString().str() : "";
}

/// What a list of inputs is made of, as far as one function says it.
struct List {
  std::vector<std::string> Names;
  /// The loop over a map that fills it.
  const CXXForRangeStmt *Loop = nullptr;
  bool IsSorted = false; ///< it is a std::map
};

void addElements(const Expr *Init, List &Into) {
  Init = Init ? Init->IgnoreUnlessSpelledInSource() : nullptr;
  if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init);
      Made && Made->getNumArgs() > 0)
    return addElements(Made->getArg(0), Into);
  if (const auto *Given = dyn_cast_or_null<CXXStdInitializerListExpr>(Init))
    return addElements(Given->getSubExpr(), Into);
  if (const auto *All = dyn_cast_or_null<InitListExpr>(Init))
    for (const Expr *E : All->inits())
      Into.Names.push_back(nameOf(E));
}

/// The std::map or std::unordered_map that \p Loop goes through.
StringRef mapOf(const CXXForRangeStmt &Loop) {
  const auto *Class = Loop.getRangeInit()
                          ->getType()
                          .getNonReferenceType()
                          ->getAsCXXRecordDecl();
  if (!Class || !Class->isInStdNamespace() ||
      (Class->getName() != "map" && Class->getName() != "unordered_map"))
    return "";
  return Class->getName();
}

/// Whether one of the variables \p Names gets what another one has: its name
/// tells nothing then. std::swap(left, right), left = right
bool areExchanged(ArrayRef<std::string> Names, const Stmt &Body,
                  ASTContext &Ctx) {
  const auto Exchange = expr(
      anyOf(callExpr(callee(functionDecl(hasName("swap"))), argumentCountIs(2),
                     hasArgument(0, declRefExpr().bind("to")),
                     hasArgument(1, declRefExpr().bind("from"))),
            cxxOperatorCallExpr(hasOverloadedOperatorName("="),
                                hasArgument(0, declRefExpr().bind("to")),
                                hasArgument(1, expr().bind("from")))));
  return llvm::any_of(
      match(findAll(Exchange), Body, Ctx), [&](const BoundNodes &N) {
        return llvm::is_contained(Names, nameOf(N.getNodeAs<Expr>("to"))) &&
               llvm::is_contained(Names, nameOf(N.getNodeAs<Expr>("from")));
      });
}

List listOf(const CXXMemberCallExpr &Run, const FunctionDecl &Function,
            ASTContext &Ctx) {
  List Result;
  const Expr *Given = Run.getArg(0)->IgnoreUnlessSpelledInSource();
  const auto *Ref = dyn_cast<DeclRefExpr>(Given);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->isLocalVarDecl()) {
    if (!Var)
      addElements(Given, Result);
    return Result;
  }
  addElements(Var->getInit(), Result);
  // inputs.push_back(x)
  const auto Calls = match(
      findAll(cxxMemberCallExpr(on(declRefExpr(to(varDecl(equalsNode(Var))))),
                                callee(cxxMethodDecl(
                                    hasAnyName("push_back", "emplace_back"))),
                                argumentCountIs(1))
                  .bind("push")),
      *Function.getBody(), Ctx);
  for (const auto &Match : Calls) {
    const auto *Push = Match.getNodeAs<CXXMemberCallExpr>("push");
    if (!Ctx.getSourceManager().isBeforeInTranslationUnit(Push->getExprLoc(),
                                                          Run.getExprLoc()))
      continue;
    const CXXForRangeStmt *Loop = nullptr;
    anyAround(*Push, Ctx, [&](const Stmt &Outer, const Stmt &) {
      Loop = dyn_cast<CXXForRangeStmt>(&Outer);
      return Loop || !isa<CompoundStmt>(Outer);
    });
    const StringRef Map = Loop ? mapOf(*Loop) : "";
    Result.Names.push_back(nameOf(Push->getArg(0)));
    if (Map.empty() || Calls.size() > 1)
      continue;
    Result.Loop = Loop;
    Result.IsSorted = Map == "map";
  }
  return Result;
}

/// Finds inputs with names that come in another order than the package takes
/// them.
///
/// Page: docs/checks/aoti-input-order.md
class InputOrderCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
};

} // namespace

void InputOrderCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || !R.Function || !R.Function->getBody() ||
      R.Call->getNumArgs() == 0)
    return;
  const ModelContract &Model = *R.Loaded->Model;
  const List Given = listOf(*R.Call, *R.Function, Ctx);
  const std::string Package = R.Loaded->quotedName();
  // for (auto &[name, tensor] : map) inputs.push_back(tensor);
  if (const auto Problem = Given.Loop && Given.Names.size() == 1
                               ? mapProblem(Model, Given.IsSorted, Package)
                               : std::nullopt)
    diag(Given.Loop->getForLoc(), "%0") << *Problem;
  // loader.run({right, left}), and no loader.run({left, right}) beside it
  else if (const auto Order = listProblem(Model, Given.Names, Package);
           Order && !areExchanged(Given.Names, *R.Function->getBody(), Ctx) &&
           llvm::none_of(runs(), [&](const Run &Other) {
             return Other.Function == R.Function && Other.Loaded &&
                    Other.Loaded->Model == R.Loaded->Model &&
                    Other.Call->getNumArgs() > 0 &&
                    namesOf(Model) ==
                        listOf(*Other.Call, *R.Function, Ctx).Names;
           }))
    diag(R.Call->getArg(0)->getBeginLoc(), "%0") << *Order;
  else
    return;
  noteLoaders(R, loadedHereText(Package));
}

AOTI_MAKE_CHECK(InputOrder)

} // namespace clang::tidy::aoti
