// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPCALLS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPCALLS_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/DenseMap.h"

namespace aoti_tidy::python {

/// The part that a function plays in registering operators, by its name.
enum class OpRole {
  None,
  Library,  ///< torch.library.Library
  Define,   ///< torch.library.define, Library.define
  Impl,     ///< torch.library.impl, Library.impl
  CustomOp, ///< torch.library.custom_op, triton_op
  Kernel,   ///< torch.library.register_kernel
  Fake,     ///< torch.library.register_fake, or what is named like it
  Other,    ///< something that makes an op neither known nor fit for export
};

/// By the last part of the name. Helpers of the user's own count by what they
/// are called: 'my_register_fake'.
OpRole opRole(llvm::StringRef Name);

/// Whether a name is that of something for tensors without data:
/// 'register_fake', 'impl_abstract', 'meta', but not 'metadata'.
bool soundsFake(llvm::StringRef Name);

/// A callee, or a decorator that is not called.
struct OpCallee {
  OpRole Role = OpRole::None;
  /// The last part of its name: "register_fake", also if the file calls it
  /// something else.
  std::string Name;
  Node Receiver; ///< what it is a method of; null if it is none, or a module's
};

/// A call with what its callee does for operators.
struct OpCall {
  Call Given;
  OpCallee Callee;

  Node at() const { return Given.At; }
  /// The argument at \p Position or of one of the names; null if it is not
  /// given or not seen.
  Node argument(unsigned Position,
                std::initializer_list<llvm::StringRef> Names) const;
  Node keyword(llvm::StringRef Name) const;
};

/// The calls of a file with their roles, and what its names may stand for.
/// Generous: where the text leaves open what is called, it is what it is named
/// for.
class OpCalls {
public:
  explicit OpCalls(const File &F);

  /// In the order of the text.
  llvm::ArrayRef<OpCall> all() const { return All; }
  /// Null if \p At is no call.
  const OpCall *find(Node At) const;
  OpCallee calleeOf(Node Callee) const;
  /// The function_definition that has \p Expr as a decorator, if there is one.
  Node decoratedBy(Node Expr) const;
  /// The decorators of \p Function without their '@', the first one first.
  llvm::ArrayRef<Node> decoratorsOf(Node Function) const;
  /// All that decorates a function, in the order of the text.
  llvm::ArrayRef<Node> decorators() const { return Decorators; }

private:
  void readTree();
  void readDecorated(Node N);

  const File &F;
  std::vector<OpCall> All;
  llvm::DenseMap<const void *, unsigned> ByNode;
  std::vector<Node> Decorators;
  /// By decorator: its function.
  llvm::DenseMap<const void *, Node> DecoratedBy;
  /// By function: its decorators, [first, last) of Decorators.
  llvm::DenseMap<const void *, std::pair<unsigned, unsigned>> DecoratorsOf;
};

/// Library("ns", "IMPL", "Meta")
struct OpLibrary {
  std::string Namespace; ///< empty: not in sight
  /// The dispatch key that it registers for if none is said. "": it has none;
  /// nothing: not in sight.
  std::optional<std::string> Key;
};

/// Which torch.library.Library an expression stands for.
class OpLibraries {
public:
  /// Both must outlive it.
  OpLibraries(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  /// A library without a namespace and without a key if that is not plain to
  /// see, or if \p Expr is something else.
  OpLibrary at(Node Expr) const;

private:
  OpLibrary made(const OpCall &By) const;

  const File &F;
  const OpCalls &Calls;
};

/// The dispatch key that \p Type, a device type or itself a key, stands for.
std::string dispatchKeyOf(llvm::StringRef Type);

/// Whether a kernel for \p Key also runs on tensors without data, or may.
bool worksWithoutData(llvm::StringRef Key);

} // namespace aoti_tidy::python

#endif
