// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/ShardRun.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/WriteFile.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

/// What the facts of \p O must have alike.
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
  if (auto E =
          writeFile(O.FactsOut, factsText(std::move(Facts), Shared.root())))
    return usageError("cannot write the facts '{}': {}", O.FactsOut,
                      llvm::toString(std::move(E)));
  if (!O.Quiet)
    say(fmt::format("shard {}: wrote what was found in {} to '{}'; 'aoti-tidy "
                    "merge' reports it",
                    O.Part->str(), Files, O.FactsOut));
  return ExitCode::Clean;
}

} // namespace aoti_tidy
