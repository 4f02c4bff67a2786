// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOREXPR_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOREXPR_H

#include "checks/lib/hosts/TensorWays.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// Evaluates expressions of libtorch's vocabulary: tensors, lists of them, and
/// the sizes, types, devices and options that make them.
class TensorExprs {
public:
  TensorExprs(clang::ASTContext &Ctx, std::optional<DType> DefaultType)
      : Ctx(Ctx), DefaultType(DefaultType) {}
  virtual ~TensorExprs() = default;

  Ways evaluate(const clang::Expr *E);

protected:
  /// The value of a variable where the expression is evaluated.
  virtual Ways variable(const clang::VarDecl &Var) = 0;
  /// The value of a field of an object.
  virtual Ways field(const clang::FieldDecl &Field,
                     const clang::MemberExpr &E) = 0;
  /// The result of a call of a function that is not torch's; \p Object is null
  /// if it is no method.
  virtual Ways call(const clang::FunctionDecl &Callee,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const clang::Expr *Object) = 0;

  /// The result that \p E had, if its effects would change it now; else null.
  virtual const Ways *doneBy(const clang::CallExpr &) { return nullptr; }

  /// Whether the condition \p E is true; nothing if it may be either.
  std::optional<bool> truth(const clang::Expr *E);

  /// An element of a list of known length, a tuple, a struct.
  static Ways elementAt(const Ways &List, uint64_t Position);

  clang::ASTContext &Ctx;

private:
  using NamedWays = std::pair<llvm::StringRef, Ways>;

  // TensorExpr.cpp
  Ways evaluateOne(const clang::Expr *E);
  Ways constant(const clang::Expr *E);
  Ways arithmetic(const clang::BinaryOperator *E);
  Ways construct(const clang::CXXConstructExpr *E);
  Ways data(const clang::CXXConstructExpr *E);
  Ways structOf(const clang::InitListExpr *E);
  Ways defaultStruct(const clang::CXXRecordDecl &Record);
  Ways numbers(const clang::Expr *Given, const clang::ParmVarDecl &Param);
  Ways scalar(const clang::Expr *E);
  Ways member(const clang::MemberExpr *E);
  std::optional<bool> deviceTruth(const clang::Expr *E);
  std::optional<bool> numberTruth(const clang::Expr *E);

  // TensorDevices.cpp
  Ways device(llvm::ArrayRef<const clang::Expr *> Args);
  Ways deviceOfText(const clang::Expr *E);
  Ways deviceOfSources(llvm::ArrayRef<const clang::Expr *> Sources);
  /// The options \p Base after a call of the setter \p Name on them.
  Ways option(const Ways &Base, llvm::StringRef Name, const clang::CallExpr *E,
              const clang::FunctionDecl &Callee);
  bool namesLayout(llvm::ArrayRef<const clang::Expr *> Args);
  /// The result of TensorOptions' constructors.
  Ways options(llvm::ArrayRef<const clang::Expr *> Args);

  // TensorCalls.cpp
  Ways callExpr(const clang::CallExpr *E);
  Ways memberCall(const clang::CXXMemberCallExpr *E,
                  const clang::CXXMethodDecl &Method);
  Ways operatorCall(const clang::CXXOperatorCallExpr *E,
                    const clang::FunctionDecl &Callee);
  Ways torchCall(const clang::CallExpr *E, const clang::FunctionDecl &Callee);
  /// x.value_or(other)
  Ways valueOr(const Ways &Held, const clang::Expr *Other);
  Ways query(const Ways &Object, llvm::StringRef Name,
             llvm::ArrayRef<const clang::Expr *> Args);
  llvm::SmallVector<NamedWays, 6>
  namedArguments(const clang::CallExpr *E, const clang::FunctionDecl &Callee);
  /// The operator of that name for each combination of what its arguments can
  /// be.
  Ways operation(const clang::Expr *E, llvm::StringRef Name,
                 llvm::ArrayRef<NamedWays> Args);
  Ways operation(const clang::Expr *E, llvm::StringRef Name,
                 llvm::ArrayRef<NamedWays> Args,
                 llvm::function_ref<Value(const OperatorCall &)> Evaluate);
  Ways severalResults(const clang::CallExpr *E, llvm::StringRef Name,
                      llvm::ArrayRef<NamedWays> Args);

  // TensorLists.cpp
  Ways list(const clang::InitListExpr *E);
  Ways container(const clang::CXXConstructExpr *E);
  Ways tuple(llvm::ArrayRef<const clang::Expr *> Parts);
  Ways tupleCall(const clang::CallExpr &E, const clang::FunctionDecl &Callee);
  Ways binding(const clang::BindingDecl &Name);
  Ways elementOf(const clang::Expr *List, llvm::StringRef Accessor,
                 const clang::Expr *Index);

  std::optional<DType> DefaultType;
  unsigned Depth = 0;
  unsigned TextDepth = 0;
  unsigned NameDepth = 0; ///< of references to references
};

/// \p E without what changes neither its value nor what it names.
const clang::Expr *stripped(const clang::Expr *E);

/// The arguments that do not come from a parameter's default.
llvm::SmallVector<const clang::Expr *, 6>
writtenArguments(const clang::CXXConstructExpr *E);
llvm::SmallVector<const clang::Expr *, 6>
writtenArguments(const clang::CallExpr *E);

/// The operator of ATen that a function declares: "transpose", "add_"; empty
/// if it is none. "_symint" is left out.
llvm::StringRef operatorName(const clang::FunctionDecl &Callee);

/// The list of 'list.begin(), list.end()'; null if it is not all of one.
const clang::Expr *wholeRange(const clang::Expr *Begin, const clang::Expr *End);
/// Whether \p E is a call of that method on the list: 'list.end()',
/// 'list.cend()'.
bool isCallOn(const clang::Expr *E, llvm::StringRef Name,
              const clang::ValueDecl &List);

/// A list of as many tensors; of an unknown number if that is not known, or is
/// many.
Ways listOfLength(Extent Length, TensorValues Each);
/// at::Tensor()
TensorValues undefinedTensor();
/// A device that is only known at run time, held in \p Variable.
DeviceValue deviceIn(const clang::ValueDecl &Variable);

/// A place is the expression there.
Place placeOf(const clang::Expr *E);
const clang::Expr *expressionOf(Place From);

} // namespace aoti_tidy

#endif
