// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/FactsFile.h"
#include "driver/base/Finding.h"
#include "driver/base/RunReads.h"
#include "driver/commands/Commands.h"
#include "driver/commands/check/Sandbox.h"

namespace aoti_tidy {

llvm::Expected<ExitCode> runMerge(const Options &O, llvm::StringRef Argv0) {
  if (O.Positional.empty())
    return usageError("nothing to merge: give what the shards wrote with "
                      "--facts-out, for example 'aoti-tidy merge *.facts'");
  const std::string Root = repositoryRoot(workingDirectory());
  auto Facts = readFacts(O.Positional, Root);
  if (!Facts)
    return Facts.takeError();
  const FactsFile &First = Facts->front();
  // The shards' own command, with what was given here.
  // A file of theirs may be called like another command.
  std::vector<std::string> Arguments = {"check"};
  llvm::append_range(Arguments, First.Arguments);
  Arguments.insert(Arguments.end(), O.Given.begin(), O.Given.end());
  if (First.CompilerFlags) {
    Arguments.emplace_back("--");
    Arguments.insert(Arguments.end(), First.CompilerFlags->begin(),
                     First.CompilerFlags->end());
  }
  std::vector<const char *> Argv;
  for (const std::string &A : Arguments)
    Argv.push_back(A.c_str());
  auto Run = parseOptions(Argv);
  if (!Run)
    return Run.takeError();
  Run->Merged = O.Positional;
  if (RunReads::get().isSandboxed())
    if (auto E = declareInputs(*Run))
      return std::move(E);
  return runCheck(*Run, Argv0, std::move(*Facts));
}

} // namespace aoti_tidy
