// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICECONSISTENCY_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICECONSISTENCY_H

#include "checks/lib/tensor/TensorValue.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <vector>

namespace aoti_tidy {

/// A run of a model that a member of the class holds, in one of its methods.
struct MethodRun {
  const clang::CXXMemberCallExpr *Call;
  const clang::CXXMethodDecl *Method;
  const clang::FieldDecl *Model;
  enum class Inputs {
    Unknown,
    Moved,   ///< all of them to the device that one variable holds
    AsGiven, ///< the method's parameters as they are, or made on the CPU
  } State = Inputs::Unknown;
  uint64_t Device = 0; ///< the variable, if moved
};

/// Nothing if \p Call does not run a member of its own object.
std::optional<MethodRun>
methodRun(const clang::CXXMemberCallExpr &Call,
          const clang::CXXMethodDecl &Method,
          const std::optional<std::vector<TensorValues>> &Inputs,
          clang::ASTContext &Ctx);

/// A run whose inputs stay where they are, where the other methods that run the
/// same model move them.
struct OddRun {
  MethodRun Run;
  std::vector<MethodRun> Others; ///< in two methods at least
};
std::vector<OddRun> oddRuns(const std::vector<MethodRun> &Runs);

/// The device or stream guard of CUDA in \p Function that \p Run stands under,
/// if nothing else in the function has to do with CUDA; null otherwise.
const clang::VarDecl *onlyCudaGuard(const clang::FunctionDecl &Function,
                                    const clang::Expr &Run,
                                    const clang::SourceManager &SM);

/// Whether \p S uses something of CUDA: a stream, a kCUDA, a cuda function.
bool mentionsCuda(const clang::Stmt *S);

} // namespace aoti_tidy

#endif
