// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/FirstUse.h"
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/lib/cxx/ControlFlow.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/ModelRuns.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The object that \p Run runs, if it is one that can be told apart: a
/// variable, or a member of '*this'. Elements of containers are not.
const ValueDecl *modelOf(const CallExpr *Run) {
  // A subclass may have a 'run()' without arguments.
  const auto *OnObject = dyn_cast<CXXMemberCallExpr>(Run);
  const Expr *E =
      OnObject ? OnObject->getImplicitObjectArgument() : Run->getArg(0);
  while (E) {
    E = E->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts())
                 ? dyn_cast<FieldDecl>(Member->getMemberDecl())
                 : nullptr;
    // *loader, smart->run()
    const auto *Deref = dyn_cast<UnaryOperator>(E);
    const auto *Smart = dyn_cast<CXXOperatorCallExpr>(E);
    if (Deref && Deref->getOpcode() == UO_Deref)
      E = Deref->getSubExpr();
    else if (Smart && (Smart->getOperator() == OO_Arrow ||
                       Smart->getOperator() == OO_Star))
      E = Smart->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

const CallExpr *asModelRun(const Stmt *S) {
  return isModelRun(S) ? cast<CallExpr>(S) : nullptr;
}

/// Whether \p E is \p Model, a variable or a member, or its address.
bool refersTo(const Expr *E, const ValueDecl *Model) {
  E = E->IgnoreParens();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl() == Model;
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && Member->getMemberDecl() == Model;
}

/// Whether \p S brings another model to life, or may put another one behind
/// \p Model: a construction, 'model = ...', 'model.reset(...)', or the
/// declaration of \p Model itself, come by again in a loop.
bool loadsOrRebinds(const Stmt *S, const ValueDecl *Model) {
  if (const auto *E = dyn_cast<Expr>(S); E && constructionOf(E))
    return true;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
    return isModelClass(Construct->getConstructor()->getParent());
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return llvm::is_contained(Declaration->decls(), Model);

  const Expr *Target = nullptr;
  if (const auto *Assign = dyn_cast<BinaryOperator>(S))
    Target = Assign->isAssignmentOp() ? Assign->getLHS() : nullptr;
  else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S))
    Target =
        Operator->getOperator() == OO_Equal ? Operator->getArg(0) : nullptr;
  else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    const auto *Method = Call->getMethodDecl();
    if (Method && Method->getIdentifier() &&
        llvm::is_contained({"reset", "swap"}, Method->getName()))
      Target = Call->getImplicitObjectArgument();
  }
  return Target && refersTo(Target->IgnoreParenImpCasts(), Model);
}

/// Whether \p S runs code that may put another model behind \p Model, out of
/// sight: a call that gets it by reference, a method of the object that owns
/// it, a lambda that captures it, any function where it is global.
bool mayRebindElsewhere(const Stmt *S, const ValueDecl *Model,
                        const SourceManager &SM) {
  const QualType T = Model->getType().getNonReferenceType();
  // Loaders cannot be assigned, what points to one can.
  if (T.isConstQualified() || isModelClass(T->getAsCXXRecordDecl()))
    return false;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return llvm::any_of(Lambda->captures(), [&](const LambdaCapture &C) {
      return C.getCaptureKind() == LCK_This ? isa<FieldDecl>(Model)
                                            : C.getCaptureKind() == LCK_ByRef &&
                                                  C.getCapturedVar() == Model;
    });
  const auto *Call = dyn_cast<CallExpr>(S);
  // optional::operator->() is a call that gets it by reference, too.
  if (!Call || (isa<CXXOperatorCallExpr>(Call) &&
                cast<CXXOperatorCallExpr>(Call)->getOperator() != OO_Call))
    return false;
  // By value or by const reference, a conversion stands in between.
  if (llvm::any_of(Call->arguments(),
                   [&](const Expr *Arg) { return refersTo(Arg, Model); }))
    return true;
  if (isa<FieldDecl>(Model)) {
    const auto *OnThis = dyn_cast<CXXMemberCallExpr>(Call);
    const auto *Method = OnThis ? OnThis->getMethodDecl() : nullptr;
    return Method && !Method->isConst() &&
           isa<CXXThisExpr>(
               OnThis->getImplicitObjectArgument()->IgnoreParenImpCasts());
  }
  const auto *Var = dyn_cast<VarDecl>(Model);
  const FunctionDecl *Callee = Call->getDirectCallee();
  return Var && Var->hasGlobalStorage() &&
         (!Callee || !SM.isInSystemHeader(Callee->getLocation()));
}

/// Whether \p E is a device, or tensor options, that surely say CUDA.
bool saysCuda(const Expr *E, ASTContext &Ctx, unsigned Depth = 0) {
  if (!E || E->isValueDependent() || E->isTypeDependent() || Depth > 16)
    return false;
  const auto Says = [&](const Expr *Inner) {
    return saysCuda(Inner, Ctx, Depth + 1);
  };
  E = E->IgnoreImplicit()->IgnoreParenImpCasts()->IgnoreImplicit();
  // c10::DeviceType::CUDA, torch::kCUDA
  if (const auto *Enum = E->getType()->getAsEnumDecl()) {
    if (Enum->getName() != "DeviceType" || !isInNamespace(Enum, "c10"))
      return false;
    const auto Value = evaluateInt(E, Ctx);
    return llvm::any_of(Enum->enumerators(), [&](const EnumConstantDecl *C) {
      return C->getName() == "CUDA" && Value == C->getInitVal().getExtValue();
    });
  }
  // torch::Device("cuda:0")
  if (const auto Text = evaluateString(E, Ctx)) {
    const auto Device = DeviceName::parse(*Text);
    return Device && Device->Type == "cuda";
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return Says(Choice->getTrueExpr()) && Says(Choice->getFalseExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Says(valueOfVariable(Var, Ctx));
  }
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Says(Cast->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() > 0 && Says(List->getInit(0));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() > 0 && Says(Construct->getArg(0));
  // options.device(torch::kCUDA), options.dtype(...)
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const auto *Method = Call->getMethodDecl();
    if (!Method || !Method->getIdentifier() ||
        Method->getParent()->getName() != "TensorOptions")
      return false;
    if (Method->getName() == "device")
      return Call->getNumArgs() > 0 && Says(Call->getArg(0));
    return llvm::is_contained({"dtype", "layout", "requires_grad",
                               "pinned_memory", "memory_format"},
                              Method->getName()) &&
           Says(Call->getImplicitObjectArgument());
  }
  // torch::device(torch::kCUDA)
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Callee->getIdentifier() && Callee->getName() == "device" &&
           Call->getNumArgs() > 0 && Says(Call->getArg(0));
  }
  return false;
}

bool anyArgumentSaysCuda(const CallExpr *Call, ASTContext &Ctx) {
  return llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
    return !isa<CXXDefaultArgExpr>(Arg) && saysCuda(Arg, Ctx);
  });
}

/// The class that \p Method is called on is torch's tensor.
bool isTensorMethod(const CXXMethodDecl *Method) {
  const CXXRecordDecl *Record = Method->getParent();
  return Record->getIdentifier() && isInNamespace(Record, "at") &&
         llvm::is_contained({"Tensor", "TensorBase"}, Record->getName());
}

/// x.cuda(), x.to(torch::kCUDA), torch::zeros(..., torch::kCUDA), and running
/// a model on the CUDA runner, which allocates its outputs.
bool allocatesOnCuda(const Expr *E, ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const auto *Method = Member->getMethodDecl();
    if (!Method || !Method->getIdentifier())
      return false;
    if (isTensorMethod(Method))
      return Method->getName() == "cuda" ||
             (Method->getName() == "to" && anyArgumentSaysCuda(Call, Ctx));
    QualType Object =
        Member->getImplicitObjectArgument()->IgnoreParenImpCasts()->getType();
    if (Object->isPointerType())
      Object = Object->getPointeeType();
    return isModelRun(Call) && loaderClassOf(Object->getAsCXXRecordDecl()) ==
                                   LoaderClass::RunnerCuda;
  }
  return Callee->getIdentifier() &&
         (isInNamespace(Callee, "at") || isInNamespace(Callee, "torch")) &&
         isTensorFactory(Callee->getName()) && anyArgumentSaysCuda(Call, Ctx);
}

/// Functions of the CUDA runtime and driver that need a context, whatever the
/// version. Before CUDA 12, cudaSetDevice does not; cuInit and cudaGetDevice*
/// never do.
bool needsCudaContext(StringRef Name) {
  return llvm::is_contained(
             {"cudaMalloc", "cudaMallocManaged", "cudaMallocHost",
              "cudaMallocPitch", "cudaMallocAsync", "cudaHostAlloc",
              "cudaDeviceSynchronize", "cudaStreamCreate",
              "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority",
              "cudaStreamSynchronize", "cudaEventCreate",
              "cudaEventCreateWithFlags", "cudaLaunchKernel", "cuCtxCreate",
              "cuCtxCreate_v2", "cuCtxCreate_v3", "cuCtxCreate_v4",
              "cuDevicePrimaryCtxRetain"},
             Name) ||
         Name.starts_with("cudaMemcpy") || Name.starts_with("cudaMemset");
}

/// torch::cuda::synchronize() and what wraps the same CUDA calls. Not
/// is_available() and device_count(), which create no context.
bool isContextFunctionOfTorch(const FunctionDecl *Callee) {
  const StringRef Name = Callee->getName();
  if (isInNamespace(Callee, "torch::cuda"))
    return Name == "synchronize";
  if (isInNamespace(Callee, "c10::cuda") || isInNamespace(Callee, "at::cuda"))
    return Name == "device_synchronize" || Name == "getStreamFromPool" ||
           Name == "stream_synchronize";
  return false;
}

bool createsCudaContext(const Expr *E, ASTContext &Ctx) {
  // AOTIModelContainerRunnerCuda runner(...) copies the weights to the GPU.
  if (const auto C = constructionOf(E))
    return C->Class == LoaderClass::RunnerCuda;
  // kernel<<<grid, block>>>(...)
  if (isa<CUDAKernelCallExpr>(E) || allocatesOnCuda(E, Ctx))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  if (isContextFunctionOfTorch(Callee))
    return true;
  // cuda_runtime.h adds a template cudaMalloc(T **, size_t).
  return Callee->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         needsCudaContext(Callee->getName());
}

bool destroysCudaContext(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() &&
         llvm::is_contained(
             {"cudaDeviceReset", "cuCtxDestroy", "cuCtxDestroy_v2",
              "cuDevicePrimaryCtxReset", "cuDevicePrimaryCtxReset_v2",
              "cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxRelease_v2"},
             Callee->getName());
}

/// A variable of a function of which it can be told when nothing is done with
/// it any more.
bool isOwnVariable(const ValueDecl *Model) {
  const auto *Var = dyn_cast<VarDecl>(Model);
  return Var && !isa<ParmVarDecl>(Var) && Var->hasLocalStorage() &&
         !Var->getType()->isReferenceType() && !Var->getType()->isPointerType();
}

} // namespace

/// What reads flags in one function.
class FunctionUses {
public:
  FunctionUses(std::unique_ptr<ControlFlow> Flow, ASTContext &Ctx)
      : Flow(std::move(Flow)), Ctx(Ctx) {
    for (const Stmt *S : this->Flow->elements())
      if (const CallExpr *Run = asModelRun(S))
        Models[modelOf(Run)].Runs.push_back(Run);
    for (auto &[Model, Of] : Models)
      sortByPlace(Of.Runs);
  }

  const Expr *readerBefore(const Stmt *Set, FlagPhase Phase);

private:
  using Expressions = llvm::SmallVector<const Expr *, 2>;
  struct ModelUses {
    Expressions Runs; ///< in the order of the file
    /// What may put another model behind this one, and all that names it; found
    /// when they are first asked for.
    std::optional<llvm::SmallVector<const Stmt *, 4>> Changes, Mentions;
    /// Whether one of Changes can follow a run.
    llvm::DenseMap<const Expr *, bool> ChangedAfter;
  };

  void sortByPlace(Expressions &All) const;
  template <typename PredicateT>
  const Expressions &allOf(std::optional<Expressions> &Known, PredicateT Is);
  const Expr *firstBefore(const Stmt *Set, const Expressions &Sorted) const;
  const Expr *modelRunBefore(const Stmt *Set);
  bool canChangeAfter(const Expr *Run, const ValueDecl *Model, ModelUses &Of);
  bool isDoneWith(const ValueDecl *Model, const Stmt *Set, ModelUses &Of);

  std::unique_ptr<ControlFlow> Flow;
  ASTContext &Ctx;
  /// Null for models that cannot be told apart.
  llvm::MapVector<const ValueDecl *, ModelUses> Models;
  std::optional<Expressions> Contexts, Allocations;
};

void FunctionUses::sortByPlace(Expressions &All) const {
  // Of those at one place, the order is that of the function's elements.
  std::vector<std::pair<const Expr *, size_t>> Numbered;
  for (const auto &[I, E] : llvm::enumerate(All))
    Numbered.emplace_back(E, I);
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::sort(Numbered, [&](const auto &A, const auto &B) {
    const SourceLocation AtA = A.first->getExprLoc(),
                         AtB = B.first->getExprLoc();
    return AtA == AtB ? A.second < B.second
                      : SM.isBeforeInTranslationUnit(AtA, AtB);
  });
  llvm::copy(llvm::make_first_range(Numbered), All.begin());
}

/// The expressions of the function for which \p Is holds, in the order of the
/// file.
template <typename PredicateT>
const FunctionUses::Expressions &
FunctionUses::allOf(std::optional<Expressions> &Known, PredicateT Is) {
  if (Known)
    return *Known;
  Known.emplace();
  for (const Stmt *S : Flow->elements())
    if (const auto *E = dyn_cast<Expr>(S); E && Is(E))
      Known->push_back(E);
  sortByPlace(*Known);
  return *Known;
}

/// The first that surely comes before \p Set.
const Expr *FunctionUses::firstBefore(const Stmt *Set,
                                      const Expressions &Sorted) const {
  const auto *First = llvm::find_if(
      Sorted, [&](const Expr *E) { return Flow->surelyPrecedes(E, Set); });
  return First == Sorted.end() ? nullptr : *First;
}

bool FunctionUses::canChangeAfter(const Expr *Run, const ValueDecl *Model,
                                  ModelUses &Of) {
  if (!Of.Changes) {
    Of.Changes.emplace();
    for (const Stmt *S : Flow->elements())
      if (loadsOrRebinds(S, Model) ||
          mayRebindElsewhere(S, Model, Ctx.getSourceManager()))
        Of.Changes->push_back(S);
  }
  const auto [It, IsNew] = Of.ChangedAfter.try_emplace(Run);
  if (IsNew)
    It->second = llvm::any_of(
        *Of.Changes, [&](const Stmt *S) { return Flow->canFollow(Run, S); });
  return It->second;
}

/// Whether \p Model, a variable of this function, is not touched any more
/// after \p Set: the flag is then meant for something else.
bool FunctionUses::isDoneWith(const ValueDecl *Model, const Stmt *Set,
                              ModelUses &Of) {
  if (!isOwnVariable(Model))
    return false;
  if (!Of.Mentions) {
    Of.Mentions.emplace();
    for (const Stmt *S : Flow->elements())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
          Ref && Ref->getDecl() == Model)
        Of.Mentions->push_back(S);
  }
  // Of a block, the last most probably follows.
  return llvm::none_of(llvm::reverse(*Of.Mentions),
                       [&](const Stmt *S) { return Flow->canFollow(Set, S); });
}

/// The run of a loaded model, provided that no model that is run or loaded
/// later could still read the flag.
const Expr *FunctionUses::modelRunBefore(const Stmt *Set) {
  // The models that have read the flag by then.
  llvm::SmallMapVector<const ValueDecl *, const Expr *, 4> FirstRuns;
  for (const auto &[Model, Of] : Models)
    if (const Expr *First = Model ? firstBefore(Set, Of.Runs) : nullptr)
      FirstRuns.insert({Model, First});
  if (FirstRuns.empty())
    return nullptr;
  for (const auto &[Model, Run] : FirstRuns)
    if (canChangeAfter(Run, Model, Models[Model]))
      return nullptr;
  // Another model, one that has not run yet, still reads the flag.
  for (const auto &[Model, Of] : Models)
    if (!FirstRuns.contains(Model) &&
        llvm::any_of(llvm::reverse(Of.Runs), [&](const Expr *Later) {
          return Flow->canFollow(Set, Later);
        }))
      return nullptr;
  const Expr *Found = nullptr;
  for (const auto &[Model, Run] : FirstRuns)
    if (!isDoneWith(Model, Set, Models[Model]) &&
        (!Found || Ctx.getSourceManager().isBeforeInTranslationUnit(
                       Run->getExprLoc(), Found->getExprLoc())))
      Found = Run;
  return Found;
}

const Expr *FunctionUses::readerBefore(const Stmt *Set, FlagPhase Phase) {
  switch (Phase) {
  case FlagPhase::Import:
  case FlagPhase::Compile:
    return nullptr; // Python does.
  case FlagPhase::Run:
    return modelRunBefore(Set);
  case FlagPhase::CudaContext:
    if (!Contexts && llvm::any_of(Flow->elements(), destroysCudaContext))
      Contexts.emplace();
    return firstBefore(Set, allOf(Contexts, [&](const Expr *E) {
                         return createsCudaContext(E, Ctx);
                       }));
  case FlagPhase::CudaAllocator:
    return firstBefore(Set, allOf(Allocations, [&](const Expr *E) {
                         return allocatesOnCuda(E, Ctx);
                       }));
  }
  llvm_unreachable("all phases are handled");
}

FirstUses::FirstUses(ASTContext &Ctx) : Ctx(Ctx) {}
FirstUses::~FirstUses() = default;

const Expr *FirstUses::readerBefore(const Stmt *Set, FlagPhase Phase,
                                    const FunctionDecl *Function) {
  if (!Function)
    return nullptr;
  const auto [It, IsNew] = ByFunction.try_emplace(Function);
  if (IsNew)
    if (auto Flow = ControlFlow::of(*Function, Ctx))
      It->second = std::make_unique<FunctionUses>(std::move(Flow), Ctx);
  return It->second ? It->second->readerBefore(Set, Phase) : nullptr;
}

} // namespace aoti_tidy
