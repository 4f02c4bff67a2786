// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Overriders.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace aoti_tidy {
namespace {

class Methods : public DynamicRecursiveASTVisitor {
public:
  explicit Methods(llvm::function_ref<void(const CXXMethodDecl &)> Visit)
      : Visit(Visit) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitCXXMethodDecl(CXXMethodDecl *Method) override {
    if (Method->isCanonicalDecl())
      Visit(*Method);
    return true;
  }
  // No class of a file's own has overriders in a function only.
  bool TraverseStmt(Stmt *) override { return true; }

private:
  llvm::function_ref<void(const CXXMethodDecl &)> Visit;
};

} // namespace

Overriders::Overriders(ASTContext &Ctx) {
  const auto Note = [&](const CXXMethodDecl &Method) {
    for (const CXXMethodDecl *Overridden : Method.overridden_methods())
      ByOverridden[Overridden->getCanonicalDecl()].push_back(&Method);
  };
  Methods(Note).TraverseAST(Ctx);
}

llvm::SmallVector<const CXXMethodDecl *, 4>
Overriders::of(const CXXMethodDecl &Method) const {
  llvm::SmallVector<const CXXMethodDecl *, 4> Work = {
      Method.getCanonicalDecl()};
  llvm::SmallVector<const CXXMethodDecl *, 4> Result;
  for (size_t I = 0; I < Work.size(); ++I) {
    if (const auto *Body =
            cast_or_null<CXXMethodDecl>(Work[I]->getDefinition());
        Body && !Body->isPureVirtual())
      Result.push_back(Body);
    if (const auto It = ByOverridden.find(Work[I]); It != ByOverridden.end())
      llvm::append_range(Work, It->second);
  }
  return Result;
}

} // namespace aoti_tidy
