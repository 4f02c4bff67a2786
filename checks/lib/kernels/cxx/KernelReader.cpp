// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/KernelReader.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"

using namespace clang;

namespace aoti_tidy {

namespace {

template <typename Decls>
void readKernelsIn(const Decls &Where, ASTContext &Ctx, unsigned File,
                   std::vector<Kernel> &Into) {
  for (const Decl *D : Where) {
    if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D)) {
      readKernelsIn(Linkage->decls(), Ctx, File, Into);
      continue;
    }
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->isExternC() && F->doesThisDeclarationHaveABody() &&
        F->getReturnType()->isVoidType() &&
        Ctx.getSourceManager().isInMainFile(F->getLocation()))
      Into.push_back(KernelInterpreter(Ctx, File).run(*F));
  }
}

} // namespace

std::vector<Kernel> readKernels(ASTContext &Ctx, unsigned File) {
  std::vector<Kernel> Kernels;
  readKernelsIn(projectDecls(Ctx), Ctx, File, Kernels);
  return Kernels;
}

std::vector<Kernel> readKernels(llvm::StringRef Text, llvm::StringRef Name,
                                unsigned File) {
  const auto Tree = parseKernels(Text, Name);
  return Tree ? readKernels(Tree->getASTContext(), File)
              : std::vector<Kernel>();
}

} // namespace aoti_tidy
