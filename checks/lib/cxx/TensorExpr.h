// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_TENSOREXPR_H
#define AOTI_TIDY_CHECKS_LIB_CXX_TENSOREXPR_H

#include "checks/lib/cxx/TensorWays.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace clang::tidy::aoti {

/// Evaluates expressions of libtorch's vocabulary: tensors, lists of them, and
/// the sizes, types, devices and options that make them.
class TensorExprs {
public:
  TensorExprs(ASTContext &Ctx, std::optional<aoti_tidy::DType> DefaultType)
      : Ctx(Ctx), DefaultType(DefaultType) {}
  virtual ~TensorExprs() = default;

  Ways evaluate(const Expr *E);

protected:
  /// What a variable holds where the expression is evaluated.
  virtual Ways variable(const VarDecl &Var) = 0;
  /// What a field of an object, of which nothing is known, holds.
  virtual Ways field(const FieldDecl &Field) = 0;
  /// What a call of a function that is not torch's returns.
  virtual Ways call(const FunctionDecl &Callee,
                    llvm::ArrayRef<const Expr *> Args) = 0;

  ASTContext &Ctx;

private:
  using NamedWays = std::pair<llvm::StringRef, Ways>;

  // TensorExpr.cpp
  Ways evaluateOne(const Expr *E);
  Ways constant(const Expr *E);
  Ways arithmetic(const BinaryOperator *E);
  Ways list(const InitListExpr *E);
  Ways construct(const CXXConstructExpr *E);
  Ways container(const CXXConstructExpr *E);
  Ways data(const CXXConstructExpr *E);
  Ways scalar(const Expr *E);
  Ways member(const MemberExpr *E);

  // TensorDevices.cpp
  Ways device(llvm::ArrayRef<const Expr *> Args);
  Ways deviceOfText(const Expr *E);
  /// The options \p Base after a call of the setter \p Name on them.
  Ways option(const Ways &Base, llvm::StringRef Name, const CallExpr *E,
              const FunctionDecl &Callee);
  bool namesLayout(llvm::ArrayRef<const Expr *> Args);
  /// What TensorOptions' constructors make of \p Args.
  Ways options(llvm::ArrayRef<const Expr *> Args);

  // TensorCalls.cpp
  Ways callExpr(const CallExpr *E);
  Ways memberCall(const CXXMemberCallExpr *E, const CXXMethodDecl &Method);
  Ways operatorCall(const CXXOperatorCallExpr *E, const FunctionDecl &Callee);
  Ways torchCall(const CallExpr *E, const FunctionDecl &Callee);
  Ways query(const Ways &Object, llvm::StringRef Name,
             llvm::ArrayRef<const Expr *> Args);
  Ways elementOf(const Expr *List, llvm::StringRef Accessor, const Expr *Index);
  llvm::SmallVector<NamedWays, 6> namedArguments(const CallExpr *E,
                                                 const FunctionDecl &Callee);
  /// The operator of that name for each combination of what its arguments can
  /// be.
  Ways operation(const Expr *E, llvm::StringRef Name,
                 llvm::ArrayRef<NamedWays> Args);

  std::optional<aoti_tidy::DType> DefaultType;
  unsigned Depth = 0;
};

/// \p E without what changes neither its value nor what it names.
const Expr *stripped(const Expr *E);

/// The arguments that do not come from a parameter's default.
llvm::SmallVector<const Expr *, 6> writtenArguments(const CXXConstructExpr *E);
llvm::SmallVector<const Expr *, 6> writtenArguments(const CallExpr *E);

/// The operator of ATen that a function declares: "transpose", "add_"; empty
/// if it is none. "_symint" is left out.
llvm::StringRef operatorName(const FunctionDecl &Callee);

/// A device that is only known at run time, held in \p Variable.
aoti_tidy::DeviceValue deviceIn(const ValueDecl &Variable);

/// A place is the expression there.
aoti_tidy::Place placeOf(const Expr *E);
const Expr *expressionOf(aoti_tidy::Place From);

} // namespace clang::tidy::aoti

#endif
