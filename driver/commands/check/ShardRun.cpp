// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/RunReads.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/Commands.h"
#include "driver/commands/check/Sandbox.h"
#include "driver/commands/check/Steps.h"

namespace aoti_tidy {
namespace {

/// The properties that all facts of the run \p O share.
FactsFile factsOfRun(const Options &O, llvm::StringRef Root) {
  FactsFile Facts;
  const std::string Here = workingDirectory();
  Facts.Directory = Here == Root ? "." : displayPath(Here, Root);
  Facts.Arguments = O.Given;
  Facts.CompilerFlags = O.CompilerFlags;
  return Facts;
}

} // namespace

llvm::Expected<std::unique_ptr<SharedWork>>
shareWork(const Options &O, std::vector<FactsFile> Facts) {
  if (!O.Part && Facts.empty())
    return nullptr;
  std::string Root = repositoryRoot(workingDirectory());
  const FactsFile Own = factsOfRun(O, Root);
  if (!Facts.empty() && Facts.front().Directory != Own.Directory)
    return usageError("the shards were linted in the folder '{}' of the "
                      "repository; go there",
                      Facts.front().Directory);
  return std::make_unique<SharedWork>(O.Part, std::move(Root),
                                      std::move(Facts));
}

llvm::Expected<ExitCode> writeShard(const Options &O, SharedWork &Shared) {
  auto Program = programIdentity();
  if (!Program)
    return Program.takeError();
  FactsFile Facts = factsOfRun(O, Shared.root());
  Facts.Program = std::move(*Program);
  Facts.Part = *O.Part;
  const std::string Files = count(Shared.filesDone(), "file", "files");
  Facts.Work = Shared.takeDone();
  if (auto E = writeFile(O.FactsOut, factsText(std::move(Facts), Shared.root()),
                         "the facts "))
    return std::move(E);
  if (!O.Quiet)
    say(fmt::format("shard {}: wrote what was found in {} to '{}'; 'aoti-tidy "
                    "merge' reports it",
                    O.Part->str(), Files, O.FactsOut));
  return ExitCode::Clean;
}

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
