// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_COMPILECOMMANDS_H
#define AOTI_TIDY_DRIVER_CXX_COMPILECOMMANDS_H

#include "driver/base/Options.h"
#include "driver/cxx/ClangArguments.h"
#include "driver/cxx/TorchHome.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace aoti_tidy {

/// How each file is to be parsed: its compile command made fit for Clang, or
/// built-in flags with torch's headers.
class CompileCommands {
public:
  /// Finds the commands of \p Files, as they are written. Fails if a database
  /// cannot be read, or without Clang's headers.
  static llvm::Expected<CompileCommands>
  create(const Options &O, llvm::ArrayRef<std::string> Files,
         llvm::StringRef Argv0);

  /// Makes the commands of \p Files, of those of create(), fit for Clang. Takes
  /// out the files whose flags have no torch where none is found: the commands
  /// of these stay as they are. Fails on a command that cannot be used, and if
  /// the torch that the user names is none.
  llvm::Error prepare(std::vector<std::string> &Files);

  /// The commands of a file of create(): at least one.
  const std::vector<clang::tooling::CompileCommand> &
  of(llvm::StringRef File) const;

  /// The flags of one of these commands with those that the user adds, fit for
  /// Clang, before prepare(); those that bring torch are not among them. Nothing
  /// if some are in a file that cannot be read.
  std::optional<std::vector<std::string>>
  flagsOf(const clang::tooling::CompileCommand &C) const;

  /// Selects the \p Files that share their flags with another one of them, apart
  /// from the folders of the project's own headers.
  llvm::StringSet<> withCommonFlags(llvm::ArrayRef<std::string> Files) const;

  /// Whether a database has the flags of a file of create().
  bool hasDatabase(llvm::StringRef File) const {
    return !O->CompilerFlags && !WithOurFlags.contains(File);
  }

  /// Whether nobody says how a file of create() is compiled.
  bool areFlagsUnknown(llvm::StringRef File) const {
    return !O->CompilerFlags && WithOurFlags.contains(File) &&
           !llvm::is_contained(Unlisted, File);
  }

  /// The files of the databases that were used, absolute.
  std::vector<std::string> listedFiles() const;

  /// The torch that was looked for, if the flags of some file had none.
  const TorchHome *torch() const { return Torch ? &*Torch : nullptr; }
  /// The include directory of the torch that flags name; empty if none do.
  const std::string &torchOfFlags() const { return TorchOfFlags; }
  /// Why there is none: one sentence. Empty if it was not looked for.
  llvm::StringRef torchProblem() const { return NoTorch; }
  /// One line for each thing the user should know.
  std::vector<std::string> notices() const;

private:
  using Command = clang::tooling::CompileCommand;

  llvm::Expected<std::vector<Command>> find(llvm::StringRef File);
  llvm::Expected<clang::tooling::CompilationDatabase *>
  databaseFor(llvm::StringRef File);
  llvm::Expected<clang::tooling::CompilationDatabase *>
  load(llvm::StringRef Dir);
  /// Whether torch is found; looks for it once.
  llvm::Expected<bool> needTorch();
  /// Whether the command can be used; not if torch is missing.
  llvm::Expected<bool> complete(Command &C, bool FlagsAreOurs);

  const Options *O = nullptr;
  std::string WorkingDir, ResourceDir;
  /// Flags for the headers that the program brings, on machines without any.
  std::vector<std::string> StandardHeaders;
  std::optional<TorchHome> Torch;
  std::string NoTorch, TorchOfFlags;
  llvm::StringMap<std::unique_ptr<clang::tooling::CompilationDatabase>>
      Databases;
  llvm::StringMap<std::vector<Command>> Commands;
  llvm::StringSet<> WithOurFlags; ///< files that no database has flags for
  LeftOutFlags LeftOut;
  /// Files that their database says nothing about, not even by a neighbour.
  std::vector<std::string> Unlisted;
};

/// The directory of an include option at Args[I], and how many arguments it is:
/// none if there is no such option.
struct IncludeOption {
  llvm::StringRef Option, Dir;
  unsigned Length = 0;
};
IncludeOption includeOptionAt(llvm::ArrayRef<std::string> Args, size_t I);

/// Torch's and CUDA's headers are system headers: no findings in them, and
/// their function bodies need not be parsed. Not so if the linted file lives
/// there: then it is torch that is being worked on.
bool isVendorInclude(llvm::StringRef Dir, llvm::StringRef File);

} // namespace aoti_tidy

#endif
