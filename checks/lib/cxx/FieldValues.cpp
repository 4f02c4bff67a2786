// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/FieldValues.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Looks for what changes a field: assignments, its address, its methods that
/// are not const, functions that take it by reference.
class Changes : public ConstDynamicRecursiveASTVisitor {
public:
  explicit Changes(const FieldDecl &Field) : Field(Field) {}

  bool VisitBinaryOperator(const BinaryOperator *E) override {
    return !(E->isAssignmentOp() && isField(E->getLHS()));
  }
  bool VisitUnaryOperator(const UnaryOperator *E) override {
    return !((E->isIncrementDecrementOp() || E->getOpcode() == UO_AddrOf) &&
             isField(E->getSubExpr()));
  }
  bool VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) override {
    return !(E->isAssignmentOp() && isField(E->getArg(0)));
  }
  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *E) override {
    const CXXMethodDecl *Method = E->getMethodDecl();
    return !(isField(E->getImplicitObjectArgument()) && Method &&
             !Method->isConst());
  }
  bool VisitCallExpr(const CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    // TensorOptions::device(T &&) is not a change, and is a method.
    if (!Callee || isa<CXXMethodDecl>(Callee))
      return true;
    for (const auto [Param, Arg] :
         llvm::zip(Callee->parameters(), E->arguments())) {
      const QualType T = Param->getType();
      if (T->isReferenceType() && !T->getPointeeType().isConstQualified() &&
          isField(Arg))
        return false;
    }
    return true;
  }

private:
  bool isField(const Expr *E) const {
    const auto *Member =
        dyn_cast_or_null<MemberExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
    return Member && Member->getMemberDecl() == &Field;
  }

  const FieldDecl &Field;
};

/// Whether code that is not in sight can change the field: a method that is
/// defined elsewhere or, of a field that all may name, anything.
bool canChangeUnseen(const FieldDecl &Field, const CXXRecordDecl &Class) {
  const SourceManager &Sources = Field.getASTContext().getSourceManager();
  if (!Sources.isInMainFile(Field.getLocation()) &&
      (Field.getAccess() != AS_private || Class.hasFriends()))
    return true;
  return llvm::any_of(Class.methods(), [](const CXXMethodDecl *Method) {
    return !Method->isImplicit() && !Method->isConst() &&
           !Method->isDefaulted() && !Method->isDeleted() &&
           !Method->isStatic() && !Method->isDefined();
  });
}

/// In the file of the class and in the main file.
bool isChanged(const FieldDecl &Field) {
  const ASTContext &Ctx = Field.getASTContext();
  const SourceManager &Sources = Ctx.getSourceManager();
  const FileID Own = Sources.getFileID(Field.getLocation());
  Changes Visitor(Field);
  return llvm::any_of(Ctx.getTranslationUnitDecl()->decls(), [&](Decl *D) {
    const FileID File =
        Sources.getFileID(Sources.getExpansionLoc(D->getLocation()));
    return (File == Own || File == Sources.getMainFileID()) &&
           !Visitor.TraverseDecl(D);
  });
}

} // namespace

llvm::SmallVector<const Expr *, 2> onlyValuesOf(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || Class->isDependentContext() || Field.isMutable() ||
      Class->isAggregate())
    return {};
  llvm::SmallVector<const Expr *, 2> Values;
  const auto AddDefault = [&] {
    Values.push_back(Field.getInClassInitializer());
  };
  for (const CXXConstructorDecl *Constructor : Class->ctors()) {
    if (Constructor->isCopyOrMoveConstructor() || Constructor->isDeleted() ||
        Constructor->isDelegatingConstructor())
      continue;
    if (Constructor->isImplicit() || Constructor->isDefaulted()) {
      AddDefault();
      continue;
    }
    const FunctionDecl *Definition = Constructor->getDefinition();
    if (!Definition)
      return {};
    const auto Inits = cast<CXXConstructorDecl>(Definition)->inits();
    const auto Found =
        llvm::find_if(Inits, [&](const CXXCtorInitializer *Init) {
          return Init->getMember() == &Field && Init->isWritten();
        });
    if (Found == Inits.end())
      AddDefault();
    else
      Values.push_back((*Found)->getInit());
  }
  if (Class->needsImplicitDefaultConstructor())
    AddDefault();
  if (llvm::is_contained(Values, nullptr))
    return {};
  const bool IsConst = Field.getType().isConstQualified();
  if (!IsConst && (canChangeUnseen(Field, *Class) || isChanged(Field)))
    return {};
  return Values;
}

} // namespace aoti_tidy
