// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FILE_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FILE_H

#include "checks/lib/package/Contract.h"
#include "checks/lib/python/Calls.h"
#include "checks/lib/python/Values.h"
#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/YAMLTraits.h"
#include <functional>

namespace aoti_tidy::python {

/// Bytes [Begin, End) of the file.
struct TextRange {
  unsigned Begin = 0, End = 0;

  static TextRange of(Node N) { return {N.begin(), N.end()}; }
};

struct Edit {
  TextRange Where;
  std::string Replacement;
};

struct Note {
  TextRange Where;
  std::string Text;
  /// Offered with the note: to be judged by the user (--unsafe-fixes). The
  /// edits of a fix are made together or not at all.
  std::vector<Edit> Fix;
};

struct Finding {
  TextRange Where;
  std::string Text;
  std::vector<Note> Notes;
  std::vector<Edit> Fix; ///< safe
};

/// What checks are told beside the file.
struct Settings {
  /// The torch that the file is for; if it is not known, checks say only what
  /// holds for all.
  std::optional<TorchVersion> Torch;
  /// Of --package: the contracts by the path as it was given.
  std::vector<std::pair<std::string, Contract>> Packages;
  /// The checks' own options, of .clang-tidy: "aoti-symint-meta.SchemaInts".
  llvm::StringMap<std::string> Options;

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
  const Tree &tree() const { return *Syntax; }
  const Names &names() const { return Known; }
  const Values &values() const { return Evaluated; }
  /// With the names of torch's functions that PythonNames.def has.
  llvm::ArrayRef<Call> calls() const { return Calls; }
  const Settings &settings() const { return With; }

private:
  File(std::string Path, std::unique_ptr<Tree> T, const Settings &With);

  std::string Path;
  std::unique_ptr<Tree> Syntax;
  Names Known;
  Values Evaluated;
  std::vector<Call> Calls;
  const Settings &With;
};

/// What a check finds in Python files. Its page, tier and id are those of the
/// check of the same id on C++.
struct Check {
  llvm::StringRef Id;
  std::vector<Finding> (*Run)(const File &);
  /// A file without any of these words has no finding.
  llvm::ArrayRef<llvm::StringRef> Words;
  /// A finding with notes rests on what runs before what. That the parts of a
  /// document stand one below the other does not say so.
  bool RestsOnOrder = false;
  /// Those of its options, with its id in front, that are true or false.
  llvm::ArrayRef<llvm::StringRef> Flags = {};
};

/// All that there are, by id.
llvm::ArrayRef<Check> checks();

} // namespace aoti_tidy::python

#endif
