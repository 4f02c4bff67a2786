// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/HandedCode.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Whether what \p Callee returns is, or calls, what it is given.
bool passesOn(const FunctionDecl &Callee) {
  return Callee.isInStdNamespace() && Callee.getIdentifier() &&
         llvm::is_contained({"bind", "bind_front", "cref", "forward",
                             "make_pair", "make_tuple", "mem_fn", "move",
                             "not_fn", "ref", "tie"},
                            Callee.getName());
}

void add(const Expr *E, HandedCode &To);

void addVariable(const VarDecl &Var, HandedCode &To) {
  const QualType T = Var.getType().getNonReferenceType();
  if (isClass(T, "std", "function")) {
    // What it is made of; whoever sets it to something else has handed that on.
    if (Var.hasLocalStorage() && !isa<ParmVarDecl>(Var) && Var.getInit())
      add(Var.getInit(), To);
    To.HasUnknown |= To.Code.empty();
  }
}

/// The operators of \p T, if what is of that type can be called.
void addOperators(QualType T, HandedCode &To) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || isOfLibrary(Class))
    return;
  for (const Decl *D : Class->getDefinition()->decls()) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      for (const FunctionDecl *Instance : Template->specializations())
        if (Instance->getOverloadedOperator() == OO_Call)
          To.Code.push_back(Instance);
    } else if (const auto *Method = dyn_cast<CXXMethodDecl>(D);
               Method && Method->getOverloadedOperator() == OO_Call) {
      To.Code.push_back(Method);
    }
  }
}

void add(const Expr *E, HandedCode &To) {
  E = E ? stripped(E) : nullptr;
  if (!E || E->isTypeDependent())
    return;
  addOperators(E->getType(), To);
  if (isa<CXXThisExpr>(E)) {
    To.HasObject = true;
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    add(Unary->getSubExpr(), To);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *Function = dyn_cast<FunctionDecl>(Ref->getDecl()))
      To.Code.push_back(Function);
    else if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      addVariable(*Var, To);
  } else if (isa<MemberExpr>(E)) {
    To.HasUnknown |= isClass(E->getType(), "std", "function");
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    for (const Expr *Arg : Made->arguments())
      add(Arg, To);
  } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
    for (const Expr *Init : List->inits())
      add(Init, To);
  } else if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E)) {
    add(List->getSubExpr(), To);
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    add(Choice->getTrueExpr(), To);
    add(Choice->getFalseExpr(), To);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (const FunctionDecl *Callee = Call->getDirectCallee();
        Callee && passesOn(*Callee))
      for (const Expr *Arg : Call->arguments())
        add(Arg, To);
  }
}

/// Goes through the classes that an object is made of.
class Parts {
public:
  explicit Parts(llvm::function_ref<void(const CXXRecordDecl &)> Visit)
      : Visit(Visit) {}

  void add(QualType T) {
    T = T->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    Class = Class ? Class->getDefinition() : nullptr;
    if (!Class || Class->isDependentType() || !Seen.insert(Class).second)
      return;
    if (isOfLibrary(Class))
      return addHeld(*Class);
    Visit(*Class);
    for (const CXXBaseSpecifier &Base : Class->bases())
      add(Base.getType());
    for (const FieldDecl *Field : Class->fields())
      if (!Field->getType()->isReferenceType())
        add(Field->getType());
  }

  /// What std::unique_ptr<T>, std::vector<T> hold.
  void addHeld(const CXXRecordDecl &Class) {
    if (const auto *Instance =
            dyn_cast<ClassTemplateSpecializationDecl>(&Class))
      addTypes(Instance->getTemplateArgs());
  }
  void addTypes(const TemplateArgumentList &Types) {
    for (const TemplateArgument &Type : Types.asArray())
      if (Type.getKind() == TemplateArgument::Type &&
          !Type.getAsType()->isReferenceType() &&
          !Type.getAsType()->isPointerType())
        add(Type.getAsType());
  }

private:
  llvm::function_ref<void(const CXXRecordDecl &)> Visit;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
};

} // namespace

HandedCode handedBy(ArrayRef<const Expr *> Args) {
  HandedCode Result;
  for (const Expr *Arg : Args)
    add(Arg, Result);
  return Result;
}

void forEachDestructorOf(QualType T, FunctionVisitor Visit) {
  const auto Note = [&](const CXXRecordDecl &Class) {
    if (const CXXDestructorDecl *Destructor = Class.getDestructor();
        Destructor && Destructor->isUserProvided())
      Visit(*Destructor);
  };
  Parts(Note).add(T);
}

void forEachMadeBy(const FunctionDecl &Callee, FunctionVisitor Visit) {
  const auto Note = [&](const CXXRecordDecl &Class) {
    for (const CXXConstructorDecl *Constructor : Class.ctors())
      if (Constructor->isUserProvided())
        Visit(*Constructor);
  };
  Parts Made(Note);
  if (const TemplateArgumentList *Types =
          Callee.getTemplateSpecializationArgs();
      Types && Types->size() > 0 &&
      Types->get(0).getKind() == TemplateArgument::Type)
    Made.add(Types->get(0).getAsType());
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    Made.addHeld(*Method->getParent());
}

bool isOfProgram(const FunctionDecl &Function) {
  return !isOfLibrary(&Function) &&
         !Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

} // namespace aoti_tidy
