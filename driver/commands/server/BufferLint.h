// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_BUFFERLINT_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_BUFFERLINT_H

#include "driver/base/Options.h"
#include "driver/report/Report.h"
#include <map>
#include <sys/types.h>

namespace aoti_tidy {

/// The result of linting what an editor shows.
struct BufferResult {
  std::vector<Finding> Findings; ///< their safe fixes may be made
  /// For each finding, the comment that silences it; none if there is no place.
  std::vector<std::vector<Edit>> Silencing;
  std::vector<Obstacle> Problems; ///< why findings may be missing
  std::vector<RunRecord> Runs;
  std::optional<std::string> TorchOfPython; ///< as torchOfPython() has it
  bool ParsedHeaders = false; ///< those of C++, which could be precompiled
  bool ReusedHeaders = false; ///< precompiled ones
};

/// What to lint.
struct OpenBuffer {
  std::string Path;
  /// Nothing: what is on the disk is what the editor shows.
  std::optional<std::string> Text;
  /// What the editor has of other files and has not saved, by path.
  std::map<std::string, std::string> Others;
  std::string Folder;                       ///< of the workspace; empty: none
  std::optional<std::string> TorchOfPython; ///< of an earlier lint there
  std::string WarmAddress; ///< of a parse that waits; empty: none does
};

/// A page of a command, or why there is none.
struct BufferPage {
  std::string Text, Problem;
};

/// A lint in a process of its own, which ends with this object.
class BufferLint {
public:
  /// Null if the system gives no process.
  static std::unique_ptr<BufferLint>
  start(const Options &O, llvm::StringRef Argv0, const OpenBuffer &B);
  /// Precompiles the headers of the file, where that is to be done, and has a parse
  /// wait for its texts, at what becomes B's WarmAddress.
  static std::unique_ptr<BufferLint>
  startWarm(const Options &O, llvm::StringRef Argv0, OpenBuffer &B);
  /// Makes the page of 'trace' or 'explain' instead. B's text is its standard input.
  static std::unique_ptr<BufferLint> startPage(const Options &O,
                                               const OpenBuffer &B);
  ~BufferLint();
  BufferLint(const BufferLint &) = delete;
  BufferLint &operator=(const BufferLint &) = delete;

  /// To wait for with poll().
  int pipe() const { return From; }
  pid_t process() const { return Process; }
  /// Reads what is there; true at the end.
  bool read();
  /// The result, at the end.
  BufferResult take();
  BufferPage takePage() const;

private:
  static std::unique_ptr<BufferLint>
  start(const OpenBuffer &B, llvm::function_ref<std::string()> Work);
  BufferLint(pid_t Process, int From) : Process(Process), From(From) {}

  const pid_t Process;
  const int From;
  std::string Received;
};

} // namespace aoti_tidy

#endif
