// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/CudaUses.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace aoti_tidy {
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

static bool chooses(const Stmt *S) {
  if (!S)
    return false;
  // DeviceScope scope(1);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D)) {
        const CXXRecordDecl *Class = Var->getType()->getAsCXXRecordDecl();
        const StringRef Name =
            Class && Class->getIdentifier() ? Class->getName() : "";
        if (!isDevice(Var->getType()) &&
            (Name.contains_insensitive("device") ||
             Name.contains_insensitive("cuda")) &&
            !isInNamespace(Class, "torch::inductor"))
          return true;
      }
  // useDevice(1);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee();
        Callee && Callee->getIdentifier() &&
        Callee->getReturnType()->isVoidType() &&
        Callee->getName().contains_insensitive("device") &&
        !Callee->getName().contains_insensitive("synchronize"))
      return true;
  return llvm::any_of(S->children(), chooses);
}

bool mayChooseDevice(const FunctionDecl &Function) {
  return chooses(Function.getBody());
}

/// The call that makes the stream \p E: 'getStreamFromPool(false, 1)'.
static const CallExpr *streamMadeBy(const Expr *E, ASTContext &Ctx,
                                    unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  if (!E || Depth == MaxDepth)
    return nullptr;
  E = stripped(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var ? streamMadeBy(valueOfVariable(Var, Ctx), Ctx, Depth + 1)
               : nullptr;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() == 1
               ? streamMadeBy(Construct->getArg(0), Ctx, Depth + 1)
               : nullptr;
  // stream.stream(), and the conversion
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(E))
    return Method->getNumArgs() == 0
               ? streamMadeBy(Method->getImplicitObjectArgument(), Ctx,
                              Depth + 1)
               : nullptr;
  return dyn_cast<CallExpr>(E);
}

std::optional<int64_t> deviceIndexOfStream(const Expr *Stream,
                                           ASTContext &Ctx) {
  const CallExpr *Made = streamMadeBy(Stream, Ctx);
  const FunctionDecl *Callee = Made ? Made->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() ||
      !(isInNamespace(Callee, "c10::cuda") ||
        isInNamespace(Callee, "at::cuda")) ||
      !llvm::is_contained(
          {"getStreamFromPool", "getDefaultCUDAStream", "getCurrentCUDAStream"},
          Callee->getName()))
    return std::nullopt;
  const unsigned Position = Callee->getName() == "getStreamFromPool" ? 1 : 0;
  const auto Index = Position < Made->getNumArgs()
                         ? evaluateInt(Made->getArg(Position), Ctx)
                         : std::nullopt;
  return Index && *Index >= 0 ? Index : std::nullopt;
}

} // namespace aoti_tidy
