// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_KERNELMODEL_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_KERNELMODEL_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// A place in emitted code.
struct CodePlace {
  unsigned File = 0;             ///< index into EmittedModel::Files
  unsigned Line = 0, Column = 0; ///< from 1
};

/// A read or a write of memory in a kernel. The addresses are Index up to
/// Index + Count - 1, in elements from the parameter's pointer, for all values
/// of the variables that satisfy When.
struct Access {
  unsigned Parameter = 0; ///< the pointer, among the kernel's parameters
  IndexExpr Index = 0;
  IndexExpr Count = 1; ///< lanes of a vector access; 0 reads nothing
  /// Loops' ranges, conditions and masks around it, and the asserts that must
  /// have held before.
  std::vector<IndexExpr> When;
  bool IsWrite = false;
  std::string Text; ///< of the address, as emitted
  CodePlace At;
  /// The variable that the value read becomes, if it is an integer: of Kind
  /// Loaded. Empty otherwise.
  std::string Becomes;
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

/// A generated kernel: a C++ function, or a Triton program in a comment.
struct Kernel {
  std::string Name;
  std::vector<KernelParameter> Parameters;
  std::vector<Access> Accesses;
  std::vector<IndexAssert> Asserts;
  /// What holds of a loaded value by its type, and of values that are computed
  /// in ways that are not followed. Loops' ranges are in When: an access in a
  /// loop tells that the loop runs.
  std::vector<IndexExpr> Facts;
  /// Variables of Kind Computed. 'fits ? e : v' of such a v is what arithmetic
  /// of int64_t makes of e: where that doesn't fit, it wraps around.
  std::vector<std::string> Wrapped;
  /// Accesses that are not understood, and why: "a gather with a stride".
  struct Unmodelled {
    CodePlace At;
    std::string Why;
  };
  std::vector<Unmodelled> NotModelled;
  CodePlace At;
  /// Whether an access is not followed because it is not known how many
  /// elements a vector has.
  bool LacksVectorSize = false;
  /// An assert that fails in it ends the process: it throws out of an OpenMP
  /// region.
  bool AssertsAbort = false;
};

/// A tensor in the wrapper.
struct Buffer {
  std::string Name; ///< "arg0_1", "buf2"
  std::optional<DType> Type;
  std::vector<IndexExpr> Sizes, Strides;
  /// Elements from its own first one to the end of the memory it lies in, as
  /// far as it was allocated for it; and from the memory's start to its first
  /// one.
  IndexExpr Extent = 0, Offset = 0;
  /// Whether Extent means anything. An operator's result is as large as the
  /// operator makes it.
  bool ExtentKnown = false;
  /// The layout is what the compiler was told of an operator's result; that is
  /// checked on request, as inputs are.
  bool IsPromised = false;
  /// The buffer, by index, that it is a view of or another name for.
  std::optional<unsigned> Base;
  std::optional<unsigned> Input; ///< if it is one, or a view of one
  bool IsConstant = false;       ///< a weight
  /// An operator, or code that is not understood, gets it and may write to it.
  bool IsPassedOn = false;
  CodePlace At;
};

/// A size that the wrapper computes or reads, and where from. If nothing of it
/// is known but the name, it could be any number.
struct SizeSymbol {
  std::string Name;                   ///< "s77"
  std::optional<unsigned> Input, Dim; ///< it is that input's size there
  std::optional<std::string> ItemOf;  ///< it is that tensor's item
  std::optional<unsigned> Item;       ///< the same tensor, by its index
  /// It is the size in Dim of that tensor, which an operator made: "buf2".
  std::optional<std::string> SizeOf;
  /// What it is computed from, if it is: "u0 < 0 ? u0 + s77 : u0"; another name
  /// for a symbol is not used in expressions.
  std::optional<IndexExpr> Value;
  CodePlace At;
};

/// kernel(arg0_1.data_ptr(), buf0.data_ptr(), s77)
struct KernelCall {
  std::string Kernel;
  /// Why nothing is known of what it is called with, a clause for the user; then
  /// it has no arguments here. Empty otherwise.
  std::string NotFollowed;
  /// One for each of the kernel's parameters: a buffer (by index) or a size.
  /// Neither if it is a floating-point number, or not understood, which
  /// EmittedModel::NotModelled says then.
  struct Argument {
    std::optional<unsigned> Buffer;
    std::optional<IndexExpr> Size;
  };
  std::vector<Argument> Arguments;
  std::vector<IndexExpr> When; ///< checks that must have held before
  /// Of When those that choose the branch that the call is in: of torch.cond.
  std::vector<IndexExpr> Branches;
  /// "[index, add]" of "Topologically Sorted Source Nodes", where emitted.
  std::vector<std::string> SourceNodes;
  CodePlace At;
};

/// A call into ATen whose error is thrown away.
struct DroppedError {
  std::string Function; ///< "aoti_torch_index_put_out"
  CodePlace At;
};

/// What the emitted code of one model does with memory.
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
  /// Statements of the wrapper that are not understood, by line.
  std::vector<Kernel::Unmodelled> NotModelled;
  /// A file of which only a part is there, so that what the rest does is not in
  /// the model.
  struct CutFile {
    unsigned File;    ///< index into Files
    std::string Sign; ///< a clause: "the '{' of line 12 is not closed"
    /// Otherwise nothing of it is in the model.
    bool IsRead = true;
  };
  std::vector<CutFile> Cut;
};

/// A place of the model's code, as findings have it.
inline Location locate(const EmittedModel &Model, const CodePlace &At) {
  return {Model.Files[At.File].Name, 0, At.Line, At.Column};
}

} // namespace aoti_tidy

#endif
