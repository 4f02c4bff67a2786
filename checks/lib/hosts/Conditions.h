// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_CONDITIONS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_CONDITIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace aoti_tidy {

/// A question that a condition asks of something: whether 'use_cuda_' is true,
/// whether 'device_' is "cuda".
struct ConditionTest {
  std::string Subject; ///< the same text for the same thing
  std::string Value;
  bool IsNegated = false;
};

/// What \p E asks; nothing if it is no such question, or of something that may
/// have changed between two places that ask.
std::optional<ConditionTest> testIn(const clang::Expr *E,
                                    clang::ASTContext &Ctx);

/// What \p E stands for wherever it is written: a member, a variable that is
/// never changed, a call without side effects. Empty if there is no telling.
std::string subjectOf(const clang::Expr *E, clang::ASTContext &Ctx);

/// As subjectOf(), of the member \p Field of \p Object.
std::string subjectOfMember(const clang::Expr &Object,
                            const clang::FieldDecl &Field,
                            clang::ASTContext &Ctx);

/// The constant that \p E is, as tests and labels of a switch compare with it:
/// "cuda" of 'torch::kCUDA', "1" of true. Empty if it is none.
std::string constantText(const clang::Expr *E, clang::ASTContext &Ctx);

/// Conditions that hold together: those that a loader is made under, and its
/// run. What depends on the same ones is paired by them.
class Conditions {
public:
  /// \p E is true, or false.
  void assume(const clang::Expr *E, bool IsTrue, clang::ASTContext &Ctx);
  /// What surely holds where \p S is evaluated, by the branches around it and
  /// those before it that leave the function.
  void assumeAround(const clang::Stmt &S, clang::ASTContext &Ctx);

  /// 'torch::cuda::is_available()' is true.
  void assumeGpu();
  /// Whether it is known if it is true.
  bool knowsOfGpu() const;
  /// Whether what was assumed may be so because it is, or is not: 'use_cuda_',
  /// which is set where a GPU was found.
  bool mayDependOnGpu(clang::ASTContext &Ctx) const;

  /// What is known of the parameters of the callee of \p Call is known of its
  /// arguments.
  void bind(const clang::CallExpr &Call, clang::ASTContext &Ctx);
  void bind(const clang::FunctionDecl &Callee,
            llvm::ArrayRef<const clang::Expr *> Args, clang::ASTContext &Ctx);

  /// Whether \p Args, constants, say of all that is known, a GPU aside, whether
  /// it is so: nothing is asked of an object that may be set up in many ways.
  bool areSettledBy(const clang::FunctionDecl &Callee,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    clang::ASTContext &Ctx) const;

  /// Whether \p E is true; nothing if that does not follow.
  std::optional<bool> decide(const clang::Expr *E,
                             clang::ASTContext &Ctx) const;

  /// What \p Subject is: "cuda". Null if not known.
  const std::string *valueOf(const std::string &Subject) const;
  bool excludes(const std::string &Subject, const std::string &Value) const;

  /// Whether both cannot hold.
  bool excludes(const Conditions &Other) const;
  /// The same for the same conditions.
  std::string text() const;

  /// Two of them exclude each other: no run is like that.
  bool contradict() const { return Contradict; }
  bool empty() const { return Facts.empty(); }

private:
  struct Fact {
    std::optional<std::string> Is;
    std::set<std::string> IsNot;
  };
  void assume(const ConditionTest &Test, bool IsTrue);
  /// \p Subject is what \p Known says of another one.
  void assumeAs(const Fact &Known, const std::string &Subject);

  // ConditionsAround.cpp
  /// Control has come through one of the labels \p To of \p Switch.
  void assumeLabels(const clang::SwitchStmt &Switch,
                    llvm::ArrayRef<const clang::SwitchCase *> To,
                    clang::ASTContext &Ctx);
  /// \p Branch, an 'if' or a switch that may leave the function, has not.
  void assumePassed(const clang::Stmt &Branch, clang::ASTContext &Ctx);

  std::map<std::string, Fact> Facts;
  /// What was assumed, as it is written, and the function whose parameters in
  /// it are the arguments of a certain call; null if there is none.
  struct Question {
    const clang::Expr *Text;
    const clang::FunctionDecl *Bound = nullptr;
  };
  llvm::SmallVector<Question, 2> Asked;
  /// What is asked where the program is compiled: 'if constexpr'.
  std::set<std::string> OfCompiler;
  bool Contradict = false;
};

} // namespace aoti_tidy

#endif
