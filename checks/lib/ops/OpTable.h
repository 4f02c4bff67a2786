// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPTABLE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPTABLE_H

#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
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

/// An operator that a script defines in Python and calls in a model of which it
/// writes a package.
struct PackedOp {
  std::string Package; ///< as scriptPath() has it
  std::string Op;
  FilePlace Where; ///< what defines it
};

/// The operator facts of one file.
struct OpFacts {
  std::vector<SchemaFact> Schemas;
  std::vector<KernelFact> Kernels;
  /// Operators that Python gives a fake kernel (register_fake). Where the
  /// namespace or the name is empty, any may be meant.
  std::vector<OpName> Fakes;
  std::vector<PackedOp> Packed;
};

/// A condition on the operators of a run under which a finding is reported.
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
    /// Function needs data, and is a kernel of an operator whose schema does
    /// not say that it writes Argument, a tensor.
    WritesArgument,
    /// ... whose schema says that all it returns is new memory.
    ReturnsArgument,
    /// Op has kernels for devices and nothing that export could run.
    LacksMeta,
    /// Op has kernels for devices, and none whose body export runs.
    IsOpaque,
    /// The program that loads a package with Op has nothing that could register
    /// it. Who collects the files of a run takes Op away where something has.
    NotLoaded,
  };
  static constexpr unsigned AnyArgument = ~0U;

  Kind K = Kind::Always;
  std::string Function;
  unsigned Argument = 0;
  /// As a Composite kernel it could be run by export: it needs no data.
  bool Traceable = false;
  std::string Op; ///< for LacksMeta, IsOpaque, NotLoaded
  /// For NotLoaded, of a package that only its script knows: its path, as the
  /// program has it. Then Op is the first operator there that only Python has.
  std::string Package;
  std::optional<FilePlace> Defined = {}; ///< the same of what defines Op there
};

/// Code that may register operators without leaving a fact: it was not fully
/// understood, or not looked at. An operator that is missing from the facts may
/// be registered there.
class UnreadCode {
public:
  /// There is none.
  UnreadCode() = default;

  /// Any number of files, with whatever in them.
  static UnreadCode anything();

  /// Adds the text of a file that was not understood to its end; empty if that
  /// is not known.
  void add(llvm::StringRef Text);

  /// Whether it may have something to say of \p Op, that is ns::name.overload:
  /// code that registers an operator has its name in it.
  bool mayName(llvm::StringRef Op) const;

private:
  bool Anything = false;
  llvm::StringSet<> Words;
};

/// The operators of one file, or of all files of a run.
class OpTable {
public:
  /// \p Unread is code that may register more than \p Facts. For an operator that
  /// it does not name, the facts are complete.
  OpTable(llvm::ArrayRef<const OpFacts *> Facts, UnreadCode Unread);

  /// Why a condition holds. Pointers into the facts; null where not needed.
  struct Evidence {
    const KernelFact *Kernel = nullptr;
    const SchemaFact *Schema = nullptr;
    unsigned OtherOps = 0; ///< operators besides Kernel's it holds for, too
  };

  /// Nothing if \p C does not hold or is not certain.
  std::optional<Evidence> holds(const Condition &C) const;

  /// The operator that seems to have no Meta kernel, but that unread code or a
  /// fake of unknown name may provide one for. Nothing if \p C is not about one.
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
  bool isOpaque(llvm::StringRef Op) const;

  UnreadCode Unread;
  llvm::StringMap<std::vector<const KernelFact *>> ByFunction, ByOp;
  /// An operator may have several: of builds for different devices, say.
  llvm::StringMap<std::vector<const SchemaFact *>> Schemas;
  std::vector<const OpName *> Fakes;
};

/// The note at the kernel's registration: "registered here as the Meta kernel
/// of 'ns::op'", "… as the CompositeImplicitAutograd kernel of 'ns::op' and 6
/// other operators".
std::string registrationNote(const OpTable::Evidence &E);

/// The note at a schema.
std::string schemaNote(const SchemaFact &Schema);

/// The note at an operator that only Python has.
std::string definedNote(llvm::StringRef Op);

} // namespace aoti_tidy

#endif
