// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFLOW_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFLOW_H

#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/symint-meta/SourceEdits.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy {

/// What an expression becomes when the sizes it is made of become symbolic.
enum class Flow {
  Same,  ///< its type does not change
  Int,   ///< a c10::SymInt
  Array, ///< a c10::SymIntArrayRef
  Vector,
  Braces, ///< {a, b} of which some are symbolic
  Void,   ///< a value before, none now: SymInt's += returns nothing
};

/// Checks the types of a function's body anew, as they will be when the calls
/// that read sizes return symbolic ones: every expression says what it becomes
/// from what its operands become, and declarations of locals follow their
/// values. Whatever is not known to take a symbolic value fails the whole, so
/// that what remains compiles.
class SymIntFlow : public clang::ConstStmtVisitor<SymIntFlow, Flow> {
public:
  SymIntFlow(clang::ASTContext &Ctx, const KernelScan &Scan);

  /// Takes a parameter for symbolic. Its declarations are the caller's to edit.
  void addParameter(const clang::ParmVarDecl *Parameter);

  /// Follows the values through \p Functions and collects the edits. False if
  /// one flows somewhere that is not understood, or a defect remains.
  bool run(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
           SourceEdits &Edits);

  // What follows is for the visitor only.
  Flow VisitExpr(const clang::Expr *E);
  Flow VisitStmt(const clang::Stmt *S);
  Flow VisitParenExpr(const clang::ParenExpr *E);
  Flow VisitFullExpr(const clang::FullExpr *E);
  Flow VisitMaterializeTemporaryExpr(const clang::MaterializeTemporaryExpr *E);
  Flow VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E);
  Flow VisitCXXDefaultArgExpr(const clang::CXXDefaultArgExpr *) {
    return Flow::Same;
  }
  Flow VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *E);
  Flow VisitDeclRefExpr(const clang::DeclRefExpr *E);
  Flow VisitCastExpr(const clang::CastExpr *E);
  Flow VisitInitListExpr(const clang::InitListExpr *E);
  Flow
  VisitCXXStdInitializerListExpr(const clang::CXXStdInitializerListExpr *E);
  Flow VisitBinaryOperator(const clang::BinaryOperator *E);
  Flow VisitUnaryOperator(const clang::UnaryOperator *E);
  Flow VisitConditionalOperator(const clang::ConditionalOperator *E);
  Flow
  VisitCXXRewrittenBinaryOperator(const clang::CXXRewrittenBinaryOperator *E);
  Flow VisitLambdaExpr(const clang::LambdaExpr *E);
  Flow VisitCallExpr(const clang::CallExpr *E);
  Flow VisitCXXMemberCallExpr(const clang::CXXMemberCallExpr *E);
  Flow VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *E);
  Flow VisitCXXConstructExpr(const clang::CXXConstructExpr *E);

private:
  // Statements.
  void statement(const clang::Stmt *S);
  void loop(const clang::Stmt *Condition, const clang::Stmt *Increment,
            const clang::Stmt *Body);
  void declare(const clang::VarDecl *Var);
  void declare(const clang::DeclStmt *S);
  static bool initialiserFits(const clang::VarDecl *Var);

  // Expressions.
  Flow value(const clang::Expr *E);
  Flow fail();
  Flow defect(const Defect &D, const clang::Expr *E);
  Flow read(const clang::CallExpr *E);
  bool askRank(const clang::Expr *Count, const clang::Expr *Other);
  const Defect *defectAt(const clang::Expr *E) const;
  Flow unwrapSymbolic(const clang::CallExpr *E);
  Flow braces(const clang::InitListExpr *E);
  Flow arithmetic(const clang::BinaryOperator *E, Flow L, Flow R);
  Flow assign(const clang::Expr *Target, const clang::Expr *Source,
              bool Compound);
  Flow castToInt(const clang::ExplicitCastExpr *E);
  Flow call(const clang::FunctionDecl *Callee,
            llvm::ArrayRef<const clang::Expr *> Args,
            llvm::ArrayRef<Flow> Flows, const clang::Expr *Name);
  Flow containerCall(Flow Base, const clang::CXXMemberCallExpr *E,
                     llvm::ArrayRef<Flow> Args);
  llvm::SmallVector<Flow, 4> values(llvm::ArrayRef<const clang::Expr *> Args);
  /// Whether \p Element, if it is one of a list's, can be assigned to.
  bool isOwned(const clang::Expr *Element);
  bool isIntLike(const clang::Expr *E, Flow F) const;
  /// Whether \p E, whose type stays, may become that parameter's symbolic
  /// value; a local that could not is made symbolic itself.
  bool convertible(const clang::Expr *E, clang::QualType Parameter);

  /// Makes the local that \p Target is, or is an element of, symbolic.
  bool makeSymbolic(const clang::Expr *Target);
  bool makeSymbolic(const clang::VarDecl *Var, SizeForm Form);

  clang::ASTContext &Ctx;
  const KernelScan &Scan;
  /// By place: a macro's argument can be expanded more than once.
  llvm::DenseMap<clang::SourceLocation, llvm::SmallVector<const Defect *, 1>>
      Defects;
  llvm::DenseSet<const Defect *> Cured;
  llvm::DenseMap<const clang::VarDecl *, Flow> Variables;
  SourceEdits *Edits = nullptr;
  unsigned SymbolicInts = 0; ///< seen so far
  bool Failed = false;
  bool Again = false; ///< a variable turned out to be symbolic
};

/// What a value of that form becomes.
Flow flowOf(SizeForm Form);

/// Whether a symbolic \p F initialises a symbolic value of that form.
bool fits(SizeForm Form, Flow F);

} // namespace aoti_tidy

#endif
