// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_STEPS_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_STEPS_H

#include "driver/base/ExitCode.h"
#include "driver/base/Inputs.h"
#include "driver/base/Options.h"
#include "driver/cache/SharedWork.h"
#include "driver/report/Fixes.h"
#include "driver/report/Report.h"

namespace aoti_tidy {

// What 'check' does around the lint, in the order of a run.

struct Selection;

/// Fails if an output is one of the inputs, another output, or a configuration.
/// Headers, and packages that code loads, are known when they have been read: RunReads
/// is for those.
llvm::Error refuseOutputs(const Options &O, const Inputs &In);

/// Writes what --depfile asks for, if it does: what the run has read, but for what
/// runs have left in the folder \p Cache.
llvm::Error writeDepfile(const Options &O, llvm::StringRef Cache);

/// The part of this process in a run that several do; null for a run of its
/// own. \p Facts are for who joins them.
llvm::Expected<std::unique_ptr<SharedWork>>
shareWork(const Options &O, std::vector<FactsFile> Facts);

/// Writes what a shard has done.
llvm::Expected<ExitCode> writeShard(const Options &O, SharedWork &Shared);

/// Drops the findings about variables that no torch reads, but the project: with
/// \p Search in any file of the finding's repository, else in \p Linted.
void dropOwnVariables(std::vector<Finding> &Findings,
                      llvm::ArrayRef<std::string> Linted, bool Search);

/// Writes what the options ask for, to -o FILE as a whole and to standard
/// output: the report, the runs, or the patch of \p Plan.
llvm::Error writeOutput(Report R, const FixPlan &Plan, const Options &O);

/// Says on standard error what the report cannot: what went wrong, what was not
/// looked at, and in one line what came of it all.
void conclude(const LintResult &Result, const FixPlan &Plan,
              const Selection &Selected, const FixTally &Fixed,
              SourceTexts &Texts, const Options &O, size_t Linted,
              unsigned Skipped);

/// The page of --show-config (what is on and set for each file, and by whom), of
/// --dump-config (the same of the first file as a .clang-tidy), or of
/// --verify-config.
llvm::Expected<std::string> configPage(const Options &O);

/// --list-checks: prints what is enabled for the first file of the command line.
llvm::Expected<ExitCode> listChecks(const Options &O);

} // namespace aoti_tidy

#endif
