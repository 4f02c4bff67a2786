// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_ASKEDFOR_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_ASKEDFOR_H

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <memory>
#include <vector>

namespace aoti_tidy {

/// Variables, members and functions that a question is made of.
using AskedDecls = llvm::SmallPtrSet<const clang::ValueDecl *, 8>;

/// A call of a function of the program whose body is in sight.
struct BodyRun {
  const clang::FunctionDecl *Body;
  llvm::ArrayRef<const clang::Expr *> Args;
  const clang::Expr *At;
};

/// What is written in a statement, but for lambdas in it.
class StatementReader : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool TraverseLambdaExpr(const clang::LambdaExpr *) override { return true; }
  bool VisitIfStmt(const clang::IfStmt *If) override;
  /// Not 'n > 3 ? at::kCUDA : at::kCPU', which is about devices.
  bool
  VisitConditionalOperator(const clang::ConditionalOperator *Choice) override;
  bool VisitCallExpr(const clang::CallExpr *Call) override;
  bool VisitCXXConstructExpr(const clang::CXXConstructExpr *Made) override;
  /// LogMessageFatal().stream() << "x"
  bool VisitCXXBindTemporaryExpr(const clang::CXXBindTemporaryExpr *E) override;
  bool VisitStmt(const clang::Stmt *S) override;
  bool VisitUnaryOperator(const clang::UnaryOperator *E) override;
  bool VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *E) override;
  bool VisitDeclRefExpr(const clang::DeclRefExpr *E) override;
  bool VisitMemberExpr(const clang::MemberExpr *E) override;
  bool VisitStringLiteral(const clang::StringLiteral *E) override;
  bool VisitBinaryOperator(const clang::BinaryOperator *E) override;

  std::vector<const clang::Stmt *> Branches; ///< 'if's and '?:'s
  /// The call of a function of the program; null if there are several.
  llvm::MapVector<const clang::FunctionDecl *, const clang::CallExpr *> Helpers;
  std::vector<const clang::Stmt *> Exits;
  std::vector<const clang::Stmt *> Ends; ///< calls that do not come back
  std::vector<BodyRun> Runs;
  AskedDecls Mentioned; ///< variables and members
  AskedDecls Functions; ///< the program's, or the system's
  /// What variables and members are given.
  struct Setting {
    const clang::Expr *Value; ///< null: one more, one less
    const clang::Expr *At;
  };
  llvm::MapVector<const clang::ValueDecl *, llvm::SmallVector<Setting, 1>> Set;
  bool HasOr = false;
  bool AsksForDevice = false;

private:
  /// The definition of what is called, if control surely gets there.
  static const clang::FunctionDecl *helperIn(const clang::CallExpr &Call);
  void run(const clang::FunctionDecl &Callee,
           llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr &At);
  /// Not a tensor: what it is made of says nothing of when it is.
  void set(const clang::Expr *Target, const clang::Expr *Value,
           const clang::Expr &At);
  void note(const clang::ValueDecl &D);
  void noteName(llvm::StringRef Name);
};

StatementReader readStatement(const clang::Stmt *S);

/// Adds what \p From mentions.
void insertAsked(const StatementReader &From, AskedDecls &Into);

/// The conditions around a statement.
struct Around {
  AskedDecls Asked;    ///< what they ask for
  bool InLoop = false; ///< whether it is in a loop
};

enum class Reach {
  Branches,  ///< of 'if's and the like
  All,       ///< of loops, too
  Innermost, ///< of both, but not those around the first
};

Around askedAround(const clang::Stmt &S, clang::ASTContext &Ctx,
                   Reach How = Reach::All);

/// Beyond, of a function with as many branches, helpers or exits, nothing is told.
constexpr size_t MaxLookedAt = 64;

/// The functions of one file, each read once, not for each run in it.
class BodyReaders {
public:
  explicit BodyReaders(clang::ASTContext &Ctx) : Ctx(Ctx) {}
  const StatementReader &of(const clang::FunctionDecl &Function);

  /// Adds to \p Asked what that is made of, by what \p All, the function that it
  /// is asked in, says: 'const bool isBig = n > 1000;', 'isFull()'.
  void expand(AskedDecls &Asked, const StatementReader &All);

  /// Whether a function may end its callers, too, and what it asks for first.
  struct Leaving {
    bool IsPossible = false, IsSure = false;
    AskedDecls Asked;
  };
  const Leaving &leavingOf(const clang::FunctionDecl &Function,
                           unsigned Depth = 0);

  /// What \p Run asks for before it ends its callers, in their terms.
  AskedDecls askedToLeave(const BodyRun &Run, const Leaving &Of);

private:
  static constexpr size_t MaxAsked = 1000, MaxOfQuestion = 16;
  static constexpr unsigned MaxDepth = 8;

  /// The members and globals that \p Callee goes by, if all it does is answer a
  /// question.
  AskedDecls askedBy(const clang::FunctionDecl &Callee);

  static bool endsWithExit(const clang::Stmt *S);

  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<StatementReader>>
      Known;
  std::map<const clang::FunctionDecl *, std::unique_ptr<Leaving>> Leavings;
};

} // namespace aoti_tidy

#endif
