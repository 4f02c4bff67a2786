// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFLOW_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFLOW_H

#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/symint-meta/SourceEdits.h"
#include "clang/AST/StmtVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang::tidy::aoti {

/// What an expression becomes when the sizes it is made of become symbolic.
enum class Flow {
  Same,  ///< its type does not change
  Int,   ///< a c10::SymInt
  Array, ///< a c10::SymIntArrayRef
  Vector,
  SmallVector,
  Optional,
  OptionalArray,
  Braces,   ///< {a, b} of which some are symbolic
  Iterator, ///< into one of the containers above
  Void,     ///< a value before, none now: SymInt's += returns nothing
};

/// Checks the types of a function's body anew, as they will be when the calls
/// that read sizes return symbolic ones: every expression says what it becomes
/// from what its operands become, and declarations of locals follow their
/// values. Whatever is not known to take a symbolic value fails the whole, so
/// that what remains compiles.
class SymIntFlow : public ConstStmtVisitor<SymIntFlow, Flow> {
public:
  SymIntFlow(ASTContext &Ctx, const KernelScan &Scan);

  /// Takes a parameter for symbolic. Its declarations are the caller's to edit.
  void addParameter(const ParmVarDecl *Parameter);

  /// Follows the values through \p Functions and collects the edits. False if
  /// one flows somewhere that is not understood, or a defect remains.
  bool run(llvm::ArrayRef<const FunctionDecl *> Functions, SourceEdits &Edits);

  // What follows is for the visitor only.
  Flow VisitExpr(const Expr *E);
  Flow VisitStmt(const Stmt *S);
  Flow VisitParenExpr(const ParenExpr *E);
  Flow VisitFullExpr(const FullExpr *E);
  Flow VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E);
  Flow VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E);
  Flow VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *) { return Flow::Same; }
  Flow VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E);
  Flow VisitDeclRefExpr(const DeclRefExpr *E);
  Flow VisitCastExpr(const CastExpr *E);
  Flow VisitInitListExpr(const InitListExpr *E);
  Flow VisitCXXStdInitializerListExpr(const CXXStdInitializerListExpr *E);
  Flow VisitBinaryOperator(const BinaryOperator *E);
  Flow VisitUnaryOperator(const UnaryOperator *E);
  Flow VisitConditionalOperator(const ConditionalOperator *E);
  Flow VisitCXXRewrittenBinaryOperator(const CXXRewrittenBinaryOperator *E);
  Flow VisitLambdaExpr(const LambdaExpr *E);
  Flow VisitCallExpr(const CallExpr *E);
  Flow VisitCXXMemberCallExpr(const CXXMemberCallExpr *E);
  Flow VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E);
  Flow VisitCXXConstructExpr(const CXXConstructExpr *E);

private:
  // Statements.
  void statement(const Stmt *S);
  void loop(const Stmt *Condition, const Stmt *Increment, const Stmt *Body);
  void rangeFor(const CXXForRangeStmt *For);
  void declare(const VarDecl *Var);
  void declare(const DeclStmt *S);
  bool initialiserFits(const VarDecl *Var) const;

  // Expressions.
  Flow value(const Expr *E);
  Flow fail();
  Flow defect(const Defect &D, const Expr *E);
  Flow read(const CallExpr *E);
  Flow readByFunction(const CallExpr *E);
  bool renameRead(const CallExpr *E, const FunctionDecl *Sym);
  bool askRank(const Expr *Count, const Expr *Other);
  const Defect *defectAt(const Expr *E) const;
  Flow unwrapSymbolic(const CallExpr *E);
  Flow braces(const InitListExpr *E);
  Flow arithmetic(const BinaryOperator *E, Flow L, Flow R);
  Flow assign(const Expr *Target, const Expr *Source, bool Compound);
  Flow castToInt(const ExplicitCastExpr *E);
  Flow call(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args,
            llvm::ArrayRef<Flow> Flows, const Expr *Name);
  Flow containerCall(Flow Base, const CXXMemberCallExpr *E,
                     llvm::ArrayRef<Flow> Args);
  Flow smallerOrLarger(const FunctionDecl *Callee,
                       llvm::ArrayRef<const Expr *> Args,
                       llvm::ArrayRef<Flow> Flows, const Expr *Name);
  llvm::SmallVector<Flow, 4> values(llvm::ArrayRef<const Expr *> Args);
  /// Whether \p Element, if it is one of a list's, can be assigned to.
  bool isOwned(const Expr *Element);
  bool isIntLike(const Expr *E, Flow F) const;
  /// Whether \p E, whose type stays, may become that parameter's symbolic
  /// value; a local that could not is made symbolic itself.
  bool convertible(const Expr *E, QualType Parameter);

  /// Makes the local that \p Target is, or is an element of, symbolic.
  bool makeSymbolic(const Expr *Target);
  bool makeSymbolic(const VarDecl *Var, SizeForm Form);

  ASTContext &Ctx;
  const KernelScan &Scan;
  /// By place: a macro's argument can be expanded more than once.
  llvm::DenseMap<SourceLocation, llvm::SmallVector<const Defect *, 1>> Defects;
  llvm::DenseSet<const Defect *> Cured;
  llvm::DenseMap<const VarDecl *, Flow> Variables;
  SourceEdits *Edits = nullptr;
  unsigned SymbolicInts = 0; ///< seen so far
  bool Failed = false;
  bool Renamed = false;   ///< the call seen last became its _symint form
  bool InMessage = false; ///< what is visited is printed when a check fails
  bool Again = false;     ///< a variable turned out to be symbolic
};

/// What a value of that form becomes.
Flow flowOf(SizeForm Form);

/// Whether a symbolic \p F initialises a symbolic value of that form.
bool fits(SizeForm Form, Flow F);

} // namespace clang::tidy::aoti

#endif
