// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEWORDS_H
#define AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEWORDS_H

#include "checks/lib/safety/Trace.h"
#include "driver/package/ModelPrograms.h"

/// The words of 'aoti-tidy trace', printable whatever a package holds.
namespace aoti_tidy::words {

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

/// "kernel.cpp:29", without torch's hash of 52 letters.
std::string place(const EmittedModel &Model, const CodePlace &At);
/// "s27*x0 + s27 - 1"
std::string expression(const IndexExpr &E);
/// The code of an address without casts: "in_ptr0[(-1L) + ks0 + ks0*x0]"
std::string code(llvm::StringRef Text);
std::string undecided(const AssertDecision &D);
/// "reads 8 elements at in_ptr1 + (x1 + 8L*tmp5)"
std::string access(const Access &A);
/// "input 0", "the constant 'w'", "'buf0'"
std::string tensor(const Buffer &B);
/// "input 0 ('history', 'arg0_1'): float32 [4, s27]"
std::string tensorInFull(const NamedModel &Model, const Buffer &B);
std::string tensorInFull(const NamedModel &Model, const Buffer *B);
/// "the size of dimension 1 of input 0"
std::string meaning(const NamedModel &Model, const TracedName &N);
/// "2 to 64"; empty if the code says nothing.
std::string guard(const EmittedModel &Model, const TracedName &N);
/// "element s27*x0 of input 0, which has 4*s27"; empty if not known.
std::string inModel(const TracedAccess &A);
/// "; for x0 from 0 to s27 - 1", or empty.
std::string counters(const TracedCall &Call, const TracedIndex &I);
/// The demand of an assert: "0 <= (tmp0 < 0 ? tmp0 + s77 : tmp0) < s77"
std::string condition(const IndexExpr &E);
/// "the model's nodes index, add", or the operators in the kernel's name; may
/// be empty.
std::string madeOf(const TracedCall &C);
/// "OUT OF BOUNDS for some input"
llvm::StringRef verdict(const TracedCall &Call, const TracedAccess &A);
/// If nothing stops the run before.
inline constexpr const char *InBounds = "in bounds for every input";
/// An assert or a check of the wrapper may stop the run before.
bool isGuarded(const TracedCall &Call, const TracedAccess &A);
/// "2 asserts stop the run if input 1 is outside [-s70, s70)"; empty if nothing
/// can.
std::string stops(const NamedModel &Model,
                  llvm::ArrayRef<const TracedCall *> Calls);

/// "input 0 has shape [4, 0] and input 1 holds -3"
std::string witness(const NamedModel &Model, const TracedCall &Call,
                    const TracedAccess &A, const UnsafeAccess &U);
/// "it reads element -1 of input 0, which has 0 elements"
std::string outcome(const UnsafeAccess &U);
/// "dimension 1 of input 0 is at least 1"; empty if that is not known.
std::string safeIf(const NamedModel &Model, const UnsafeAccess &U);
/// The guard that rejects the size; empty if it is no size.
std::string guardOf(const EmittedModel &Model, const UnsafeAccess &U);
/// "input 0 has shape [2, 8] and input 1 holds 2"
std::string failure(const NamedModel &Model, const TracedCall &Call,
                    const TracedAssert &A);
std::string consequence(const EmittedModel &Model, const Kernel &In);

} // namespace aoti_tidy::words

#endif
