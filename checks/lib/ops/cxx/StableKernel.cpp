// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Names.h"
#include "checks/lib/ops/cxx/KernelScan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

class SizeReadFinder : public DynamicRecursiveASTVisitor {
public:
  SizeReadFinder() { ShouldVisitTemplateInstantiations = true; }

  const Expr *findIn(const FunctionDecl *Function) {
    const FunctionDecl *Definition =
        Function ? Function->getDefinition() : nullptr;
    if (!Definition || !Definition->hasBody() ||
        !Visited.insert(Definition).second)
      return Found;
    TraverseStmt(Definition->getBody());
    return Found;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *Call) override {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (Method &&
        isClass(Method->getFunctionObjectParameterType(), "torch::stable",
                "Tensor") &&
        llvm::is_contained(
            {"size", "sizes", "stride", "strides", "numel", "storage_offset"},
            nameOf(Method)))
      Found = Call;
    return !Found;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    // Torch's own inline functions read sizes in their turn, where they may.
    if (Callee && !Callee->getASTContext().getSourceManager().isInSystemHeader(
                      Callee->getLocation()))
      findIn(Callee);
    return !Found;
  }

private:
  llvm::SmallPtrSet<const FunctionDecl *, 8> Visited;
  const Expr *Found = nullptr;
};

} // namespace

const Expr *stableSizeRead(const FunctionDecl *Kernel) {
  return SizeReadFinder().findIn(Kernel);
}

} // namespace aoti_tidy
