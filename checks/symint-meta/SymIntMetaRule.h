// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETARULE_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETARULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/DefectFacts.h"
#include "checks/lib/ops/ParameterForm.h"
#include "checks/lib/torch/TorchVersion.h"
#include <optional>

namespace aoti_tidy {

/// What is wrong with a meta kernel in C++ that does this.
std::string kernelProblem(const DefectFacts &D);

/// A Meta kernel of the stable ABI that reads sizes, or of which the schema has
/// a SymInt.
std::string stableKernelProblem();

/// What a fake in Python does that works only on numbers and data.
enum class FakeDefect {
  // A size becomes a number.
  IntOfSize,        ///< int(x.shape[0]), int(x.shape[0] // 2)
  IntOfResult,      ///< int(x.shape[0] / 2), int(math.prod(x.shape))
  FloatOfSize,      ///< float(x.shape[0])
  RootOfSize,       ///< math.sqrt(x.shape[0])
  CeilOfSize,       ///< np.ceil(x.shape[0] / 2)
  FunctionOfSize,   ///< math.log(x.shape[0]), x.shape[0].bit_length()
  CountedLoop,      ///< range(x.shape[0])
  RepeatedList,     ///< [None] * x.shape[0]
  Length,           ///< len(x)
  Loop,             ///< for row in x
  Elements,         ///< list(x), enumerate(x), zip(x, y), x.unbind()
  IntOfEachSize,    ///< map(int, x.shape)
  IntOfEachResult,  ///< map(int, [x.shape[0] / 2]), or maybe so
  NumelOfSizes,     ///< x.shape.numel()
  TensorOfSizes,    ///< torch.tensor(x.shape)
  BroadcastOfSizes, ///< np.broadcast_shapes(x.shape, y.shape)
  NumbersOfSizes,   ///< np.prod(x.shape, dtype=np.int64)
  FormattedSize,    ///< "%d" % x.shape[0], hex(x.shape[0])
  // What symbols and tensors with dynamic sizes do not have.
  SizesToList, ///< x.shape.tolist()
  Divmod,      ///< divmod(x.shape[0], 2)
  Hashed,      ///< f(x.shape[0]) of a functools.cache
  HashedKey,   ///< CACHE[x.shape[0], 4]
  FormatSpec,  ///< f"{x.shape[0]:8}"
  TypeCheck,   ///< assert isinstance(x.shape[0], int)
  Nbytes,      ///< x.nbytes
  // Data.
  Number,         ///< int(x.max()), sum(x.tolist())
  Pointer,        ///< x.data_ptr(), x.numpy()
  Condition,      ///< if x.any()
  OptionalTensor, ///< if bias, which may be None
  Comparison,     ///< torch.equal(x, y)
  LengthOfData,   ///< len(x.tolist())
  InMetaKernel,   ///< x.item() in a kernel for the key Meta
  SizeInMeta,     ///< get_ctx().new_dynamic_size() in such a one
  LostSize,       ///< new_dynamic_size() that is no dimension of a result
  LostNumber,     ///< x.max().item() that is none
  // A branch by a size, which may depend on data.
  Branch,     ///< if x.shape[0] == 0
  SizeCheck,  ///< assert x.shape[0] > 0
  SizesCheck, ///< assert x.shape == y.shape
};

/// How export fails by a defect, if it does.
enum class FakeFailure {
  None,   ///< it freezes something
  Raises, ///< where the defect is; who catches that goes on
  /// Also where the fake catches what is raised: the size that depends on data
  /// exists by then, and no result has it.
  Loses,
};
FakeFailure fakeFailure(FakeDefect D);

/// Whether 'except Name' catches what \p D raises.
bool isCaughtAs(FakeDefect D, llvm::StringRef Name);

/// What is wrong with \p Expr in a fake, or in a kernel for the key Meta, which
/// does this with \p Of. \p IsDimension: a number of that says which number the
/// dimension is, so that export fixes it; else only the result is fixed.
std::string fakeProblem(FakeDefect D, llvm::StringRef Expr,
                        llvm::StringRef Of = {}, bool IsMetaKernel = false,
                        bool IsDimension = true);

/// Whether torch fails where a size that depends on data is no dimension of a
/// result. An unknown torch is taken to be a current one.
bool needsLostSizes(std::optional<TorchVersion> Torch);

/// A parameter of a kernel or a fake, as far as it is about the schema's type.
struct ParameterFacts {
  std::string Name;      ///< empty if it has none
  unsigned Position = 1; ///< counts from 1
  /// How the kernel takes it; in Python, where nothing says so, Other.
  ParameterForm Form = ParameterForm::Other;
};

/// The schema says SymInt, and the parameter is a plain int. \p Type is what
/// the kernel has written for it.
std::string concreteProblem(const ParameterFacts &P, llvm::StringRef Type);

/// The schema says int, and the parameter is a SymInt.
std::string symbolicProblem(const ParameterFacts &P);

/// The schema says int, and the parameter becomes a size of a tensor.
std::string sizeProblem(const ParameterFacts &P);

/// The parameter has a type of which torch makes no kernel.
std::string refusedProblem(const ParameterFacts &P);

/// Whether sizeProblem() is reported: of a list that is the whole shape of a
/// tensor; of other ints, which mostly are constants of the model, on request.
bool isReportedSize(bool IsList, bool IsWholeShape, bool SchemaInts);

enum class SymIntNote {
  Call,        ///< that leads to the helper with the finding
  SizeUse,     ///< where a parameter becomes a size
  SizeGiven,   ///< where a call gives a size for it
  PartOfSize,  ///< where a lost size goes to
  StableRead,  ///< in a kernel of the stable ABI
  Except,      ///< a handler that catches a failure in vain
  SkippedCode, ///< that #if leaves out, and a fix does not see
  FakeIsHere,  ///< a fake's registration
  SchemaIsHere,
  SymIntInSchema,
};

llvm::StringRef noteText(SymIntNote N);

/// The note at \p Call, "at::empty", of a size that is read and goes there.
std::string endNote(llvm::StringRef Call);

} // namespace aoti_tidy

#endif
