// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELINTERPRETER_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_CXX_KERNELINTERPRETER_H

#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/kernels/RealArithmetic.h"
#include "checks/lib/prove/Work.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy {

/// Goes once through a kernel's body with an expression for each integer, and
/// records each use of memory with its conditions.
class KernelInterpreter {
public:
  KernelInterpreter(const clang::ASTContext &Ctx, unsigned File)
      : Ctx(Ctx), File(File),
        Integers([this] { return computed(); }, Result, /*SizesFit=*/false),
        Reals(
            Integers, Result, [this] { return computed(); },
            [this] { return held(); }) {}

  Kernel run(const clang::FunctionDecl &F);

private:
  enum class Flow { Goes, Ends };

  /// The conditions of an if's branches; nothing where there is no expression.
  struct Truth {
    std::optional<IndexExpr> IfTrue, IfFalse;
    IndexExpr Chooses = 0;
  };

  struct Frame {
    struct Return {
      std::vector<IndexExpr> Choices;
      KernelValue Value;
    };
    std::vector<Return> Returns;
    std::vector<IndexExpr> Choices;
  };

  // KernelInterpreter.cpp
  CodePlace place(const clang::Stmt &S) const;
  std::string text(const clang::Expr &E) const;
  /// The conditions of an access or an assert; nothing (and a note) if there
  /// are too many.
  std::optional<std::vector<IndexExpr>> conditionsAt(const clang::Stmt &At);
  std::vector<IndexExpr> held() const; ///< where the interpreter is
  /// The facts that asserts on all lanes give about the first and the last of
  /// \p Count, for vectors that are accessed as a whole.
  std::vector<IndexExpr> assertedOfEnds(const IndexExpr &Count) const;
  IndexExpr fresh(llvm::StringRef Name, VariableKind Kind);
  /// A fresh variable, named after the one that is being initialised.
  IndexExpr computed();
  void assume(IndexExpr Condition);
  void markCounted(const clang::Stmt &At);
  void notModelled(const clang::Stmt &At, std::string Why);
  void notModelledIn(const clang::Stmt &S, llvm::StringRef Why);
  /// Notes each use of memory in the kernel that was not recorded, its own
  /// variables aside.
  void notModelledElsewhere(const clang::FunctionDecl &F);
  std::string whyUnknown(const clang::Expr &Index) const;
  void access(const KernelAddress &A, IndexExpr Count, bool IsWrite,
              const clang::Expr &Address, std::string Becomes = {},
              llvm::ArrayRef<IndexExpr> Extra = {});
  KernelValue load(const clang::Expr &Address, const KernelValue &At,
                   clang::QualType Element, IndexExpr Count, unsigned Lanes,
                   llvm::ArrayRef<IndexExpr> Extra = {});
  void divide(const clang::Expr &By, const KernelValue &Divisor);
  void store(const clang::Expr &Address, const KernelValue &At, IndexExpr Count,
             const KernelValue &What, llvm::ArrayRef<IndexExpr> Extra = {});
  void fill(const clang::ValueDecl &Local, const KernelValue &What);

  // FlexAttention.cpp
  void noteFlexAttention(const clang::FunctionDecl &F);

  // KernelStatements.cpp
  Flow exec(const clang::Stmt *S);
  Flow execIf(const clang::IfStmt &S);
  Flow execBranch(const clang::Stmt *S, const std::optional<IndexExpr> &When,
                  const IndexExpr &Choice);
  void execFor(const clang::ForStmt &S);
  void declare(const clang::VarDecl &D);
  bool assertion(const clang::IfStmt &S);
  KernelValue call(const clang::LambdaExpr &L);
  Truth truth(const KernelValue &V);
  Truth truth(const clang::Expr &Condition);

  // KernelExpressions.cpp
  KernelValue eval(const clang::Expr *E);
  KernelValue evalUnlimited(const clang::Expr &E);
  std::optional<KernelValue> evalConstant(const clang::Expr &E);
  KernelValue evalReference(const clang::DeclRefExpr &E);
  KernelValue evalUnary(const clang::UnaryOperator &E);
  KernelValue evalBinary(const clang::BinaryOperator &E);
  KernelValue evalChoice(const clang::ConditionalOperator &E);
  KernelValue evalConstruction(const clang::CXXConstructExpr &E);
  void evalChildren(const clang::Stmt &S);
  KernelReal realOf(const IndexExpr &E, clang::QualType T);
  KernelValue subscript(const clang::Expr &E, const clang::Expr &Base,
                        const clang::Expr &Index);
  /// The address of \p Of in a parameter's memory or in a local variable.
  KernelValue addressOf(const clang::Expr &Of);
  void assign(const clang::Expr &To, const KernelValue &What);
  /// \p T: the result's type, in which it wraps around or is rounded; none for
  /// addresses of elements.
  KernelValue binary(clang::BinaryOperatorKind O, const KernelValue &A,
                     const KernelValue &B, clang::QualType T = {});
  KernelValue binaryReal(KernelOp O, const KernelReal &A, const KernelReal &B,
                         clang::QualType T);
  KernelValue negated(const KernelValue &V);
  KernelValue complemented(const KernelValue &V, clang::QualType T);
  KernelValue typed(KernelValue V, clang::QualType T);
  KernelValue convert(const KernelValue &V, clang::QualType From,
                      clang::QualType To);
  KernelValue select(const IndexExpr &Condition, const KernelValue &A,
                     const KernelValue &B);

  /// \p How: "floor", "trunc".
  KernelValue rounded(const KernelValue &V, llvm::StringRef How);

  // KernelCalls.cpp
  KernelValue evalCall(const clang::CallExpr &E);
  KernelValue evalOperator(const clang::CXXOperatorCallExpr &E);
  std::optional<KernelValue> evalMember(const clang::CallExpr &E,
                                        llvm::StringRef Name,
                                        const clang::Expr &Object);
  std::optional<KernelValue> evalVectorMake(const clang::CallExpr &E,
                                            llvm::StringRef Name);
  std::optional<KernelValue> evalFunction(const clang::CallExpr &E,
                                          llvm::StringRef Name);
  std::optional<KernelValue> evalArithmetic(const clang::CallExpr &E,
                                            llvm::StringRef Name);
  KernelValue evalUnknown(const clang::CallExpr &E, llvm::StringRef Name);
  void transpose(const clang::CallExpr &E);
  void atomicAdd(const clang::CallExpr &E);
  /// A number of lanes: what parameter types narrower than int64_t would cut
  /// off is 0.
  std::optional<IndexExpr> size(const clang::Expr &E);
  /// All lanes unless the argument is given.
  std::optional<IndexExpr> count(const clang::CallExpr &E, unsigned Argument,
                                 unsigned Lanes);

  const clang::ASTContext &Ctx;
  unsigned File;
  Kernel Result;
  llvm::DenseMap<const clang::ValueDecl *, unsigned> Parameters;
  llvm::DenseMap<const clang::ValueDecl *, KernelValue> Values;
  /// Assigned to again, so their contents are not followed.
  llvm::DenseSet<const clang::ValueDecl *> Changing;
  llvm::DenseSet<const clang::ValueDecl *> Filled; ///< local arrays
  struct Held {
    IndexExpr Is;
    unsigned Lanes = 0; ///< of an assert: it holds for each of so many
  };
  std::vector<Held> Path; ///< what holds where the interpreter is
  Frame *Running = nullptr;
  llvm::StringRef Naming; ///< the variable that is being initialised
  llvm::StringMap<unsigned> Names;
  TypedIntegers Integers;
  RealArithmetic Reals;
  llvm::DenseSet<unsigned> NotModelledAt;
  llvm::DenseSet<clang::SourceLocation> Counted;
  bool InParallel = false;

  // Far more than kernels have: 4 million expressions, with lambdas' bodies
  // counted per call.
  static constexpr unsigned MaxDepth = 400, MaxAccesses = 100'000;
  static constexpr size_t MaxConditions = 1'000'000; ///< of all accesses
  Work Steps{uint64_t(1) << 22};
  unsigned Nesting = 0;
  size_t Conditions = 0;
};

clang::QualType laneType(clang::QualType T);

std::optional<IntegerType> integerTypeOf(const clang::ASTContext &Ctx,
                                         clang::QualType T);

bool isVector(clang::QualType T);
bool isMask(clang::QualType T);

/// On the machine that the kernel was made for; 0 if not known.
unsigned lanesOf(const clang::ASTContext &Ctx, clang::QualType T);

/// The C++ kernels of the main file, parsed with torch's headers or by
/// parseKernels(): its functions with C linkage. Places are in \p File.
std::vector<Kernel> readKernels(clang::ASTContext &Ctx, unsigned File = 0);

/// The same of \p Text, a file of kernels or a wrapper that contains them.
std::vector<Kernel> readKernels(llvm::StringRef Text, llvm::StringRef Name,
                                unsigned File);

} // namespace aoti_tidy

#endif
