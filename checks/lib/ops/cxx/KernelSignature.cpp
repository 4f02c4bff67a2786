// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/KernelSignature.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// T of a class template instance C<T, ...>; null for other types.
QualType elementOf(QualType T) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Spec || Spec->getTemplateArgs().size() == 0 ||
      Spec->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  return Spec->getTemplateArgs()[0].getAsType();
}

bool isOptional(QualType T) {
  return isClass(T, "std", "optional") || isClass(T, "c10", "optional");
}

bool isList(QualType T) {
  return isClass(T, "c10", "ArrayRef") || isClass(T, "std", "vector") ||
         isClass(T, "c10", "List") ||
         isClass(T, "torch::headeronly", "HeaderOnlyArrayRef");
}

/// c10::OptionalArrayRef is an optional list in one class.
bool isOptionalList(QualType T) {
  return isClass(T, "c10", "OptionalArrayRef");
}

/// The only integer type that kernels take. A bool or a char is something else.
bool isInt64(QualType T) {
  const auto *Builtin = T.getNonReferenceType()->getAs<BuiltinType>();
  return Builtin && (Builtin->getKind() == BuiltinType::Long ||
                     Builtin->getKind() == BuiltinType::LongLong);
}

bool isSymInt(QualType T) { return isClass(T, "c10", "SymInt"); }

/// "SymInt[]?"; "Any" for what does not matter here.
std::string schemaTypeOf(QualType T) {
  T = T.getNonReferenceType();
  if (isInt64(T))
    return "int";
  if (isSymInt(T))
    return "SymInt";
  if (isTensor(T) || isClass(T, "torch::stable", "Tensor"))
    return "Tensor";
  const QualType Element = elementOf(T);
  if (!Element.isNull()) {
    if (isOptional(T))
      return schemaTypeOf(Element) + "?";
    if (isList(T))
      return schemaTypeOf(Element) + "[]";
    if (isOptionalList(T))
      return schemaTypeOf(Element) + "[]?";
  }
  return "Any";
}

} // namespace

ParameterForm formOf(QualType T) {
  const std::string Type = schemaTypeOf(T);
  return llvm::StringSwitch<ParameterForm>(Type)
      .Case("int", ParameterForm::Int)
      .Case("int?", ParameterForm::OptionalInt)
      .Case("int[]", ParameterForm::IntList)
      .Case("int[]?", ParameterForm::OptionalIntList)
      .StartsWith("SymInt", ParameterForm::SymInt)
      .Default(ParameterForm::Other);
}

bool takesTensor(QualType T) {
  return StringRef(schemaTypeOf(T)).starts_with("Tensor");
}

std::optional<unsigned> schemaIndexOf(const FunctionDecl *Kernel,
                                      unsigned Index) {
  const bool HasKeySet =
      Kernel->getNumParams() > 0 &&
      isClass(Kernel->getParamDecl(0)->getType(), "c10", "DispatchKeySet");
  if (!HasKeySet)
    return Index;
  return Index == 0 ? std::nullopt : std::optional(Index - 1);
}

OpSchema inferSchema(const FunctionDecl *Kernel) {
  OpSchema S;
  for (const ParmVarDecl *P : Kernel->parameters())
    if (schemaIndexOf(Kernel, P->getFunctionScopeIndex())) {
      SchemaArgument A;
      A.Type = schemaTypeOf(P->getType());
      A.Name = P->getName().str();
      S.Arguments.push_back(std::move(A));
    }
  if (!Kernel->getReturnType()->isVoidType())
    S.Returns.push_back(schemaTypeOf(Kernel->getReturnType()));
  return S;
}

} // namespace aoti_tidy
