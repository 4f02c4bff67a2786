// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_FACTSFILE_H
#define AOTI_TIDY_DRIVER_BASE_FACTSFILE_H

#include "driver/base/Isolation.h"
#include "driver/base/Shard.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// The outcome of the work on one file.
struct WorkRecord {
  std::string Stage, File; ///< the file by its path in the repository
  uint64_t Input = 0;      ///< a hash of what it was made of
  Ending End = Ending::Crashed;
  std::string Bytes; ///< a record, if Completed
};

/// The file of --facts-out: the outcome of one shard's work. Paths are relative to
/// the repository, which each machine may have in another folder.
struct FactsFile {
  /// Which program has written it: records are for that one only.
  std::string Program;
  Shard Part;
  /// The run's place in the repository, and its arguments.
  std::string Directory;
  std::vector<std::string> Arguments;
  std::optional<std::vector<std::string>> CompilerFlags;
  std::vector<WorkRecord> Work; ///< sorted by stage and file

  bool isOfSameRun(const FactsFile &Other) const {
    return Directory == Other.Directory && Arguments == Other.Arguments &&
           CompilerFlags == Other.CompilerFlags;
  }
};

/// The text of one; the same on every machine. \p Root is the repository.
std::string factsText(FactsFile Facts, llvm::StringRef Root);

/// Reads the facts of all shards of a run, in any order. Fails if one is missing,
/// damaged, or of another run or program.
llvm::Expected<std::vector<FactsFile>>
readFacts(llvm::ArrayRef<std::string> Paths, llvm::StringRef Root);

/// Names this program, down to its build.
llvm::Expected<std::string> programIdentity();

} // namespace aoti_tidy

#endif
