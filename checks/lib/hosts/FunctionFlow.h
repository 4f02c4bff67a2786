// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFLOW_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_FUNCTIONFLOW_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "checks/lib/hosts/LastingWrites.h"
#include "checks/lib/hosts/OpenBranches.h"
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

/// How control flows through a function, and what else following it needs.
struct FunctionGraph {
  FunctionGraph(std::unique_ptr<clang::CFG> Blocks, VariableUses Uses)
      : Blocks(std::move(Blocks)), Order(this->Blocks.get()),
        Uses(std::move(Uses)) {}

  std::unique_ptr<clang::CFG> Blocks;
  /// Not changed: Clang's worklists do not say so.
  mutable clang::PostOrderCFGView Order;
  VariableUses Uses;
  struct Place {
    const clang::CFGBlock *Block;
    unsigned Index; ///< of the element in the block
  };
  llvm::DenseMap<const clang::Stmt *, Place> Places;
};

/// The graphs of the functions of one file: the same, whatever is assumed.
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
struct HandedCode;

/// What is being asked for while something else is: an answer that needed that of
/// a question still open is a guess, and holds until that is answered.
class OpenQuestions {
public:
  /// Whoever is asking goes by what is known of \p Subject.
  void heed(const clang::Decl &Subject);

private:
  friend class FlowContext;
  static constexpr unsigned Nothing = ~0U;
  void heed(unsigned Upon);

  struct Answer {
    /// The outermost open question that it hangs on.
    unsigned Upon = Nothing;
  };
  llvm::DenseMap<const clang::Decl *, Answer> Answers;
  struct Asked {
    bool IsHeeded = false;
  };
  std::vector<Asked> Open;
  std::vector<const clang::Decl *> Log; ///< the answers, in their order
  unsigned Lowest = Nothing; ///< what the innermost has hung on as yet
};

/// What the functions that one analysis follows share.
class FlowContext {
public:
  explicit FlowContext(clang::ASTContext &Ctx, Conditions Assumed = {});
  ~FlowContext();

  /// Null if the function cannot be followed.
  const FunctionGraph *graphOf(const clang::FunctionDecl &Function);

  clang::ASTContext &Ctx;
  /// Of all that is followed; the last that goes.
  StateStore States;
  /// Of tensors that are made of no type; nothing if the program changes it.
  std::optional<DType> DefaultType = DType::Float;
  static constexpr unsigned MaxStatements = 200000, MaxOthers = 32,
                            MaxRounds = 64;
  /// Statements that may still be evaluated: a bound on time.
  unsigned Budget = MaxStatements;
  /// How often a function that is being followed may be followed once more.
  unsigned Others = MaxOthers;
  /// The one call of a function that is asked about; null: whoever calls it.
  const UnitIndex::Call *OnlyCall = nullptr;
  const clang::FunctionDecl *OnlyCallOf = nullptr;
  /// The one call of the function that OnlyCall stands in; null: whoever calls it.
  const UnitIndex::Call *OnlyOuterCall = nullptr;
  /// What the one call in another file that is asked about gives OnlyCallOf.
  const std::vector<Ways> *OnlyForeignCall = nullptr;
  /// The one value of a member that is asked about.
  LastingWrite OnlyWrite;
  /// The one way that is gone where its 'if' is come to.
  Branch Along;
  /// This function is called for the first time: what it sets itself does not
  /// count yet.
  const clang::FunctionDecl *FirstCallOf = nullptr;
  /// \p Function, whoever calls it; null if it cannot be followed, or is being
  /// followed already.
  FunctionFlow *flowOf(const clang::FunctionDecl &Function);
  /// Follows \p Definition once more, though it is being followed: for what
  /// cannot come to ask for the same again.
  std::unique_ptr<FunctionFlow>
  anotherFlowOf(const clang::FunctionDecl &Definition);

  /// What only other files can tell, while it is collected what this one says:
  /// its numbers in FunctionFacts::Sources, which it is added to. Null: then that is
  /// not known.
  struct OpenSources {
    std::vector<FunctionFacts::Source> &All;
    std::map<FunctionFacts::Source, size_t> Numbers;
  };
  OpenSources *Sources = nullptr;

  /// What holds throughout.
  const Conditions Assumed;
  /// What fields hold: of one that is being asked for, what is supposed.
  llvm::DenseMap<const clang::FieldDecl *, Ways> Fields;
  /// The functions that are being followed, from the outermost.
  llvm::SmallVector<const clang::FunctionDecl *, 4> Stack;
  OpenQuestions Questions;
  /// How often a field that hangs on itself may be asked for once more.
  unsigned Rounds = MaxRounds;
  /// Whether there may be questions that were not answered for want of time.
  bool isSpent() const { return Budget == 0 || Others == 0 || Rounds == 0; }
  /// Time for one more question.
  void refill() {
    Budget = MaxStatements;
    Others = MaxOthers;
    Rounds = MaxRounds;
  }

  /// While it lives, it is being asked what \p Subject, a field or a function, is.
  class Question {
  public:
    Question(FlowContext &Context, const clang::Decl &Subject);
    ~Question();
    Question(const Question &) = delete;
    Question &operator=(const Question &) = delete;
    /// Whether the question was asked from within, since the last time.
    bool takeHeeded();
    /// Drops the answers given meanwhile that hang on any that is still open.
    void forgetGuesses();

  private:
    FlowContext &Context;
    const clang::Decl &Subject;
    unsigned Level;
    size_t Start;
    unsigned Outer;
  };

private:
  std::map<const clang::FunctionDecl *, std::unique_ptr<FunctionFlow>> Flows;
};

/// What the variables that \p Function, if it is a lambda's, captures hold
/// whenever it is called.
TensorState capturesOf(const clang::FunctionDecl &Function,
                       FlowContext &Context);

/// What holds where \p Function begins, whoever calls it: its captures, and its
/// parameters if all its callers are in sight.
TensorState entryOf(const clang::FunctionDecl &Function, FlowContext &Context);

/// What other files give \p Param of \p Function; nothing known if they are
/// not heard of.
Ways foreignArgument(const clang::FunctionDecl &Function,
                     const clang::ParmVarDecl &Param, FlowContext &Context);

/// What the file that has all methods of its class says that \p Field holds at any
/// time; nothing known if there is none.
Ways foreignMember(const clang::FieldDecl &Field, FlowContext &Context);

/// Follows the variables of one function, by what its parameters are.
///
/// A worklist over Clang's CFG. Not Clang's dataflow framework, which models
/// all of the function's memory first: of libtorch's classes, at a cost that
/// one of vectors, tensors and options does not need.
class FunctionFlow final : private TensorExprs {
public:
  FunctionFlow(FlowContext &Context, const clang::FunctionDecl &Function,
               const FunctionGraph &Graph, TensorState Entry);

  /// False if that took too long: then nothing may be asked for.
  bool run();

  /// What \p E is when it is evaluated; nothing if it is not, or twice in
  /// different places.
  Ways at(const clang::Expr *E);

  /// Whether \p E is evaluated at all, under what is assumed. True if there is
  /// no telling.
  bool reaches(const clang::Expr *E) const;
  /// at() is on its way: nothing else may be asked for.
  bool isBusy() const { return IsBusy; }

  /// What holds when \p Lambda is made, of the variables that it captures and
  /// that are not changed later on.
  TensorState capturedBy(const clang::LambdaExpr &Lambda);

  /// What the function returns.
  Ways returned();
  /// What holds where it returns; null if it does not.
  const TensorState *exit() const;
  /// As exit(), on the ways by \p E, which returned.
  std::optional<TensorState> exitAfter(const clang::Expr &E) const;

  // FieldFlow.cpp
  /// What any object's field holds at any time.
  Ways fieldAnywhere(const clang::FieldDecl &Field);

private:
  Ways variable(const clang::VarDecl &Var) override;
  Ways field(const clang::FieldDecl &Field,
             const clang::MemberExpr &E) override;
  Ways call(const clang::FunctionDecl &Callee,
            llvm::ArrayRef<const clang::Expr *> Args,
            const clang::Expr *Object) override;
  Ways callOverriders(const clang::CXXMethodDecl &Callee,
                      llvm::ArrayRef<const clang::Expr *> Args,
                      const clang::Expr *Object);
  const Ways *doneBy(const clang::CallExpr &E) override;
  std::optional<bool>
  wayOf(const clang::AbstractConditionalOperator &Choice) override;

  // ForeignFlow.cpp
  /// What \p Callee returns, which another file defines.
  Ways foreignResult(const clang::FunctionDecl &Callee,
                     llvm::ArrayRef<const clang::Expr *> Args);
  std::optional<Known<DeviceValue>> deviceGivenBy(const clang::Expr *Arg,
                                                  std::optional<unsigned> Part);
  Ways substituted(Ways W, llvm::ArrayRef<const clang::Expr *> Args);

  /// Runs \p Callee on \p Args; false if it cannot be followed. The result is
  /// what it returns; with \p Out set, what its reference parameters have
  /// become is stored in the variables passed, and what it gives the members of
  /// its object, if that is this function's, too.
  bool follow(const clang::FunctionDecl &Callee,
              llvm::ArrayRef<const clang::Expr *> Args,
              const clang::Expr *Object, Ways *Result, bool Out);

  // FieldFlow.cpp
  std::optional<Ways> written(const clang::FieldDecl &Field,
                              const UnitIndex::Write &W);
  /// All that those of \p Writes that \p Counts make of \p Field, which may hang on
  /// itself.
  Ways givenTo(const clang::FieldDecl &Field,
               llvm::ArrayRef<UnitIndex::Write> Writes,
               llvm::function_ref<bool(const UnitIndex::Write &)> Counts,
               FlowContext::Question &Asked);
  bool isOverwritten(const clang::FieldDecl &Field, const UnitIndex::Write &W,
                     llvm::ArrayRef<UnitIndex::Write> Writes);
  /// A member of this object that is followed from statement to statement.
  const clang::FieldDecl *trackedField(const clang::Expr *E);
  /// The variable or member that \p E names, and is followed; null if none is.
  const clang::ValueDecl *placeNamed(const clang::Expr *E);
  /// As placeNamed(), of the list that \p E is an element of.
  const clang::ValueDecl *rootNamed(const clang::Expr *E);

  // FieldChanges.cpp
  /// What else may give members of this object other values: a call, and what it
  /// is handed, the end of \p Var.
  void changeFields(const clang::CallExpr &E, const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<const clang::Expr *> Args);
  void changeFieldsByAssignment(const clang::CXXOperatorCallExpr &E);
  void changeFieldsByMaking(const clang::CXXConstructExpr &E);
  void changeFieldsByParts(const clang::InitListExpr &E);
  void changeFieldsAtEndOf(const clang::VarDecl &Var);
  /// \p Run is called here, or, if \p IsLater, at any time from here on.
  void forgetSetBy(const clang::FunctionDecl &Run, bool IsLater);
  void forgetSetByAny();
  void runHanded(const HandedCode &Handed, bool IsLater);
  void runDestructors(clang::QualType T, bool IsLater);

  bool runFrom(const clang::CFGBlock &First);
  void transfer(const clang::Stmt *S);
  void declare(const clang::VarDecl &Var);
  bool canChangeAfter(const clang::VarDecl &Var,
                      const FunctionGraph::Place &From);
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
  void appendElements(const clang::CXXForRangeStmt &For);
  bool isAppended(const clang::CXXMemberCallExpr &E);
  void changeList(const clang::CXXMemberCallExpr *E);
  void changeMap(const clang::CXXMemberCallExpr &E, llvm::StringRef Name,
                 Ways &Map);

  void transferCall(const clang::CallExpr *E);
  /// Replays \p Block, to the element at \p End.
  void replay(const clang::CFGBlock &Block, unsigned End);

  // FlowBranches.cpp
  /// \p Entry with the truths that are assumed of members of \p Object.
  TensorState withAssumedMembers(TensorState Entry, const clang::Expr &Object,
                                 const clang::CXXRecordDecl &Class);
  /// The successors that \p Block never leads to, by what is known at its end.
  llvm::SmallVector<const clang::CFGBlock *, 2>
  deadSuccessors(const clang::CFGBlock &Block);
  std::optional<bool> truthAlong(const clang::CFGBlock &Block) const;
  /// Whether 'x.defined()', or 'not', is true, if \p E is that.
  std::optional<bool> definedTruth(const clang::Expr *E);
  /// What holds where \p Block has led to \p Next: its test has told of devices.
  TensorState stateAt(const clang::CFGBlock &Block,
                      const clang::CFGBlock &Next);
  /// The value that \p E, of a switch, has: "cuda". Empty if not known.
  std::string switchedValue(const clang::Expr &E);
  /// What a test of the device of \p Place tells of it.
  struct DeviceTest {
    const clang::ValueDecl *Place;
    std::string Type;
    bool IsNegated; ///< it is true of other devices
    /// Another device of that type is different, too: by its index.
    bool IsOfIndex;
  };
  std::optional<DeviceTest> deviceTestIn(const clang::Expr *E);

  FlowContext &Context;
  const clang::FunctionDecl &Function;
  const FunctionGraph &Graph;
  std::vector<std::optional<TensorState>> Entries;
  TensorState State; ///< where the current statement is evaluated
  /// What calls that have changed members or arguments have returned.
  llvm::DenseMap<const clang::CallExpr *, Ways> Done;
  bool IsBusy = false;
};

} // namespace aoti_tidy

#endif
