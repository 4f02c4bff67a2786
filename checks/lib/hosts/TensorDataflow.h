// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORDATAFLOW_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORDATAFLOW_H

#include "checks/lib/hosts/Conditions.h"
#include "checks/lib/hosts/LastingWrites.h"
#include "checks/lib/hosts/OpenBranches.h"
#include "checks/lib/hosts/TensorWays.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/tensor/TensorValue.h"
#include "clang/AST/ASTContext.h"
#include <memory>
#include <optional>
#include <vector>

namespace aoti_tidy {

/// Of all that may have happened before, what is looked at alone: one call of the
/// function, and one of the function that this stands in, one of the values that a
/// member is given, one way that an 'if' of the function goes, the call before,
/// which has run the same model.
struct OneWay {
  const UnitIndex::Call *Call = nullptr;
  LastingWrite Write = {};
  Branch Along = {};
  const UnitIndex::Call *OuterCall = nullptr;
  /// The function has been called before, and has come by this.
  const clang::Expr *After = nullptr;
  /// One of foreignCallsOf() the function.
  const std::vector<Ways> *ForeignCall = nullptr;

  friend auto operator<=>(const OneWay &A, const OneWay &B) {
    return std::tuple(A.Call, A.Write.Given, A.Along, A.OuterCall, A.After,
                      A.ForeignCall) <=> std::tuple(B.Call, B.Write.Given,
                                                    B.Along, B.OuterCall,
                                                    B.After, B.ForeignCall);
  }
  friend bool operator==(const OneWay &A, const OneWay &B) {
    return (A <=> B) == 0;
  }
};

/// What each call of \p Function in other files of the run gives its parameters.
/// None of a virtual one, as each call may be of another one that overrides the
/// same, and none if there are very many.
llvm::ArrayRef<std::vector<Ways>>
foreignCallsOf(const clang::FunctionDecl &Function);

/// The tensors of one function, followed from where they are made: through
/// locals, members, lists, branches, helper functions and callers of the same
/// file. Silent when in doubt: what could have been changed unseen is not known.
class TensorDataflow {
public:
  /// Null if Clang cannot say how control flows (a template's pattern, code
  /// with errors) or the function is too large to follow. Only what can be
  /// while \p Assumed holds is followed, on the way \p By.
  static std::unique_ptr<TensorDataflow> of(const clang::FunctionDecl &Function,
                                            clang::ASTContext &Ctx,
                                            Conditions Assumed = {},
                                            OneWay By = {});
  virtual ~TensorDataflow() = default;

  /// The tensors that \p List, the first argument of a call of run() in the
  /// function, holds when it is evaluated. Nothing if their number is not
  /// surely known. \p List may be a braced list, a variable, a call.
  virtual std::optional<std::vector<TensorValues>>
  listAt(const clang::Expr *List) = 0;

  /// The same of a list whose end may be missing, with all that there may be.
  /// \param Fewest How many there are at least.
  virtual std::optional<std::vector<TensorValues>>
  openListAt(const clang::Expr *List, size_t &Fewest) = 0;

  /// What each tensor of \p List can be, however many there are. Empty if that
  /// is not known of all of them.
  virtual TensorValues elementsAt(const clang::Expr *List) = 0;

  /// The tensors that \p E, an expression of the function, can be.
  virtual TensorValues tensorsAt(const clang::Expr *E) = 0;

  /// The devices that \p E, an expression of the function, can be.
  virtual std::vector<DeviceValue> devicesAt(const clang::Expr *E) = 0;

  /// Whether \p E is evaluated at all.
  virtual bool reaches(const clang::Expr *E) const = 0;

  /// The expression at a place that a tensor's property comes from: the call
  /// that makes, moves or reshapes the tensor. Perhaps in another function.
  virtual const clang::Expr *expressionAt(Place From) const = 0;
};

} // namespace aoti_tidy

#endif
