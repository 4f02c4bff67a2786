// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/UnitCalls.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

static const FunctionDecl *key(const FunctionDecl *F) {
  return F->getCanonicalDecl();
}

/// Whether what \p Callee is given by 'T &&' can be changed by that: it is kept by
/// reference, or handed to the program's own code.
static bool keepsForwarded(const FunctionDecl &Callee) {
  if (const auto *Made = dyn_cast<CXXConstructorDecl>(&Callee))
    return holdsReferences(
        Callee.getASTContext().getCanonicalTagType(Made->getParent()));
  return Callee.isInStdNamespace() &&
         llvm::is_contained({"invoke", "forward_as_tuple"}, nameOf(&Callee));
}

/// Whether \p Param takes what it is given by reference only to pass it on:
/// 'T &&', of a library's template.
bool isForwarded(const FunctionDecl &Callee, const ParmVarDecl &Param) {
  const FunctionDecl *Pattern = Callee.getTemplateInstantiationPattern();
  if (!Pattern || !isOfLibrary(&Callee) || keepsForwarded(Callee))
    return false;
  const unsigned Index = Param.getFunctionScopeIndex();
  const ParmVarDecl *Written =
      Index < Pattern->getNumParams()
          ? Pattern->getParamDecl(Index)
          : (Pattern->getNumParams() > 0
                 ? Pattern->getParamDecl(Pattern->getNumParams() - 1)
                 : nullptr);
  if (!Written)
    return false;
  QualType T = Written->getType();
  if (const auto *Pack = T->getAs<PackExpansionType>())
    T = Pack->getPattern();
  return T->isRValueReferenceType();
}

bool isMutableReference(QualType T) {
  return T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
}

void UnitIndex::CallNotes::noteCall(const FunctionDecl &Callee, Args Given) {
  if (isOfLibrary(&Callee))
    return;
  Call Made;
  Made.Args.assign(Given.begin(), Given.end());
  Made.In = Function;
  Index.Calls[key(&Callee)].push_back(std::move(Made));
  if (Function)
    Index.Callees[Function].push_back(key(&Callee));
}

void UnitIndex::CallNotes::leadTo(const FunctionDecl &Run) {
  if (Function)
    Index.Callees[Function].push_back(key(&Run));
}

void UnitIndex::CallNotes::madeByLibrary(const FunctionDecl &Callee,
                                         Args Given) {
  const StringRef Name = nameOf(&Callee);
  const bool IsStd = Callee.isInStdNamespace();
  const TemplateArgumentList *Types = Callee.getTemplateSpecializationArgs();
  const bool Makes =
      IsStd && llvm::is_contained({"make_unique", "make_shared"}, Name);
  if (const auto *Owner =
          dyn_cast<ClassTemplateSpecializationDecl>(Callee.getDeclContext());
      Owner && (!IsStd || Name.contains("emplace") || Name == "resize"))
    open(Owner->getTemplateArgs(), nullptr, {});
  if (Types)
    open(*Types, Makes ? &Callee : nullptr, Given);
}

void UnitIndex::CallNotes::open(const TemplateArgumentList &Types,
                                const FunctionDecl *Maker, Args Given) {
  for (const TemplateArgument &Type : Types.asArray()) {
    if (Type.getKind() != TemplateArgument::Type)
      continue;
    const auto *Class = Type.getAsType()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || isOfLibrary(Class))
      continue;
    const CXXConstructorDecl *Only = nullptr;
    unsigned Fitting = 0;
    for (const CXXConstructorDecl *C : Class->getDefinition()->ctors())
      if (!C->isCopyOrMoveConstructor() && !C->isDeleted() &&
          Given.size() >= C->getMinRequiredArguments() &&
          Given.size() <= C->getNumParams()) {
        Only = C;
        ++Fitting;
      }
    if (Maker && Fitting == 1)
      noteCall(*Only, Given);
    else if (!Maker || Fitting > 1) {
      Index.MadeByLibrary.insert(Class->getCanonicalDecl());
      for (const CXXConstructorDecl *C : Class->getDefinition()->ctors())
        if (C->isUserProvided())
          leadTo(*C);
    }
    // Only the first says what is made; the others are its arguments.
    if (Maker)
      return;
  }
}

} // namespace aoti_tidy
