// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/SharedWork.h"
#include "driver/Errors.h"
#include "driver/report/Finding.h"
#include "llvm/Support/xxhash.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {

SharedWork::SharedWork(std::optional<Shard> Part, std::string Root,
                       std::vector<FactsFile> Known)
    : Part(Part), Root(std::move(Root)), IsJoin(!Known.empty()) {
  for (FactsFile &Facts : Known)
    for (WorkRecord &W : Facts.Work)
      this->Known.try_emplace({W.Stage, W.File}, std::move(W), false);
}

std::string SharedWork::nameOf(StringRef File) const {
  return displayPath(File, Root);
}

const WorkRecord *SharedWork::find(StringRef Stage, StringRef File,
                                   uint64_t Input) {
  const std::string Name = nameOf(File);
  const auto It = Known.find({Stage.str(), Name});
  if (It == Known.end() || It->second.first.Input != Input)
    return nullptr;
  auto &[Work, IsUsed] = It->second;
  if (!IsUsed && Part && Part->has(Name))
    Done.push_back(Work);
  IsUsed = true;
  return &Work;
}

bool SharedWork::isOurs(StringRef, StringRef File, bool NeedsOthers) {
  if (!IsJoin || NeedsOthers)
    return !Part || Part->has(nameOf(File));
  if (Missing.empty())
    Missing = nameOf(File);
  return false;
}

void SharedWork::keep(StringRef Stage, StringRef File, uint64_t Input,
                      Ending End, std::string Bytes) {
  Done.push_back({Stage.str(), nameOf(File), Input, End, std::move(Bytes)});
}

size_t SharedWork::filesDone() const {
  std::set<StringRef> Files;
  for (const WorkRecord &W : Done)
    Files.insert(W.File);
  return Files.size();
}

llvm::Error SharedWork::problem() const {
  if (!Missing.empty())
    return usageError("no shard has linted '{}' as it is here; lint all shards "
                      "and join them on the same revision, with the same torch",
                      Missing);
  for (const auto &[Key, Of] : Known)
    if (const auto &[Work, IsUsed] = Of; IsJoin && !IsUsed)
      return usageError("a shard has linted '{}', which is not linted here; "
                        "lint all shards and join them on the same revision",
                        Work.File);
  return llvm::Error::success();
}

uint64_t hashOfInput(StringRef File, StringRef Else) {
  const auto Text = readSource(File);
  if (!Text)
    return 0;
  return llvm::xxh3_64bits((*Text)->getBuffer()) ^
         (Else.empty() ? 0 : llvm::xxh3_64bits(Else));
}

} // namespace aoti_tidy
