// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/CollectFunctions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/cxx/Symbols.h"
#include "checks/lib/hosts/CollectConstants.h"
#include "checks/lib/hosts/ForeignConstants.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// What other files are told of; of sizes and truths, only the calls in sight
/// say enough.
bool isShared(QualType T) {
  return isTensor(T) || holdsTensors(T) || isTensorStruct(T) || isDevice(T) ||
         isDType(T) || isClass(T, "c10", "TensorOptions");
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
    if (!F->isThisDeclarationADefinition() || F->isDependentContext() ||
        !F->isExternallyVisible())
      return true;
    if (isShared(F->getReturnType()))
      Found.push_back(F);
    if (llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return isShared(P->getType()) || isSharedConstant(*P);
        }))
      Given.push_back(F);
    return true;
  }

  std::vector<const FunctionDecl *> Found; ///< return what is shared
  std::vector<const FunctionDecl *> Given; ///< get it

private:
  const SourceManager &SM;
};

class Collector {
public:
  Collector(ASTContext &Ctx, FunctionFacts &Into)
      : SM(Ctx.getSourceManager()), Flows(Ctx, {.HasForeignCallers = true}),
        Into(Into) {}

  void returns(const FunctionDecl &F) {
    FunctionFlow *Flow = Flows.flowOf(F);
    Ways Known = Flow ? Flow->returned() : Ways();
    const std::string Symbol = symbolAcrossFiles(F);
    if (Symbol.empty())
      return;
    // Not known, it is said as well: what another program has of that name is
    // something else.
    if (!share(Known, &F))
      Known.clear();
    Into.Returns.try_emplace(Symbol, std::move(Known));
  }

  /// Whether other files may define \p F, and want to know what it is given.
  static bool isWanted(const FunctionDecl &F) {
    return !F.isDefined() && !F.isVariadic() &&
           llvm::any_of(F.parameters(), [](const ParmVarDecl *P) {
             return isShared(P->getType());
           });
  }

  void arguments(const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls,
                 const std::string &Symbol) {
    std::vector<Ways> Passed(F.getNumParams());
    for (auto [I, Known] : llvm::enumerate(Passed))
      for (const UnitIndex::Call &Call : Calls) {
        Ways One;
        if (isShared(F.getParamDecl(I)->getType()) && Call.In &&
            I < Call.Args.size())
          if (FunctionFlow *Caller = Flows.flowOf(*Call.In))
            One = Caller->at(Call.Args[I]);
        if (!share(One, nullptr))
          One.clear();
        Known = &Call == Calls.begin() ? std::move(One)
                                       : unite(std::move(Known), One);
        if (Known.empty())
          break;
      }
    Into.Arguments.try_emplace(Symbol, std::move(Passed));
  }

private:
  /// Puts \p W in terms that other files understand; false if there is nothing
  /// in it for them.
  /// \param Of The function that returns it; null of an argument.
  bool share(Ways &W, const FunctionDecl *Of) {
    for (Value &V : W) {
      if (auto *Device = std::get_if<DeviceValue>(&V);
          Device && !share(*Device, Of))
        return false;
      if (auto *Options = std::get_if<OptionsValue>(&V);
          Options && Options->Device.Value &&
          !share(*Options->Device.Value, Of))
        Options->Device.Value.reset();
    }
    forEachTensor(W, [&](TensorValue &T) {
      if (T.Device && !share(T.Device->Value, Of))
        T.Device.reset();
    });
    forEachPlace(W, [&](Place &From) { From = share(From); });
    return !W.empty();
  }

  bool share(DeviceValue &Device, const FunctionDecl *Of) {
    using Index = DeviceValue::Index;
    // Whoever calls the function may know which.
    if (Device.IndexKind == Index::AtRunTime && Of)
      Device.IndexKind = Index::Unknown;
    const uint64_t Variable = std::exchange(Device.Variable, 0);
    if (!Device.Type.empty())
      return true;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one.
    const auto *Held = reinterpret_cast<const Decl *>(Variable);
    const auto *Param = dyn_cast_or_null<ParmVarDecl>(Held);
    if (!Of || !Param || Param->getDeclContext() != Of)
      return false;
    // A device that is not known is that of the variable which holds it.
    const FunctionGraph *Graph = Flows.graphOf(*Of);
    if (isDevice(Param->getType()) &&
        (!Graph || !Graph->Uses.changesOf(*Param).empty()))
      return false;
    Device.Variable = deviceOfParameter(Param->getFunctionScopeIndex());
    return true;
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

namespace {

/// Whether it has been asked what the file says as it is compiled this time.
struct Collected {
  explicit Collected(ASTContext &) {}
  bool IsDone = false;
};

} // namespace

static void collectOnce(ASTContext &Ctx, FunctionFacts &Into) {
  // What only other files ask about is no question of this one.
  const auto Wanted = FunctionFacts::collected()->Wanted;
  Collector C(Ctx, Into);
  Definitions Own(Ctx.getSourceManager());
  for (const Decl *D : projectDecls(Ctx))
    Own.TraverseDecl(D);
  for (const FunctionDecl *F : Own.Found)
    C.returns(*F);
  for (const FunctionDecl *F : Own.Given)
    if (std::string Symbol = symbolAcrossFiles(*F); !Symbol.empty())
      Into.Defined.insert(std::move(Symbol));
  // The same statements are evaluated in each run: there is a bound on them.
  std::map<std::string,
           std::pair<const FunctionDecl *, ArrayRef<UnitIndex::Call>>>
      Callees;
  UnitIndex::of(Ctx).forEachCallee(
      [&](const FunctionDecl &F, ArrayRef<UnitIndex::Call> Calls) {
        if (Collector::isWanted(F))
          Callees.try_emplace(symbolAcrossFiles(F), &F, Calls);
      });
  for (const auto &[Symbol, Callee] : Callees)
    if (!Symbol.empty())
      C.arguments(*Callee.first, Callee.second, Symbol);
  collectConstants(Ctx, Into);
  FunctionFacts::collected()->Wanted = Wanted;
}

void collectFunctions(ASTContext &Ctx, FunctionFacts &Into) {
  // Each check asks for it.
  if (std::exchange(oncePerFile<Collected>(Ctx).IsDone, true))
    return;
  if (!std::exchange(Into.IsCollected, true))
    return collectOnce(Ctx, Into);
  FunctionFacts Again;
  collectOnce(Ctx, Again);
  Into.keepCommon(Again);
}

} // namespace aoti_tidy
