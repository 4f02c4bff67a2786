// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEREGISTRARS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEREGISTRARS_H

#include "checks/lib/ops/OpRegistrations.h"

namespace aoti_tidy::python {

/// What people call a function that registers a fake: torch's names, and those
/// of helpers around them.
bool registersFakes(llvm::StringRef Name);

/// Whether \p R is what runs where tensors have no data, and nowhere else, by
/// what registers it: 'register_fake' and what is called like it, an impl for
/// the key Meta, '@register_fake_op("ns::op")'.
bool isForFakes(const File &F, const OpCalls &Calls, const OpRegistration &R);

/// Whether \p Callee is defined in the file and has nothing to do with torch,
/// though it is called like what registers fakes.
bool isForeignRegistrar(const File &F, const OpCalls &Calls, Node Callee);

/// A function of the file, or a method of a class, that registers as a fake what
/// it is given.
struct FakeRegistrar {
  Node Function; ///< function_definition
  /// Of the argument that is the fake; nothing if what the function returns takes
  /// it: '@fake_for("ns::op")'.
  std::optional<size_t> Position;
  llvm::StringRef Name; ///< of that parameter
  /// The fake is this attribute of what is given: 'register_fake(name,
  /// cls.fake)'. Empty if it is that itself.
  std::string Attribute;
  /// Of such: the attribute that it defines the operator by, which is a schema;
  /// empty if it does not.
  std::string Schema;
  const OpRegistration *Inner; ///< what it registers with
  /// It is '__init_subclass__', which each class gets to that derives from its.
  bool OfSubclasses = false;
};

/// Those of the file that say so themselves: what they give to
/// torch.library.register_fake, an impl for the key Meta and the like, as the
/// 'fake_impl' of a helper, or to another such function of the file, is a
/// parameter of theirs, an attribute of it, or of the decorator that they return.
std::vector<FakeRegistrar>
fakeRegistrars(const File &F, const OpCalls &Calls,
               llvm::ArrayRef<OpRegistration> Registered);

/// Those of a module, for the files that import it.
struct FakeRegistrars {
  explicit FakeRegistrars(const File &F)
      : Calls(F), Registered(opRegistrations(F, Calls)),
        All(fakeRegistrars(F, Calls, Registered)) {}

  const OpCalls Calls;
  const std::vector<OpRegistration> Registered;
  const std::vector<FakeRegistrar> All;
};

} // namespace aoti_tidy::python

#endif
