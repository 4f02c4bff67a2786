// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_SANDBOX_H
#define AOTI_TIDY_DRIVER_BASE_SANDBOX_H

#include "driver/base/Options.h"
#include "driver/base/WriteFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

/// --sandboxed: this process, and those it forks, read nothing but the declared
/// inputs, so that a build system may keep what comes of them. It holds for all
/// code that is linked into the program, whoever wrote it: the linker leads its
/// calls of open() and the like here.
///
/// A file that is opened and not declared fails the run. A folder that neither is
/// declared nor has anything that is, is not listed, and is no repository. Whether
/// something exists may be asked: it decides what is opened.
namespace aoti_tidy {

/// From here on. Declared are the files that \p O names, what --inputs lists, and
/// what is installed with this program. Fails if the list cannot be read.
llvm::Error enterSandbox(const Options &O, llvm::StringRef Argv0);

/// In the sandbox: what \p O names and lists, too.
llvm::Error declareInputs(const Options &O);

/// Fails if anything else was read since.
llvm::Error sandboxProblem();

bool isSandboxed();

/// From here on, remembers which files this process, and those it forks, read.
llvm::Error watchReads();

/// Something that was made of the file is used, which counts as reading it.
void countAsRead(const std::string &Path);
void countAsRead(llvm::sys::fs::UniqueID File);

/// From here on, notices when this process, or one that it forks, reads what one
/// of \p Outputs would be written over.
llvm::Error watchOutputs(llvm::ArrayRef<NamedOutput> Outputs);
/// Fails if one of them was read since: it is lost where it is written.
llvm::Error refuseReadOutputs();

/// Those read since, absolute paths, sorted, each once, but for those that the
/// run itself made. Fails if they are too many.
llvm::Expected<std::vector<std::string>> filesRead();

} // namespace aoti_tidy

#endif
