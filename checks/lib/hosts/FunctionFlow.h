// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFLOW_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFLOW_H

#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorState.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/VariableUses.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>

namespace aoti_tidy {

/// The control flow of a function, and the uses of its variables.
struct FunctionGraph {
  FunctionGraph(std::unique_ptr<clang::CFG> Blocks, VariableUses Uses)
      : Blocks(std::move(Blocks)), Order(this->Blocks.get()),
        Uses(std::move(Uses)) {}

  std::unique_ptr<clang::CFG> Blocks;
  /// Constant, which Clang's worklists do not say.
  mutable clang::PostOrderCFGView Order;
  VariableUses Uses;
  struct Place {
    const clang::CFGBlock *Block;
    unsigned Index; ///< of the element in the block
  };
  llvm::DenseMap<const clang::Stmt *, Place> Places;
};

/// The graphs of the functions of one file.
class FunctionGraphs {
public:
  explicit FunctionGraphs(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  /// Null if the function cannot be followed.
  const FunctionGraph *of(const clang::FunctionDecl &Function);

private:
  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionGraph>>
      Graphs;
};

class FunctionFlow;

/// The functions and members that one analysis follows.
class FlowContext {
public:
  explicit FlowContext(clang::ASTContext &Ctx);
  ~FlowContext();

  /// Null if the function cannot be followed.
  const FunctionGraph *graphOf(const clang::FunctionDecl &Function);
  /// \p Function, whoever calls it; null if it cannot be followed, or is being
  /// followed already.
  FunctionFlow *flowOf(const clang::FunctionDecl &Function);
  /// Follows \p Definition once more, though it is being followed; null if that
  /// was done often.
  std::unique_ptr<FunctionFlow>
  anotherFlowOf(const clang::FunctionDecl &Definition);

  /// Whether something is not known for want of time.
  bool isSpent() const { return Budget == 0 || Others == 0; }
  /// Time for one more question.
  void refill();

  clang::ASTContext &Ctx;
  /// Outlives all that is followed.
  StateStore States;
  /// The type of tensors that are made of none; nothing if the program sets it.
  std::optional<DType> DefaultType = DType::Float;
  /// Statements that may still be evaluated.
  unsigned Budget = 0;
  /// The values of members; none yet of one that is being evaluated.
  llvm::DenseMap<const clang::FieldDecl *, Ways> Fields;
  /// The functions that are being followed, from the outermost.
  llvm::SmallVector<const clang::FunctionDecl *, 4> Stack;

private:
  std::unique_ptr<FunctionFlow> follow(const clang::FunctionDecl &Definition);

  unsigned Others = 0;
  std::map<const clang::FunctionDecl *, std::unique_ptr<FunctionFlow>> Flows;
};

/// The state where \p Function begins, whoever calls it: its captures, and its
/// parameters if all its callers are known.
TensorState entryOf(const clang::FunctionDecl &Function, FlowContext &Context);

/// Follows the variables of one function from its parameters on: a worklist over
/// Clang's CFG. Clang's dataflow framework would model all of the function's memory
/// first, which is costly for libtorch's classes.
class FunctionFlow final : private TensorExprs {
public:
  FunctionFlow(FlowContext &Context, const clang::FunctionDecl &Function,
               const FunctionGraph &Graph, TensorState Entry);

  /// False if it takes too long; then nothing else may be called.
  bool run();

  /// The values of \p E where it is evaluated; empty if it never is.
  Ways at(const clang::Expr *E);

  /// Whether \p E may be evaluated.
  bool reaches(const clang::Expr *E) const;
  /// Whether at() is running, during which it cannot be called again.
  bool isBusy() const { return IsBusy; }

  /// The variables that \p Lambda captures and that nothing changes.
  TensorState capturedBy(const clang::LambdaExpr &Lambda);

  /// The values that the function returns.
  Ways returned();
  /// The state where it returns; null if it does not.
  const TensorState *exit() const;

  // FieldFlow.cpp
  /// The values that \p Field can hold in any object at any time: all that the file
  /// gives it. Empty if other files can set it.
  Ways fieldAnywhere(const clang::FieldDecl &Field);

private:
  Ways variable(const clang::VarDecl &Var) override;
  Ways field(const clang::FieldDecl &Field,
             const clang::MemberExpr &E) override;
  Ways call(const clang::FunctionDecl &Callee,
            llvm::ArrayRef<const clang::Expr *> Args,
            const clang::Expr *Object) override;
  const Ways *doneBy(const clang::CallExpr &E) override;

  /// Follows \p Callee with \p Args; false if it cannot be followed. \p Result
  /// becomes what it returns. With \p Out, the variables that it gets by reference
  /// and the members of this object have the values that it leaves in them.
  bool follow(const clang::FunctionDecl &Callee,
              llvm::ArrayRef<const clang::Expr *> Args,
              const clang::Expr *Object, Ways *Result, bool Out);

  // FieldFlow.cpp
  std::optional<Ways> written(const clang::FieldDecl &Field,
                              const UnitIndex::Write &W);
  bool isOverwritten(const clang::FieldDecl &Field, const UnitIndex::Write &W,
                     llvm::ArrayRef<UnitIndex::Write> Writes);
  /// The member of this object that \p E names, if its value is followed from
  /// statement to statement; else null.
  const clang::FieldDecl *trackedField(const clang::Expr *E);
  /// The variable or member that \p E names, if its value is followed; else null.
  const clang::ValueDecl *placeNamed(const clang::Expr *E);
  /// As placeNamed(), for the list that \p E is an element of.
  const clang::ValueDecl *rootNamed(const clang::Expr *E);

  /// Forgets the members that \p E, a call, may give other values, or follows it.
  void changeFields(const clang::CallExpr &E, const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<const clang::Expr *> Args);
  /// Whether one of \p Args lets others reach the object: 'this', '[this] {…}'.
  bool passesObject(llvm::ArrayRef<const clang::Expr *> Args) const;

  void transfer(const clang::Stmt *S);
  void declare(const clang::VarDecl &Var);
  // ListFlow.cpp
  void assign(const clang::Expr *Target, Ways W);
  Extent positionOf(const clang::Expr *Element, const Ways &List);
  void assignMember(const clang::Expr *Target, const clang::ValueDecl &Struct,
                    Ways Members, const Ways &W);
  void assignElements(const clang::CXXForRangeStmt &For);
  void assignElement(const clang::CXXForRangeStmt &For,
                     const clang::VarDecl &Element, Ways W);
  /// The loop over references that \p Var is the variable of; null if there is none.
  const clang::CXXForRangeStmt *rangeLoopOf(const clang::VarDecl &Var);
  void changeList(const clang::CXXMemberCallExpr *E);

  void transferCall(const clang::CallExpr *E);
  /// Evaluates the elements of \p Block before \p End again.
  void replay(const clang::CFGBlock &Block, unsigned End);

  /// The successors of \p Block that its condition excludes.
  llvm::SmallVector<const clang::CFGBlock *, 2>
  deadSuccessors(const clang::CFGBlock &Block);

  FlowContext &Context;
  const clang::FunctionDecl &Function;
  const FunctionGraph &Graph;
  std::vector<std::optional<TensorState>> Entries;
  TensorState State; ///< where the current statement is evaluated
  /// The results of calls that have changed members or arguments.
  llvm::DenseMap<const clang::CallExpr *, Ways> Done;
  bool IsBusy = false;
};

} // namespace aoti_tidy

#endif
