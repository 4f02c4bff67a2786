// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FILE_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FILE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "checks/lib/package/GivenPackages.h"
#include "checks/lib/package/RunScripts.h"
#include "checks/lib/python/Calls.h"
#include "checks/lib/python/Values.h"
#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/YAMLTraits.h"
#include <map>

namespace aoti_tidy::python {

/// The bytes of a node.
inline TextRange rangeOf(Node N) { return {N.begin(), N.end()}; }

/// Settings of the run that checks get with the file.
struct Settings {
  /// The torch that the file is for; if it is not known, checks say only what
  /// holds for all.
  std::optional<TorchVersion> Torch;
  /// The packages given with --package, and the contract of each.
  std::vector<GivenPackage> Packages;
  std::vector<Contract> Contracts;
  /// Functions of the project that return what aoti_load_package does, and take
  /// the path first: "nequip.utils.aot.load".
  llvm::SmallVector<std::string, 0> Loaders;
  /// What the files of the run say of each other; null where one is looked at
  /// by itself.
  std::shared_ptr<const RunScripts> Run;
  /// The checks' own options, of .clang-tidy: "aoti-symint-meta.SchemaInts".
  llvm::StringMap<std::string> Options;
  /// The disk, for what a file reads beside itself.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
      llvm::vfs::getRealFileSystem();

  /// The value of an option that is true or false; false if it is not given.
  bool flag(llvm::StringRef Option) const {
    return llvm::yaml::parseBool(Options.lookup(Option)).value_or(false);
  }

  /// An unknown torch is taken to be a current one.
  TorchVersion torchOrNewest() const {
    return Torch.value_or(TorchVersion::newest());
  }

  bool torchAtLeast(TorchVersion V) const { return torchOrNewest() >= V; }
};

/// A Python file that is linted.
class File {
public:
  /// \p Path as the user knows it; \p Text must outlive the result. Null if the
  /// text cannot be parsed at all.
  static std::unique_ptr<File> create(std::string Path, llvm::StringRef Text,
                                      const Settings &With);

  llvm::StringRef path() const { return Path; }
  /// Without '.' and '..'.
  std::string absolutePath() const;
  const Tree &tree() const { return *Syntax; }
  const Names &names() const { return Known; }
  const Values &values() const { return Evaluated; }
  /// With the names of torch's functions that PythonNames.def has.
  llvm::ArrayRef<Call> calls() const { return Calls; }
  /// The one of calls() that is the node \p At; null if none is.
  const Call *callAt(Node At) const;
  /// Whether the text has \p Word anywhere; it is searched once.
  bool mentions(llvm::StringRef Word) const;
  const Settings &settings() const { return With; }

  /// The index \p T of this file, made when it is first asked for and shared by
  /// all questions, so that none of them has to look through the whole file
  /// again.
  template <typename T> T &index() const {
    static const char Key = 0;
    std::shared_ptr<void> &Made = Indexes[&Key];
    if (!Made)
      Made = std::make_shared<T>(*this);
    return *static_cast<T *>(Made.get());
  }

private:
  File(std::string Path, std::unique_ptr<Tree> Syntax, const Settings &With);

  const std::string Path;
  const std::unique_ptr<Tree> Syntax;
  const Names Known;
  const Values Evaluated;
  const std::vector<Call> Calls;
  llvm::DenseMap<const void *, const Call *> CallsByNode;
  const Settings &With;
  mutable llvm::StringMap<bool> Mentioned;
  /// By the type. A map's elements stay where they are when one index asks for
  /// another.
  mutable std::map<const void *, std::shared_ptr<void>> Indexes;
};

} // namespace aoti_tidy::python

#endif
