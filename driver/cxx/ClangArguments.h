// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CLANGARGUMENTS_H
#define AOTI_TIDY_DRIVER_CXX_CLANGARGUMENTS_H

#include "clang/Options/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/Option.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// Flags that were not passed on to Clang, and are worth a word.
struct LeftOutFlags {
  /// Clang 22 does not know them: GCC's and nvcc's.
  llvm::StringSet<> Unknown;
  /// They do something other than say how the source is read: they write a
  /// file, load code, or run a program.
  llvm::StringSet<> Refused;

  void add(const LeftOutFlags &Other);
  /// One line for each kind.
  std::vector<std::string> notices() const;
};

/// Makes a compile command fit for a linter. A repository that is linted may be
/// anyone's, so what stays is a list of what parsing needs, by Clang's own groups
/// of options: the language, macros, include paths, the target, warnings. What
/// only a build needs (outputs, dependency files, debug information, linking,
/// -Werror, foreign precompiled headers) goes without a word. \p File is absolute.
std::vector<std::string> fitForClang(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef File,
                                     llvm::StringRef Directory,
                                     LeftOutFlags &LeftOut);

/// The same for arguments that are added to a command: no file is among them.
std::vector<std::string> fitForClang(llvm::ArrayRef<std::string> Extra,
                                     LeftOutFlags &LeftOut);

/// Whether an option of Clang's is one of \p Ids, or in a group of theirs.
bool isOneOf(const llvm::opt::Option &O,
             llvm::ArrayRef<clang::options::ID> Ids);

} // namespace aoti_tidy

#endif
