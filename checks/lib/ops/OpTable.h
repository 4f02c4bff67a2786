// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPTABLE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPTABLE_H

#include "checks/lib/ops/UnreadCode.h"
#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {

/// A place in a file, to outlive the parse that found it.
struct FilePlace {
  std::string File; ///< absolute
  unsigned Offset = 0;

  auto operator<=>(const FilePlace &) const = default;
};

/// m.def("op(Tensor x) -> Tensor"), or the schema inferred from a function.
struct SchemaFact {
  std::string Op; ///< ns::name.overload
  OpSchema Schema;
  FilePlace Where;
};

/// m.impl("op", &f) and its many spellings.
struct KernelFact {
  std::string Op; ///< ns::name.overload; empty if it cannot be told
  /// Dispatch key: "Meta", "CompositeImplicitAutograd"; empty if it cannot be
  /// told.
  std::string Key;
  /// The function's symbol; empty if it cannot be told.
  std::string Function;
  FilePlace Where;
  /// Where the registering file has its declarations of the function.
  std::vector<FilePlace> Declarations;
};

/// A call in Python that gives an argument of an operator the size of a tensor:
/// torch.ops.ns.op(x, x.shape[0]).
struct SizeArgumentFact {
  std::string Op;        ///< ns::name.overload
  unsigned Position = 0; ///< of the argument, if Keyword is empty
  std::string Keyword;
  FilePlace Where;
};

/// What one file says about operators.
struct OpFacts {
  std::vector<SchemaFact> Schemas;
  std::vector<KernelFact> Kernels;
  /// Operators that Python gives a fake kernel (register_fake). Where the
  /// namespace or the name is empty, any may be meant.
  std::vector<OpName> Fakes;
  std::vector<SizeArgumentFact> SizeArguments;
};

/// What must hold of the operators of a run for a finding to be one.
struct Condition {
  enum class Kind {
    Always,
    /// Function is a Meta kernel, or a Composite kernel in place of one.
    IsMeta,
    /// ... of an operator whose schema says SymInt for Argument.
    IsMetaWithSymInt,
    /// ... of an operator whose schema says int for Argument.
    IsMetaWithInt,
    /// Function is a kernel, for whatever key, of an operator whose schema
    /// says int for Argument.
    IsKernelWithInt,
    /// Function is a kernel for whatever key.
    IsKernel,
    /// Op has kernels for devices and nothing that export could run.
    LacksMeta,
  };
  static constexpr unsigned AnyArgument = ~0U;

  Kind K = Kind::Always;
  std::string Function;
  unsigned Argument = 0;
  /// As a Composite kernel it could be run by export: it needs no data.
  bool Traceable = false;
  std::string Op; ///< for LacksMeta
  /// For IsMetaWithInt: some call gives Argument a size.
  bool IsGivenSize = false;
};

/// The operators of one file, or of all files of a run.
class OpTable {
public:
  /// \p Unread is what, besides \p Facts, could say more: of an operator that
  /// it does not name, what is not here is not there.
  OpTable(llvm::ArrayRef<const OpFacts *> Facts, UnreadCode Unread);

  /// Why a condition holds. Pointers into the facts; null where not needed.
  struct Evidence {
    const KernelFact *Kernel = nullptr;
    const SchemaFact *Schema = nullptr;
    unsigned OtherOps = 0; ///< operators besides Kernel's it holds for, too
    const SizeArgumentFact *Call = nullptr;
  };

  /// Nothing if \p C does not hold or is not certain.
  std::optional<Evidence> holds(const Condition &C) const;

  /// The operator of which \p C would say more if it were certain that what is
  /// not among the facts is nowhere, and that a fake whose name is not in sight
  /// is another's: one that seems to have no Meta kernel.
  std::optional<std::string> openQuestion(const Condition &C) const;

  /// Whether export may run a kernel for \p Key of an operator.
  static bool mayServeExport(llvm::StringRef Key);

  /// The registrations of a function, by place.
  llvm::ArrayRef<const KernelFact *> kernelsOf(llvm::StringRef Function) const;

private:
  bool isMeta(const KernelFact &K, bool Traceable) const;
  bool hasFake(llvm::StringRef Op, bool IsNamed = false) const;
  const SchemaFact *schemaOf(llvm::StringRef Op, const Condition &C) const;
  std::optional<Evidence> lacksMeta(llvm::StringRef Op) const;
  const SizeArgumentFact *sizeGivenFor(const KernelFact &K,
                                       const SchemaFact &Schema,
                                       const Condition &C) const;

  UnreadCode Unread;
  llvm::StringMap<std::vector<const KernelFact *>> ByFunction, ByOp;
  /// An operator may have several: of builds for different devices, say.
  llvm::StringMap<std::vector<const SchemaFact *>> Schemas;
  std::vector<const OpName *> Fakes;
  /// By operator and argument.
  llvm::StringMap<std::vector<const SizeArgumentFact *>> SizeArguments;
  /// Those that have an overload with a name, as ns::name.
  llvm::StringSet<> Overloaded;
};

} // namespace aoti_tidy

#endif
