// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_TRACE_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_TRACE_H

#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// A name on the way from a kernel's index to the model's inputs.
struct TracedName {
  enum class Kind {
    Argument,     ///< "ks0": a size that the kernel is given
    Computed,     ///< "ps0": a size that the wrapper computes from others
    InputSize,    ///< "s77": the size of an input's dimension
    OperatorSize, ///< the same of a tensor that an operator of ATen made
    Item,         ///< "u0": what the wrapper reads from a tensor, x.item()
    Loaded,       ///< "tmp0": what the kernel reads from a tensor
    Opaque,       ///< what the kernel computes in ways that are not followed
    Loop,         ///< "x0": a counter
    Unknown,      ///< a size of which the wrapper says nothing
  };
  Kind Is = Kind::Unknown;
  Variable What;    ///< as expressions have it
  std::string Name; ///< as the code has it

  std::optional<IndexExpr> Value = {};
  /// Set for InputSize; the input also for Memory.
  std::optional<unsigned> Input = {}, Dim = {};
  const Dimension *Bounds = nullptr; ///< of InputSize, as emitted
  /// Set for Item, Loaded and OperatorSize; null if not known.
  const Buffer *Memory = nullptr;
  const Access *Load = nullptr; ///< of Loaded, in the kernel
  /// Set for Loop: the first value, and the end.
  std::optional<IndexExpr> First = {}, Below = {};
  /// A line of 0 if not known.
  CodePlace At = {};
  std::vector<unsigned> From = {};
};

/// The chain from an access or an assert.
struct TracedIndex {
  /// Its names, then those that they come from, once each, into
  /// TracedCall::Names.
  std::vector<unsigned> Names;
  /// Parameters: the access's pointer first, then those that its indices are
  /// read from.
  std::vector<unsigned> Pointers;
};

struct TracedAccess : TracedIndex {
  const AccessDecision *Decision = nullptr;
  /// Set for Refuted: one per size that breaks it alone.
  std::vector<const UnsafeAccess *> Unsafe;
  const Buffer *Memory = nullptr; ///< null if it is not known
  /// On sizes, or on what tensors hold.
  bool IsDynamic = false;
  /// In terms of the model and from the start of the tensor's memory: the first
  /// element, the number of elements accessed, and all of them.
  std::optional<IndexExpr> First, Count, Elements;
  /// Earlier asserts about its index, into TracedCall::Asserts.
  std::vector<unsigned> Asserts;
  /// The same of the wrapper's checks: "u0 < s77".
  std::vector<IndexExpr> Checks;
};

struct TracedAssert : TracedIndex {
  const IndexAssert *Assert = nullptr;
  std::optional<IndexExpr> Condition; ///< in terms of the model
  AssertDecision Decision;
  /// Later accesses that depend on the same, into TracedCall::Accesses.
  std::vector<unsigned> Protects;
};

struct TracedCall {
  const KernelCall *Call = nullptr;
  const Kernel *In = nullptr;
  unsigned Number = 1, Of = 1;    ///< among the calls of the same kernel
  std::optional<CallTerms> Terms; ///< what the kernel has, in the model's terms
  std::vector<TracedName> Names;
  std::vector<TracedAccess> Accesses; ///< in the order of the code
  std::vector<TracedAssert> Asserts;

  const Buffer *memory(const EmittedModel &Model, unsigned Parameter) const;
};

/// All about the indices of a model, without words. Points into the model.
struct Trace {
  IndexSafety Safety;
  std::vector<TracedCall> Calls; ///< of kernels that are at hand
};

Trace traceIndices(const EmittedModel &Model, Prover &Prover,
                   bool WithRanges = false);

/// Indices of the calls of kernels named \p Name, or else containing it.
std::vector<size_t> callsOf(const Trace &Of, llvm::StringRef Name);

/// Indices into Trace::Calls and TracedCall::Asserts.
using AssertPlace = std::pair<size_t, size_t>;

/// The asserts of \p Calls that \p Text is about, an error message or a part of
/// a log. White space does not matter, names and numbers do. If it says where
/// it was raised, only those.
std::vector<AssertPlace> assertsLike(const Trace &Of, const EmittedModel &Model,
                                     llvm::ArrayRef<size_t> Calls,
                                     llvm::StringRef Text);

} // namespace aoti_tidy

#endif
