// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/SizeTypes.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {
SizeType sizeTypeOf(QualType T) {
  if (T.isNull() || T->isDependentType())
    return {};
  T = T.getNonReferenceType();
  if (isClass(T, "c10", "SymInt"))
    return {SizeForm::Int, true};
  if (T->isIntegerType() && !T->isEnumeralType() && !T->isBooleanType() &&
      !T->isAnyCharacterType())
    return {SizeForm::Int, false};
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Class || Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return {};
  const SizeType Element = sizeTypeOf(Class->getTemplateArgs()[0].getAsType());
  if (Element.Form != SizeForm::Int)
    return {};
  if (isClass(T, "std", "vector"))
    return {SizeForm::Vector, Element.Symbolic};
  // The other is its base, which newer torch compares.
  return isClass(T, "c10", "ArrayRef") ||
                 isClass(T, "c10", "HeaderOnlyArrayRef")
             ? SizeType{SizeForm::Array, Element.Symbolic}
             : SizeType();
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
  const std::string Name = "sym_" + F->getName().str();
  for (const NamedDecl *D :
       F->getDeclContext()->getRedeclContext()->lookup(&Ctx.Idents.get(Name))) {
    const auto *Sym = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
    if (!Sym || Sym->isInvalidDecl() ||
        Sym->getNumParams() != F->getNumParams())
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

} // namespace aoti_tidy
