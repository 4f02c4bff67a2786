// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/EnvFlags.h"
#include "driver/base/RepositoryFiles.h"
#include "driver/commands/check/Steps.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {
namespace {

/// The variable that the finding is about; empty if it is about something else.
llvm::StringRef unreadVariable(const Finding &F) {
  llvm::StringRef Text = F.Message;
  return Text.consume_front(UnreadVariable) ? Text.split('\'').first : "";
}

} // namespace

void dropOwnVariables(std::vector<Finding> &Findings,
                      llvm::ArrayRef<std::string> Linted, bool Search) {
  llvm::StringSet<> Names, Own;
  std::vector<std::string> Places;
  for (const Finding &F : Findings)
    if (const llvm::StringRef Name = unreadVariable(F); !Name.empty()) {
      Names.insert(Name);
      Places.push_back(F.Where.File);
    }
  if (Names.empty())
    return;
  std::vector<std::string> Files = Linted.vec();
  if (Search) {
    const RepositoryFiles Around = RepositoryFiles::around(Places, {});
    llvm::append_range(Files, Around.python());
    llvm::append_range(Files, Around.cxx());
  }
  for (const std::string &File : Files)
    if (const auto Text = readRepositoryFile(File))
      for (const auto &Name : Names)
        if (readsVariable(Text->getBuffer(), Name.getKey()))
          Own.insert(Name.getKey());
  llvm::erase_if(Findings, [&](const Finding &F) {
    return Own.contains(unreadVariable(F));
  });
}

} // namespace aoti_tidy
