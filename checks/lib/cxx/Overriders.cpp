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
    // A template's is no object's.
    if (Method->isCanonicalDecl() && !Method->isDependentContext())
      Visit(*Method);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *Function) override {
    visitLocal(*Function);
    return true;
  }
  // Classes in functions are found without their statements.
  bool TraverseStmt(Stmt *) override { return true; }

private:
  void visitLocal(FunctionDecl &Function) {
    for (Decl *D : Function.decls())
      if (auto *Class = dyn_cast<CXXRecordDecl>(D)) {
        if (Class->isLambda())
          visitLocal(*Class->getLambdaCallOperator());
        else
          TraverseDecl(Class);
      }
  }

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

/// Whether no object has \p Method, a template's, which is instantiated with the
/// first one.
static bool isOfNoObject(const CXXMethodDecl &Method) {
  const FunctionDecl *Pattern = Method.getTemplateInstantiationPattern();
  return Pattern && Pattern->isDefined();
}

llvm::SmallVector<const CXXMethodDecl *, 4>
Overriders::of(const CXXMethodDecl &Method) const {
  llvm::SmallSetVector<const CXXMethodDecl *, 4> Work;
  Work.insert(Method.getCanonicalDecl());
  llvm::SmallVector<const CXXMethodDecl *, 4> Result;
  for (size_t I = 0; I < Work.size(); ++I) {
    const CXXMethodDecl *Each = Work[I];
    if (!Each->isPureVirtual()) {
      if (const FunctionDecl *Body = Each->getDefinition())
        Result.push_back(cast<CXXMethodDecl>(Body));
      else if (!isOfNoObject(*Each))
        return {};
    }
    if (const auto It = ByOverridden.find(Each); It != ByOverridden.end())
      Work.insert(It->second.begin(), It->second.end());
  }
  return Result;
}

llvm::SmallSetVector<const FunctionDecl *, 4>
calledAs(const FunctionDecl &Function) {
  llvm::SmallSetVector<const FunctionDecl *, 4> Result;
  Result.insert(Function.getCanonicalDecl());
  for (size_t I = 0; I < Result.size(); ++I)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Result[I]))
      for (const CXXMethodDecl *Overridden : Method->overridden_methods())
        Result.insert(Overridden->getCanonicalDecl());
  return Result;
}

} // namespace aoti_tidy
