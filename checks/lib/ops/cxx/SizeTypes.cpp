// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/SizeTypes.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool isPlainInteger(QualType T) {
  const auto *Builtin = T.getCanonicalType()->getAs<BuiltinType>();
  if (!Builtin)
    return false;
  switch (Builtin->getKind()) {
  case BuiltinType::Short:
  case BuiltinType::UShort:
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
    return true;
  default:
    return false;
  }
}

SizeForm containerForm(const ClassTemplateSpecializationDecl *Class,
                       SizeForm Element) {
  if (!Class->getIdentifier())
    return SizeForm::None;
  const StringRef Name = Class->getName();
  if (isInNamespace(Class, "std")) {
    if (Name == "vector" && Element == SizeForm::Int)
      return SizeForm::Vector;
    if (Name == "optional" && Element == SizeForm::Int)
      return SizeForm::Optional;
    if (Name == "optional" && Element == SizeForm::Array)
      return SizeForm::OptionalArray;
  }
  if (isInNamespace(Class, "c10") && Element == SizeForm::Int) {
    // its base, which newer torch compares
    if (Name == "ArrayRef" || Name == "HeaderOnlyArrayRef")
      return SizeForm::Array;
    if (Name == "SmallVector")
      return SizeForm::SmallVector;
    if (Name == "OptionalArrayRef")
      return SizeForm::OptionalArray;
  }
  return SizeForm::None;
}

/// Functions of that name declared next to \p F.
auto siblings(const FunctionDecl *F, const std::string &Name, ASTContext &Ctx) {
  return F->getDeclContext()->getRedeclContext()->lookup(&Ctx.Idents.get(Name));
}

const FunctionDecl *asFunction(const NamedDecl *D) {
  const auto *F = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
  return F && !F->isInvalidDecl() && !F->isDeleted() ? F : nullptr;
}

bool sameConstness(const FunctionDecl *A, const FunctionDecl *B) {
  const auto *MA = dyn_cast<CXXMethodDecl>(A);
  const auto *MB = dyn_cast<CXXMethodDecl>(B);
  if (!MA || !MB)
    return !MA && !MB;
  return MA->isStatic() == MB->isStatic() && MA->isConst() == MB->isConst() &&
         (MA->getAccess() == AS_public || MA->getAccess() == AS_none) ==
             (MB->getAccess() == AS_public || MB->getAccess() == AS_none);
}

} // namespace

SizeType sizeTypeOf(QualType T) {
  if (T.isNull() || T->isDependentType())
    return {};
  T = T.getNonReferenceType();
  if (isPlainInteger(T))
    return {SizeForm::Int, false};
  if (isClass(T, "c10", "SymInt"))
    return {SizeForm::Int, true};
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Class || Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  const SizeType Element = sizeTypeOf(Class->getTemplateArgs()[0].getAsType());
  const SizeForm Form = containerForm(Class, Element.Form);
  return Form == SizeForm::None ? SizeType() : SizeType{Form, Element.Symbolic};
}

bool mixesWithSymInt(QualType T, ASTContext &Ctx) {
  T = T.getNonReferenceType();
  if (T->isEnumeralType())
    return false;
  if (Ctx.isPromotableIntegerType(T))
    T = Ctx.getPromotedIntegerType(T);
  T = T.getCanonicalType().getUnqualifiedType();
  // int32_t, uint32_t, int64_t and uint64_t, as this platform has them.
  return T == Ctx.IntTy || T == Ctx.UnsignedIntTy ||
         T == Ctx.getIntTypeForBitwidth(64, true).getCanonicalType() ||
         T == Ctx.getIntTypeForBitwidth(64, false).getCanonicalType();
}

const FunctionDecl *symFormOf(const FunctionDecl *F, ASTContext &Ctx) {
  if (!F || !F->getIdentifier())
    return nullptr;
  for (const NamedDecl *D : siblings(F, "sym_" + F->getName().str(), Ctx)) {
    const FunctionDecl *Sym = asFunction(D);
    if (!Sym || Sym->getNumParams() != F->getNumParams() ||
        !sameConstness(F, Sym))
      continue;
    const SizeType From = sizeTypeOf(F->getReturnType());
    const SizeType To = sizeTypeOf(Sym->getReturnType());
    if (From.isConcrete() && To.Symbolic && From.Form == To.Form &&
        llvm::equal(F->parameters(), Sym->parameters(),
                    [&](const ParmVarDecl *A, const ParmVarDecl *B) {
                      return ASTContext::hasSameType(A->getType(),
                                                     B->getType());
                    }))
      return Sym;
  }
  return nullptr;
}

const FunctionDecl *symIntFormOf(const FunctionDecl *F, ASTContext &Ctx) {
  if (!F || !F->getIdentifier())
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method ? !isTensor(Ctx.getCanonicalTagType(Method->getParent()))
             : !isInNamespace(F, "at") && !isInNamespace(F, "torch"))
    return nullptr;
  for (const NamedDecl *D : siblings(F, F->getName().str() + "_symint", Ctx)) {
    const FunctionDecl *Sym = asFunction(D);
    if (Sym && Sym->getNumParams() == F->getNumParams() &&
        sameConstness(F, Sym) &&
        ASTContext::hasSameType(F->getReturnType(), Sym->getReturnType()) &&
        llvm::equal(
            F->parameters(), Sym->parameters(),
            [&](const ParmVarDecl *A, const ParmVarDecl *B) {
              const SizeType From = sizeTypeOf(A->getType());
              const SizeType To = sizeTypeOf(B->getType());
              return ASTContext::hasSameType(A->getType(), B->getType()) ||
                     (From.isConcrete() && To.Symbolic && From.Form == To.Form);
            }))
      return Sym;
  }
  return nullptr;
}

} // namespace aoti_tidy
