// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_TRACE_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_TRACE_H

#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// A name on the way from an index in a kernel back to the model's inputs.
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

  /// Of Argument and Computed: what it is, as the wrapper has it.
  std::optional<IndexExpr> Value = {};
  /// Of InputSize; the input also of the tensor that Memory is.
  std::optional<unsigned> Input = {}, Dim = {};
  const Dimension *Bounds = nullptr; ///< of InputSize, as emitted
  /// Of Item, Loaded and OperatorSize: the tensor; null if it is not known.
  const Buffer *Memory = nullptr;
  const Access *Load = nullptr; ///< of Loaded, in the kernel
  /// Of Loop: its first value, and the one that it stays below.
  std::optional<IndexExpr> First = {}, Below = {};
  /// Where that happens; a line of 0 if it is not known.
  CodePlace At = {};
  /// The names that it is made of, into TracedCall::Names.
  std::vector<unsigned> From = {};
};

/// The chain from one access of a call, or from one assert.
struct TracedIndex {
  /// The names in it, then those that they come from, into TracedCall::Names.
  /// Each once, and before those that it is made of.
  std::vector<unsigned> Names;
  /// The pointers of the kernel in it, among the parameters: that of the access
  /// first, then those which its indices are read from.
  std::vector<unsigned> Pointers;
};

struct TracedAccess : TracedIndex {
  const AccessDecision *Decision = nullptr;
  /// Of a refuted one: an entry for each size that breaks it alone.
  std::vector<const UnsafeAccess *> Unsafe;
  const Buffer *Memory = nullptr; ///< null if it is not known
  /// Whether it depends on sizes, or on what tensors hold.
  bool IsDynamic = false;
  /// In terms of the model, if they are known: the first element that it
  /// addresses, how many from there on, and how many there are. From the start
  /// of the tensor's memory.
  std::optional<IndexExpr> First, Count, Elements;
  /// Asserts that have held before, on what its index depends on; into
  /// TracedCall::Asserts.
  std::vector<unsigned> Asserts;
  /// The same of checks in the wrapper: "u0 < s77".
  std::vector<IndexExpr> Checks;
};

struct TracedAssert : TracedIndex {
  const IndexAssert *Assert = nullptr;
  std::optional<IndexExpr> Condition; ///< in terms of the model
  AssertDecision Decision;
  /// The accesses after it that depend on the same, into TracedCall::Accesses.
  std::vector<unsigned> Protects;
};

/// A call of a kernel, with all of its accesses.
struct TracedCall {
  const KernelCall *Call = nullptr;
  const Kernel *In = nullptr;
  unsigned Number = 1, Of = 1;    ///< among the calls of the same kernel
  std::optional<CallTerms> Terms; ///< what the kernel has, in the model's terms
  std::vector<TracedName> Names;
  std::vector<TracedAccess> Accesses; ///< in the order of the code
  std::vector<TracedAssert> Asserts;

  /// The tensor that the parameter points to; null if it is not known.
  const Buffer *memory(const EmittedModel &Model, unsigned Parameter) const;
};

/// What there is to know about the indices of a model, without words. Points
/// into the model.
struct Trace {
  IndexSafety Safety;
  std::vector<TracedCall> Calls; ///< of kernels that are at hand
};

Trace traceIndices(const EmittedModel &Model, Prover &Prover);

/// Calls whose kernel's name is \p Name or else contains it, by their places in
/// \p Of.
std::vector<size_t> callsOf(const Trace &Of, llvm::StringRef Name);

/// An assert by its places: in Trace::Calls, and in TracedCall::Asserts there.
using AssertPlace = std::pair<size_t, size_t>;

/// The asserts in \p Calls, by their places in Trace::Calls, that \p Text is
/// about: an error message or a line of a log, whole
/// or in part. White space does not matter, names and numbers do. Of several,
/// those are taken that stand where the text says it was raised, if it does.
std::vector<AssertPlace> assertsLike(const Trace &Of, const EmittedModel &Model,
                                     llvm::ArrayRef<size_t> Calls,
                                     llvm::StringRef Text);

/// The messages of asserts in \p Calls that are nearest to \p Text, each once,
/// the best first.
std::vector<std::string> nearestAsserts(const Trace &Of,
                                        llvm::ArrayRef<size_t> Calls,
                                        llvm::StringRef Text, size_t AtMost);

} // namespace aoti_tidy

#endif
