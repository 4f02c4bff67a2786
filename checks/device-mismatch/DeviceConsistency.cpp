// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceConsistency.h"
#include "checks/lib/cxx/Names.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The member of '*this' that \p Object is, or points to.
const FieldDecl *memberOfThis(const Expr *Object) {
  while (Object) {
    Object = Object->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Member = dyn_cast<MemberExpr>(Object))
      return isa<CXXThisExpr>(Member->getBase()->IgnoreParenCasts())
                 ? dyn_cast<FieldDecl>(Member->getMemberDecl())
                 : nullptr;
    // *model_, model_->run()
    const auto *Deref = dyn_cast<UnaryOperator>(Object);
    const auto *Smart = dyn_cast<CXXOperatorCallExpr>(Object);
    if (Deref && Deref->getOpcode() == UO_Deref)
      Object = Deref->getSubExpr();
    else if (Smart && (Smart->getOperator() == OO_Arrow ||
                       Smart->getOperator() == OO_Star))
      Object = Smart->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

/// Whether \p E is made of the function's parameters alone, which nothing has
/// changed: 'inputs', '{a, b}', 'std::move(inputs)'.
bool isParameters(const Expr *E, const FunctionDecl &Function,
                  ASTContext &Ctx) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Parameter = dyn_cast<ParmVarDecl>(Ref->getDecl());
    if (!Parameter || !Function.getBody())
      return false;
    return Parameter->getType().getNonReferenceType().isConstQualified() ||
           !ExprMutationAnalyzer(*Function.getBody(), Ctx).isMutated(Parameter);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->isCallToStdMove()) {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParenImpCasts());
    return Ref && isa<ParmVarDecl>(Ref->getDecl());
  }
  ArrayRef<const Expr *> Parts;
  if (const auto *List = dyn_cast<InitListExpr>(E))
    Parts = {List->inits().begin(), List->inits().size()};
  else if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(E))
    return isParameters(Std->getSubExpr(), Function, Ctx);
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    Parts = {Construct->getArgs(), Construct->getNumArgs()};
  bool Any = false;
  for (const Expr *Part : Parts) {
    if (isa<CXXDefaultArgExpr>(Part))
      continue;
    if (!isParameters(Part, Function, Ctx))
      return false;
    Any = true;
  }
  return Any;
}

template <typename Predicate>
bool everyInput(const std::vector<TensorValues> &Inputs, Predicate Is) {
  return !Inputs.empty() && llvm::all_of(Inputs, [&](const TensorValues &Ways) {
    return !Ways.empty() && llvm::all_of(Ways, Is);
  });
}

} // namespace

std::optional<MethodRun>
methodRun(const CXXMemberCallExpr &Call, const CXXMethodDecl &Method,
          const std::optional<std::vector<TensorValues>> &Inputs,
          ASTContext &Ctx) {
  const FieldDecl *Model = memberOfThis(Call.getImplicitObjectArgument());
  if (!Model || Call.getNumArgs() == 0)
    return std::nullopt;
  MethodRun Run{&Call, &Method, Model};
  if (Inputs) {
    if (everyInput(*Inputs, [&](const TensorValue &Value) {
          if (!Value.Device || !Value.Device->Value.Variable)
            return false;
          if (!Run.Device)
            Run.Device = Value.Device->Value.Variable;
          return Run.Device == Value.Device->Value.Variable;
        })) {
      Run.State = MethodRun::Inputs::Moved;
      return Run;
    }
    Run.Device = 0;
    if (everyInput(*Inputs, [](const TensorValue &Value) {
          return Value.Device && Value.Device->Value.Type == "cpu" &&
                 !Value.Device->Value.Variable;
        })) {
      Run.State = MethodRun::Inputs::AsGiven;
      return Run;
    }
  }
  if (isParameters(Call.getArg(0), Method, Ctx))
    Run.State = MethodRun::Inputs::AsGiven;
  return Run;
}

std::vector<OddRun> oddRuns(const std::vector<MethodRun> &Runs) {
  std::vector<OddRun> Result;
  for (const MethodRun &Odd : Runs) {
    if (Odd.State != MethodRun::Inputs::AsGiven)
      continue;
    OddRun Found{Odd, {}};
    llvm::SmallPtrSet<const CXXMethodDecl *, 4> Methods;
    bool IsOnlyOne = true;
    for (const MethodRun &Other : Runs) {
      if (Other.Model != Odd.Model || Other.Call == Odd.Call)
        continue;
      if (Other.State != MethodRun::Inputs::Moved ||
          (!Found.Others.empty() &&
           Found.Others.front().Device != Other.Device) ||
          Other.Method == Odd.Method) {
        IsOnlyOne = false;
        break;
      }
      Found.Others.push_back(Other);
      Methods.insert(Other.Method);
    }
    if (IsOnlyOne && Methods.size() >= 2)
      Result.push_back(std::move(Found));
  }
  return Result;
}

namespace {

/// c10::cuda::CUDAGuard and its relatives.
bool isCudaGuard(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName().ends_with("Guard") &&
         (isInNamespace(Record, "c10::cuda") ||
          isInNamespace(Record, "at::cuda"));
}

/// Looks for the guards in \p S, and for anything else of CUDA.
void findCuda(const Stmt *S, SmallVectorImpl<const VarDecl *> &Guards,
              bool &Else) {
  if (!S || Else)
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    if (const auto *Var = Declaration->isSingleDecl()
                              ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                              : nullptr;
        Var && isCudaGuard(Var->getType())) {
      Guards.push_back(Var);
      return;
    }
  const NamedDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    Named = Member->getMemberDecl();
  // kCUDA, cudaMemcpy, torch::cuda::synchronize, x.cuda()
  if (Named &&
      StringRef(Named->getQualifiedNameAsString()).contains_insensitive("cuda"))
    Else = true;
  for (const Stmt *Child : S->children())
    findCuda(Child, Guards, Else);
}

} // namespace

const VarDecl *onlyCudaGuard(const FunctionDecl &Function, const Expr &Run,
                             const SourceManager &SM) {
  SmallVector<const VarDecl *> Guards;
  bool Else = false;
  findCuda(Function.getBody(), Guards, Else);
  return !Else && Guards.size() == 1 &&
                 SM.isBeforeInTranslationUnit(Guards.front()->getLocation(),
                                              Run.getExprLoc())
             ? Guards.front()
             : nullptr;
}

bool mentionsCuda(const Stmt *S) {
  if (!S)
    return false;
  const NamedDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    Named = Member->getMemberDecl();
  if (const auto *E = dyn_cast<Expr>(S)) {
    QualType T = E->getType();
    if (!T.isNull() && T->isPointerType())
      T = T->getPointeeType();
    const auto *Tag = T.isNull() ? nullptr : T->getAsTagDecl();
    // cudaStream_t is a 'CUstream_st *'.
    if (Tag && Tag->getIdentifier() &&
        (Tag->getName() == "CUstream_st" || Tag->getName() == "CUDAStream"))
      return true;
  }
  if (Named &&
      (isInNamespace(Named, "c10::cuda") || isInNamespace(Named, "at::cuda")))
    return true;
  return llvm::any_of(S->children(), mentionsCuda);
}

} // namespace aoti_tidy
