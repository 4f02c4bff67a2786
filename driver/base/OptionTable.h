// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_OPTIONTABLE_H
#define AOTI_TIDY_DRIVER_BASE_OPTIONTABLE_H

#include "driver/base/Options.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace aoti_tidy {

/// The commands that Options.td gives an option to; 1 is for all, as LLVM has it.
enum OptionVisibility : unsigned {
  CheckOption = 1 << 1,
  PackageOption = 1 << 2,
  TraceOption = 1 << 3,
  RuleOption = 1 << 4,
  ExplainOption = 1 << 5,
  MergeOption = 1 << 6,
  CacheOption = 1 << 7,
  ServerOption = 1 << 8,
  GuardOption = 1 << 9,
  InitOption = 1 << 10,
};

/// The name of a command, and its help.
struct CommandInfo {
  Command Cmd;
  unsigned Options; ///< those it takes beside those for all
  llvm::StringLiteral Name;
  llvm::StringLiteral Arguments; ///< "PACKAGE..."
  llvm::StringLiteral Summary;   ///< in a list of all
  llvm::StringLiteral About;     ///< a paragraph
};

llvm::ArrayRef<CommandInfo> commands();
const CommandInfo &infoOf(Command Cmd);
/// Null if there is no such command.
const CommandInfo *findCommand(llvm::StringRef Name);
/// The command that \p Text is a misspelling of; null if there is none.
const CommandInfo *nearestCommand(llvm::StringRef Text);

/// How --format names the forms of a command's output, its default first.
std::vector<std::pair<llvm::StringRef, ReportFormat>> formatsOf(Command Cmd);

/// The options of Options.td.
enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();

  llvm::opt::Visibility visibleTo(const CommandInfo &C) const {
    return llvm::opt::Visibility(llvm::opt::DefaultVis | C.Options);
  }
  /// The commands that have the option spelt so, its value aside.
  std::vector<const CommandInfo *> commandsWith(llvm::StringRef Spelling) const;
};

} // namespace aoti_tidy

#endif
