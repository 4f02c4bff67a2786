// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_COMPILECOMMANDS_H
#define AOTI_TIDY_DRIVER_CXX_COMPILECOMMANDS_H

#include "driver/Options.h"
#include "driver/cxx/ClangArguments.h"
#include "driver/cxx/TorchHome.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace aoti_tidy {

/// How each file is to be parsed: its compile command made fit for Clang, or
/// built-in flags with torch's headers.
class CompileCommands {
public:
  /// Finds and prepares the commands of \p Files. Fails if a database cannot be
  /// read, if torch is needed and not found, or without Clang's headers.
  static llvm::Expected<CompileCommands>
  create(const Options &O, llvm::ArrayRef<std::string> Files,
         llvm::StringRef Argv0);

  /// The commands of a file of create(): at least one.
  const std::vector<clang::tooling::CompileCommand> &
  of(llvm::StringRef File) const;

  /// The files of the databases that were used, absolute.
  std::vector<std::string> listedFiles() const;

  /// The torch that was looked for, if the flags of some file had none.
  const TorchHome *torch() const { return Torch ? &*Torch : nullptr; }
  /// One line for each thing the user should know.
  std::vector<std::string> notices() const;

private:
  using Command = clang::tooling::CompileCommand;

  llvm::Expected<std::vector<Command>> find(llvm::StringRef File);
  llvm::Expected<clang::tooling::CompilationDatabase *>
  databaseFor(llvm::StringRef File);
  llvm::Expected<clang::tooling::CompilationDatabase *>
  load(llvm::StringRef Dir);
  llvm::Error needTorch();
  llvm::Error complete(Command &C, bool FlagsAreOurs);

  const Options *O = nullptr;
  std::string WorkingDir, ResourceDir;
  /// Those that we bring, on machines that have none.
  std::vector<std::string> StandardHeaders;
  std::optional<TorchHome> Torch;
  llvm::StringMap<std::unique_ptr<clang::tooling::CompilationDatabase>>
      Databases;
  llvm::StringMap<std::vector<Command>> Commands;
  LeftOutFlags LeftOut;
  /// Files that their database says nothing about, not even by a neighbour.
  std::vector<std::string> Unlisted;
};

/// Clang's builtin headers: beside the executable, else those of the LLVM this
/// was built with. Parsing without them gives nonsense, so there is no default.
llvm::Expected<std::string> findResourceDir(llvm::StringRef Argv0);

} // namespace aoti_tidy

#endif
