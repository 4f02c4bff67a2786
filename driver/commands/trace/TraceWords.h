// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEWORDS_H
#define AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEWORDS_H

#include "checks/lib/safety/Trace.h"
#include "driver/package/ModelPrograms.h"

/// How the reports of 'aoti-tidy trace' put what they say. All of it can be
/// shown by a terminal, whatever a package holds.
namespace aoti_tidy::words {

/// A model, with what forward() calls its inputs where that is known.
struct NamedModel {
  NamedModel(const EmittedModel &Of) : Of(Of) {}
  NamedModel(const EmittedModel &Of, const InputNames &Names)
      : Of(Of), Names(&Names) {}

  const EmittedModel *operator->() const { return &Of; }
  /// "input 2 ('history')", or "input 2".
  std::string input(unsigned Index) const;

  const EmittedModel &Of;
  const InputNames *Names = nullptr;
};

/// "s27*x0 + s27 - 1"
std::string expression(const IndexExpr &E);
/// An address as the code has it, without the casts that say nothing:
/// "in_ptr0[(-1L) + ks0 + ks0*x0]"
std::string code(llvm::StringRef Text);
/// Why it is not decided whether an assert can fail, as a clause.
std::string undecided(const AssertDecision &D);
/// "reads 8 elements at in_ptr1 + (x1 + 8L*tmp5)"
std::string access(const Access &A);
/// "input 0", "the constant 'w'", "'buf0'"
std::string tensor(const Buffer &B);
/// "input 0 ('history', 'arg0_1'): float32 [4, s27]"
std::string tensorInFull(const NamedModel &Model, const Buffer &B);
/// \p B: null for a tensor that is not followed.
std::string tensorInFull(const NamedModel &Model, const Buffer *B);
/// "the size of dimension 1 of input 0"
std::string meaning(const NamedModel &Model, const TracedName &N);
/// "2 to 64"; empty if the code says nothing.
std::string guard(const EmittedModel &Model, const TracedName &N);
/// "element s27*x0 of input 0, which has 4*s27", without expressions that are
/// too long for people; empty if nothing of that is known.
std::string inModel(const TracedAccess &A);
/// "; for x0 from 0 to s27 - 1": the counters in it, empty if there are none.
std::string counters(const TracedCall &Call, const TracedIndex &I);
/// What an assert demands: "0 <= (tmp0 < 0 ? tmp0 + s77 : tmp0) < s77"
std::string condition(const IndexExpr &E);
/// What a kernel was made of: "the model's nodes index, add", or the operators
/// that its name has, "add_index"; empty if it says nothing.
std::string madeOf(const TracedCall &C);
/// "OUT OF BOUNDS for some input"
llvm::StringRef verdict(const TracedCall &Call, const TracedAccess &A);
/// The verdict on an access that was proved, if nothing stops the run before it.
inline constexpr const char *InBounds = "in bounds for every input";
/// Whether an assert, or a check of the wrapper, may stop the run before the
/// access.
bool isGuarded(const TracedCall &Call, const TracedAccess &A);
/// What keeps accesses in their memory by stopping the run: "2 asserts stop the
/// run if input 1 is outside [-s70, s70)". Empty if nothing can.
std::string stops(const NamedModel &Model,
                  llvm::ArrayRef<const TracedCall *> Calls);

/// "input 0 has shape [4, 0] and input 1 holds -3": an input that drives the
/// access out of bounds.
std::string witness(const NamedModel &Model, const TracedCall &Call,
                    const TracedAccess &A, const UnsafeAccess &U);
/// "it reads element -1 of input 0, which has 0 elements"
std::string outcome(const UnsafeAccess &U);
/// "dimension 1 of input 0 is at least 1"; empty if that is not known.
std::string safeIf(const NamedModel &Model, const UnsafeAccess &U);
/// What rejects the size that drives the access out of bounds; empty if it is
/// no size that does.
std::string guardOf(const EmittedModel &Model, const UnsafeAccess &U);
/// "input 0 has shape [2, 8] and input 1 holds 2": makes the assert fail.
std::string failure(const NamedModel &Model, const TracedCall &Call,
                    const TracedAssert &A);
/// What follows when an assert of the kernel fails.
std::string consequence(const EmittedModel &Model, const Kernel &In);

} // namespace aoti_tidy::words

#endif
