// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/CollectFunctions.h"
#include "checks/lib/cxx/FunctionFlow.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// What other files are told of; of sizes and truths, only the calls in sight
/// say enough.
bool isShared(QualType T) {
  return isTensor(T) || holdsTensors(T) || isDevice(T) || isDType(T) ||
         isClass(T, "c10", "TensorOptions");
}

/// The functions that the file itself defines.
class Definitions : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Definitions(const SourceManager &SM) : SM(SM) {}

  bool TraverseDecl(const Decl *D) override {
    if (D && D->getLocation().isValid() &&
        !SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      return true;
    return ConstDynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  // What a body has within is no other file's.
  bool TraverseStmt(const Stmt *) override { return true; }

  bool VisitFunctionDecl(const FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && !F->isDependentContext() &&
        F->isExternallyVisible() && isShared(F->getReturnType()))
      Found.push_back(F);
    return true;
  }

  std::vector<const FunctionDecl *> Found;

private:
  const SourceManager &SM;
};

class Collector {
public:
  Collector(ASTContext &Ctx, FunctionFacts &Into)
      : SM(Ctx.getSourceManager()), Flows(Ctx), Into(Into) {}

  void returns(const FunctionDecl &F) {
    FunctionFlow *Flow = Flows.flowOf(F);
    Ways Known = Flow ? Flow->returned() : Ways();
    const std::string Symbol = symbolAcrossFiles(F);
    if (!Symbol.empty() && share(Known, &F))
      Into.Returns.try_emplace(Symbol, std::move(Known));
  }

  void arguments(const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
    const std::string Symbol = symbolAcrossFiles(F);
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    // What overrides it may be in another file.
    const bool MayBeElsewhere =
        !F.isDefined() || (Method && Method->isVirtual());
    const bool Wanted = !Symbol.empty() && MayBeElsewhere && !F.isVariadic() &&
                        llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
                          return isShared(P->getType());
                        });
    if (!Wanted)
      return;
    std::vector<Ways> Passed(F.getNumParams());
    for (auto [I, Known] : llvm::enumerate(Passed))
      for (const auto &[Number, Call] : llvm::enumerate(Calls)) {
        Ways One;
        if (isShared(F.getParamDecl(I)->getType()) && Call.In &&
            I < Call.Args.size())
          if (FunctionFlow *Caller = Flows.flowOf(*Call.In))
            One = Caller->at(Call.Args[I]);
        if (!share(One, nullptr))
          One.clear();
        Known = Number == 0 ? std::move(One) : unite(std::move(Known), One);
        if (Known.empty())
          break;
      }
    Into.Arguments.try_emplace(Symbol, std::move(Passed));
  }

private:
  /// Puts \p W in terms that other files understand; false if there is nothing
  /// in it for them.
  bool share(Ways &W, const FunctionDecl *Of) {
    for (Value &V : W)
      if (auto *Device = std::get_if<DeviceValue>(&V);
          Device && !share(*Device, Of))
        return false;
    forEachTensor(W, [&](TensorValue &T) {
      if (T.Device && !share(T.Device->Value, Of))
        T.Device.reset();
    });
    forEachPlace(W, [&](Place &From) { From = share(From); });
    return !W.empty();
  }

  bool share(DeviceValue &Device, const FunctionDecl *Of) {
    const uint64_t Variable = std::exchange(Device.Variable, 0);
    if (!Device.Type.empty())
      return true;
    if (Of)
      for (const auto [I, Param] : llvm::enumerate(Of->parameters()))
        if (deviceIn(*Param).Variable == Variable) {
          Device.Variable = I + 1;
          return true;
        }
    return false;
  }

  Place share(Place From) {
    if (From == 0)
      return 0;
    FunctionFacts::Origin O;
    const Expr *Made = expressionOf(From);
    if (!Made)
      return 0;
    const auto [File, Offset] =
        SM.getDecomposedLoc(SM.getExpansionLoc(Made->getExprLoc()));
    const auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return 0;
    llvm::SmallString<256> Path(Entry->getName());
    SM.getFileManager().makeAbsolutePath(Path);
    // Of all that gives a tensor a device, models alone are no tensors.
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Made);
    const bool IsOfTensor = Method && isTensor(Method->getObjectType());
    O = {Path.str().str(), Offset, /*IsMethod=*/IsOfTensor,
         /*IsRun=*/Method && !IsOfTensor};
    Into.Origins.push_back(std::move(O));
    return foreignPlace(Into.Origins.size() - 1);
  }

  const SourceManager &SM;
  FlowContext Flows;
  FunctionFacts &Into;
};

} // namespace

std::string symbolAcrossFiles(const FunctionDecl &Function) {
  return Function.isExternallyVisible()
             ? ASTNameGenerator(Function.getASTContext()).getName(&Function)
             : "";
}

void collectFunctions(ASTContext &Ctx, FunctionFacts &Into) {
  if (std::exchange(Into.IsCollected, true))
    return;
  // What only other files ask about is no question of this one.
  const auto Wanted = Into.Wanted;
  Collector C(Ctx, Into);
  Definitions Own(Ctx.getSourceManager());
  for (const Decl *D : projectDecls(Ctx))
    Own.TraverseDecl(D);
  for (const FunctionDecl *F : Own.Found)
    C.returns(*F);
  UnitIndex::of(Ctx).forEachCallee(
      [&](const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
        C.arguments(F, Calls);
      });
  Into.Wanted = Wanted;
}

} // namespace aoti_tidy
