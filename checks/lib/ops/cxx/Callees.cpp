// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/Callees.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The names of the namespaces around \p D, outermost first.
SmallVector<StringRef, 4> namespacesOf(const Decl &D) {
  SmallVector<StringRef, 4> Names;
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && !N->isInline())
      Names.push_back(N->getName());
  std::reverse(Names.begin(), Names.end());
  return Names;
}

/// Declared by torch's headers, which may be included without -isystem. A
/// user's file may put operators into torch's namespaces.
bool isOfTorch(const FunctionDecl &F, ArrayRef<StringRef> Namespaces,
               const SourceManager &SM) {
  return !Namespaces.empty() &&
         llvm::is_contained({"at", "c10", "torch", "caffe2"},
                            Namespaces.front()) &&
         !SM.isInMainFile(SM.getExpansionLoc(F.getLocation()));
}

/// Torch's own ways to do something that cannot be seen: kernels for a device,
/// and calls of functions that are registered elsewhere.
bool isTorchsDoor(const FunctionDecl &F, ArrayRef<StringRef> Namespaces) {
  if (llvm::is_contained(Namespaces, "cuda") ||
      llvm::is_contained(Namespaces, "hip"))
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const IdentifierInfo *Class =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  if (!Class)
    return false;
  // struct my_stub : at::native::DispatchStub<...>; MyFunction::apply(x), where
  // MyFunction::forward is not in sight; what reads the data of its operands.
  return Class->getName() == "DispatchStub" ||
         Class->getName().starts_with("TensorIterator") ||
         (Class->getName() == "Function" &&
          llvm::is_contained(Namespaces, "autograd"));
}

/// std::function, std::move_only_function …
bool isFunctionWrapper(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const IdentifierInfo *Class =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  return Class && F.getOverloadedOperator() == OO_Call &&
         Class->getName().ends_with("function");
}

/// The 'forward' of MyFunction, which MyFunction::apply(x) runs with a context
/// before the arguments; null if \p F is no apply() of a
/// torch::autograd::Function, or which one it runs cannot be told.
const FunctionDecl *forwardOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const auto *Base =
      Method ? dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent())
             : nullptr;
  if (!Base || !Method->getIdentifier() || Method->getName() != "apply" ||
      Base->getName() != "Function" ||
      !isInNamespace(Base, "torch::autograd") ||
      Base->getTemplateArgs().get(0).getKind() != TemplateArgument::Type)
    return nullptr;
  const auto *Derived =
      Base->getTemplateArgs().get(0).getAsType()->getAsCXXRecordDecl();
  const FunctionDecl *Forward = nullptr;
  if (Derived)
    for (const NamedDecl *D :
         Derived->lookup(&F.getASTContext().Idents.get("forward"))) {
      if (Forward || !isa<CXXMethodDecl>(D))
        return nullptr;
      Forward = cast<CXXMethodDecl>(D);
    }
  return Forward;
}

bool isInside(const DeclContext *Inner, const FunctionDecl &Outer) {
  const auto *Target = Outer.getCanonicalDecl();
  for (; Inner; Inner = Inner->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(Inner);
        F && F->getCanonicalDecl() == Target)
      return true;
  return false;
}

Callee helperOrOpaque(const FunctionDecl &F, const SourceManager &SM) {
  const FunctionDecl *Definition = nullptr;
  if (!F.hasBody(Definition) || Definition->isInvalidDecl() ||
      Definition->isDependentContext() ||
      SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())))
    return {Callee::Kind::Opaque};
  return {Callee::Kind::Helper, Definition};
}

Callee functionCallee(const FunctionDecl &F, const FunctionDecl &Caller,
                      const SourceManager &SM) {
  if (F.getBuiltinID() != 0)
    return {Callee::Kind::Known};
  const auto Namespaces = namespacesOf(F);
  if (F.isInStdNamespace() ||
      (!Namespaces.empty() && Namespaces.front() == "std"))
    return {isFunctionWrapper(F) ? Callee::Kind::Opaque : Callee::Kind::Known};
  if (const FunctionDecl *Forward = forwardOf(F)) {
    Callee C = helperOrOpaque(*Forward, SM);
    C.LeadingParameters = 1;
    return C;
  }
  if (isOfTorch(F, Namespaces, SM))
    return {isTorchsDoor(F, Namespaces) ? Callee::Kind::Opaque
                                        : Callee::Kind::Known};
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && (F.isImplicit() || F.isDefaulted()))
    return {Callee::Kind::Known};
  // Its body is part of the caller's. A generic lambda's instances are not.
  if (Method && Method->getParent()->isLambda() &&
      !Method->isTemplateInstantiation() &&
      isInside(Method->getParent()->getDeclContext(), Caller))
    return {Callee::Kind::Known};
  if (Method && Method->isVirtual())
    return {Callee::Kind::Opaque};
  return helperOrOpaque(F, SM);
}

} // namespace

Callee calleeOf(const Stmt &S, const FunctionDecl &Caller,
                const SourceManager &SM) {
  if (isa<AsmStmt, CUDAKernelCallExpr>(S))
    return {Callee::Kind::Opaque};
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    // Bodies of constructors are not followed.
    const Callee C = functionCallee(*Construct->getConstructor(), Caller, SM);
    return {C.K == Callee::Kind::Known ? C.K : Callee::Kind::Opaque};
  }
  const auto *Call = dyn_cast<CallExpr>(&S);
  if (!Call ||
      isa<CXXPseudoDestructorExpr>(Call->getCallee()->IgnoreParenImpCasts()))
    return {Callee::Kind::Known};
  const FunctionDecl *F = Call->getDirectCallee();
  return F ? functionCallee(*F, Caller, SM) : Callee{Callee::Kind::Opaque};
}

} // namespace aoti_tidy
