// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/CudaUses.h"
#include "checks/lib/cxx/Names.h"
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

} // namespace aoti_tidy
