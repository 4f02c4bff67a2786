// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_RUNREADS_H
#define AOTI_TIDY_DRIVER_BASE_RUNREADS_H

#include "driver/base/WriteFile.h"
#include "llvm/Support/FileSystem.h"
#include <mutex>
#include <set>

namespace aoti_tidy {

/// Records which files a run reads, for --depfile and so that no output replaces
/// an input, and restricts them, for --sandboxed.
///
/// PlainFiles asks here before it opens a file or lists a folder, and reports its
/// reads; so does code that starts a program. A worker's reads come back with its
/// result (runIsolated()).
class RunReads {
public:
  /// The record of this process.
  static RunReads &get();

  /// Nobody is going to ask for paths().
  void forgetPaths();
  /// All files that were read since the program started, absolute.
  const std::set<std::string> &paths() const { return Paths; }
  void note(llvm::StringRef Path, llvm::sys::fs::UniqueID File);
  /// As note(), of a file that something was made of earlier.
  void noteReuse(const std::string &Path);

  /// Fails in refuseReadOutputs() if one of \p Outputs is read from now on.
  void watch(llvm::ArrayRef<NamedOutput> Outputs);
  llvm::Error refuseReadOutputs() const;

  /// From the first call on, nothing may be read but what was declared: files, and
  /// folders with all below them. Whether something exists may still be asked: it
  /// decides what is opened.
  void declare(llvm::StringRef Path);
  bool isSandboxed() const { return !Declared.empty(); }
  /// Why \p Path may not be read. Remembers the first one for problem().
  std::error_code whyNotRead(llvm::StringRef Path);
  /// Whether a folder is, or has, something that was declared.
  bool mayList(llvm::StringRef Folder) const;
  /// Whether a program may be started; if not, it is remembered for problem().
  bool mayStart(llvm::StringRef Program);
  /// Fails if anything was read, or started, that may not be.
  llvm::Error problem() const;

  /// A worker's notes since the last call, as a record.
  std::string take();
  /// Adds what a worker has noted. False if \p Record is none.
  bool add(llvm::StringRef Record);

private:
  bool isListening() const { return KeepsPaths || !Outputs.empty(); }
  bool isDeclared(llvm::StringRef Path) const;
  void refuse(std::string Path, bool IsProgram);

  struct Output {
    std::string Option, Path;
    llvm::sys::fs::UniqueID File;
  };
  std::mutex Mutex; ///< a job may have several threads
  bool KeepsPaths = true;
  std::set<std::string> Paths, Declared;
  std::vector<Output> Outputs;
  std::set<size_t> ReadOutputs; ///< by index
  std::string Refused;          ///< empty: nothing was
  bool IsProgram = false;       ///< of Refused
};

} // namespace aoti_tidy

#endif
