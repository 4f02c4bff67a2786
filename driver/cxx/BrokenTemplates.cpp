// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/BrokenTemplates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace aoti_tidy {
namespace {

class Mender : public DynamicRecursiveASTVisitor {
public:
  explicit Mender(ASTContext &Ctx) : Ctx(Ctx) {}

  bool VisitDeclStmt(DeclStmt *S) override {
    for (Decl *D : S->decls()) {
      if (!D->isInvalidDecl() || !D->getDeclContext()->isDependentContext())
        continue;
      if (auto *Var = dyn_cast<VarDecl>(D)) {
        Var->setType(Ctx.VoidPtrTy);
        Var->setTypeSourceInfo(
            Ctx.getTrivialTypeSourceInfo(Ctx.VoidPtrTy, Var->getLocation()));
        Var->setInit(nullptr);
        Var->setInvalidDecl(false);
      } else if (isa<TypedefNameDecl>(D)) {
        D->setInvalidDecl(false);
      }
    }
    return true;
  }

private:
  ASTContext &Ctx;
};

class Consumer : public ASTConsumer {
public:
  explicit Consumer(const DiagnosticsEngine &Diagnostics)
      : Diagnostics(Diagnostics) {}

  void Initialize(ASTContext &Context) override { Ctx = &Context; }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (!Diagnostics.hasErrorOccurred())
      return true;
    const SourceManager &SM = Ctx->getSourceManager();
    for (Decl *D : Group)
      if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
        Mender(*Ctx).TraverseDecl(D);
    return true;
  }

private:
  const DiagnosticsEngine &Diagnostics;
  ASTContext *Ctx = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer>
makeBrokenTemplatesConsumer(const DiagnosticsEngine &Diagnostics) {
  return std::make_unique<Consumer>(Diagnostics);
}

} // namespace aoti_tidy
