// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Names.h"

using namespace clang;

namespace aoti_tidy {

bool isInNamespace(const Decl *D, StringRef Name) {
  const DeclContext *Context = D->getDeclContext();
  while (Context && Context->isInlineNamespace())
    Context = Context->getParent();
  const auto *Namespace = dyn_cast_or_null<NamespaceDecl>(Context);
  return Namespace && Namespace->getQualifiedNameAsString() == Name;
}

bool isClass(QualType T, StringRef Namespace, StringRef Name) {
  const CXXRecordDecl *Record =
      T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  return nameOf(Record) == Name && isInNamespace(Record, Namespace);
}

bool isTensor(QualType T) {
  const CXXRecordDecl *Record =
      T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  auto IsTensorBase = [](const CXXRecordDecl *R) {
    return (nameOf(R) == "TensorBase" || nameOf(R) == "Tensor") &&
           isInNamespace(R, "at");
  };
  return IsTensorBase(Record) ||
         !Record->forallBases(
             [&](const CXXRecordDecl *Base) { return !IsTensorBase(Base); });
}

static bool isStdClass(const CXXRecordDecl *Record, ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, nameOf(Record)) &&
         Record->isInStdNamespace();
}

bool isPointerLike(const CXXRecordDecl *Record) {
  return isStdClass(Record, {"unique_ptr", "shared_ptr", "optional"});
}

bool isList(const CXXRecordDecl *Record) {
  return isStdClass(Record, {"vector", "deque", "list", "array"});
}

bool isMap(const CXXRecordDecl *Record) {
  return isStdClass(Record, {"map", "unordered_map"});
}

StringRef nameOf(const NamedDecl *D) {
  return D && D->getIdentifier() ? D->getName() : StringRef();
}

bool isOfLibrary(const Decl *D) {
  if (D->isInStdNamespace())
    return true;
  const NamespaceDecl *Namespace = nullptr;
  for (const DeclContext *Context = D->getDeclContext(); Context;
       Context = Context->getParent())
    if (const auto *Outer = dyn_cast<NamespaceDecl>(Context))
      Namespace = Outer;
  return Namespace &&
         llvm::is_contained({"at", "torch", "c10", "caffe2", "std"},
                            Namespace->getName());
}

} // namespace aoti_tidy
