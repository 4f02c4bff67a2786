// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_KERNELMODEL_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_KERNELMODEL_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

struct CodePlace {
  unsigned File = 0;             ///< index into EmittedModel::Files
  unsigned Line = 0, Column = 0; ///< from 1
};

/// A read or a write in a kernel of elements Index up to Index + Count - 1 of
/// the parameter's pointer, for all values of the variables that satisfy When.
struct Access {
  unsigned Parameter = 0; ///< the pointer, among the kernel's parameters
  IndexExpr Index = 0;
  IndexExpr Count = 1; ///< lanes of a vector access; 0 reads nothing
  /// Loops' ranges, conditions and masks around it, and asserts before it.
  std::vector<IndexExpr> When;
  bool IsWrite = false;
  std::string Text; ///< of the address, as emitted
  CodePlace At;
  /// The Loaded variable that an integer read becomes; empty otherwise.
  std::string Becomes;
  /// Becomes is what a floating-point number that is read, NaN among them, is
  /// converted to.
  bool IsConverted = false;
};

/// "index out of bounds: 0 <= tmp4 < ks0"
struct IndexAssert {
  IndexExpr Condition = 0;
  std::string Message;
  std::vector<IndexExpr> When; ///< as for Access
  CodePlace At;
};

struct KernelParameter {
  std::string Name; ///< "in_ptr0", "ks1", "xnumel"
  bool IsPointer = false;
  std::optional<DType> Element; ///< of a pointer
};

struct Kernel {
  std::string Name;
  std::vector<KernelParameter> Parameters;
  std::vector<Access> Accesses;
  std::vector<IndexAssert> Asserts;
  /// Integer divisions by what is no constant, which end the process unless
  /// the divisor is not 0. The message is the divisor, as emitted.
  std::vector<IndexAssert> Divisions;
  /// Facts about loaded values by their types, and about values that are not
  /// followed. Loops' ranges are in When: an access in a loop tells that the
  /// loop runs.
  std::vector<IndexExpr> Facts;
  /// Computed variables v with 'fits ? e : v' for the int64_t arithmetic e,
  /// which wraps around where it doesn't fit.
  std::vector<std::string> Wrapped;
  /// An access that is not understood, and why: "a gather with a stride".
  struct Unmodelled {
    CodePlace At;
    std::string Why;
  };
  static constexpr llvm::StringLiteral NestedTooDeeply =
      "its code is nested deeper than 500 levels";
  std::vector<Unmodelled> NotModelled;
  CodePlace At;
  /// An access is not followed since the vectors' length is not known.
  bool LacksVectorSize = false;
  /// A failing assert ends the process: it throws out of an OpenMP region.
  bool AssertsAbort = false;
  /// An operator of ATen, of which only the sizes are known that it divides by.
  bool IsOperator = false;
};

/// The integers of a tensor that an operator made of \p Of: 0 to Most.
struct ResultContents {
  std::string Operator; ///< "bucketize"
  IndexExpr Most;
  unsigned Of; ///< index into EmittedModel::Buffers
};

struct Buffer {
  std::string Name; ///< "arg0_1", "buf2"
  std::optional<DType> Type;
  std::vector<IndexExpr> Sizes, Strides;
  /// Elements from its first one to the end of its memory, and from the
  /// memory's start to its first one.
  IndexExpr Extent = 0, Offset = 0;
  /// An operator's result is as large as the operator makes it.
  bool ExtentKnown = false;
  std::optional<unsigned> Base;
  std::optional<unsigned> Input; ///< if it is one, or a view of one
  bool IsConstant = false;       ///< a weight
  /// Code that may write to it gets it: an operator, or what is not understood.
  bool IsPassedOn = false;
  std::optional<ResultContents> Holds = {};
  CodePlace At;
};

/// A size that the wrapper computes or reads; any number if only its name is
/// known.
struct SizeSymbol {
  std::string Name;                   ///< "s77"
  std::optional<unsigned> Input, Dim; ///< it is that input's size there
  std::optional<std::string> ItemOf;  ///< it is that tensor's item
  std::optional<unsigned> Item;       ///< the same tensor, by its index
  /// The size in Dim of that tensor, which an operator made: "buf2".
  std::optional<std::string> SizeOf;
  /// "u0 < 0 ? u0 + s77 : u0"; aliases of symbols are not used in expressions.
  std::optional<IndexExpr> Value;
  CodePlace At;
};

/// kernel(arg0_1.data_ptr(), buf0.data_ptr(), s77)
struct KernelCall {
  std::string Kernel;
  /// Why its arguments are not known, a clause; then there are none here.
  std::string NotFollowed;
  /// A buffer or a size for each of the kernel's parameters; neither for a
  /// floating-point number, or what EmittedModel::NotModelled names.
  struct Argument {
    std::optional<unsigned> Buffer;
    std::optional<IndexExpr> Size;
  };
  std::vector<Argument> Arguments;
  std::vector<IndexExpr> When; ///< checks that must have held before
  /// Those of When that choose the branch of torch.cond around the call.
  std::vector<IndexExpr> Branches;
  /// "[index, add]" of "Topologically Sorted Source Nodes", where emitted.
  std::vector<std::string> SourceNodes;
  CodePlace At;
};

struct DroppedError {
  std::string Function; ///< "aoti_torch_index_put_out"
  CodePlace At;
};

/// What a run does with memory, in the order of the wrapper.
struct MemoryEvent {
  std::string Name; ///< of a tensor's handle, or of what is called
  CodePlace At = {};
  /// Allocated; nothing for a call, and where memory is given back: without name.
  std::optional<IndexExpr> Bytes = {};
  size_t Of = 0; ///< the buffer
};

struct EmittedModel {
  struct File {
    std::string Name; ///< in the package
    std::string Text;
  };
  std::vector<File> Files;
  std::string Device;
  std::vector<TensorContract> Inputs;
  InputChecks Checks = InputChecks::Unknown;
  std::vector<IndexExpr> Assumptions; ///< those of the contract
  std::vector<SizeSymbol> Symbols;
  std::vector<Buffer> Buffers;
  std::vector<Kernel> Kernels;
  std::vector<KernelCall> Calls;
  std::vector<DroppedError> DroppedErrors;
  std::vector<MemoryEvent> Memory;
  std::vector<Kernel::Unmodelled> NotModelled;
  /// A file of which only a part is there.
  struct CutFile {
    unsigned File;    ///< index into Files
    std::string Sign; ///< a clause: "the '{' of line 12 is not closed"
    /// False: nothing of it is in the model.
    bool IsRead = true;
  };
  std::vector<CutFile> Cut;
};

inline Location locate(const EmittedModel &Model, const CodePlace &At) {
  return {Model.Files[At.File].Name, 0, At.Line, At.Column};
}

} // namespace aoti_tidy

#endif
