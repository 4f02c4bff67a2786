// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/SharedWork.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The hash of an input as it was read. The log has none for a large file: on one
/// machine, its stamp tells.
TextHash hashOf(const Input &Read) {
  if (Read.Is != Input::Kind::Large)
    return Read.Hash;
  const auto Text = readPlainFile(Read.Path, AnySize);
  return Text ? TextHash::of((*Text)->getBuffer()) : TextHash();
}

} // namespace

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
  IsUsed = true;
  return &Work;
}

bool SharedWork::isAsRead(const ReadFiles &Files) {
  return llvm::all_of(Files, [&](const auto &Of) {
    const auto [It, IsNew] = Now.try_emplace(Of.first);
    if (IsNew)
      if (const auto Text = readPlainFile(Of.first, AnySize))
        It->second = TextHash::of((*Text)->getBuffer());
    return It->second == Of.second;
  });
}

ReadFiles SharedWork::readFiles(const std::optional<std::vector<Input>> &Inputs,
                                StringRef Cache) const {
  if (!Inputs)
    return {{Root, TextHash()}};
  ReadFiles Files;
  for (const Input &I : *Inputs)
    if (!Root.empty() && isInFolder(I.Path, Root) &&
        (Cache.empty() || !isInFolder(I.Path, Cache))) {
      if (I.isRead())
        Files.emplace_back(I.Path, hashOf(I));
      else if (I.Is == Input::Kind::Missing)
        Files.emplace_back(I.Path, std::nullopt);
    }
  return Files;
}

std::string SharedWork::withoutRoot(StringRef Text) const {
  std::string Result;
  for (size_t At = Text.find(Root); At != StringRef::npos && !Root.empty();
       At = Text.find(Root)) {
    Result += Text.take_front(At);
    Text = Text.drop_front(At + Root.size());
  }
  return Result + Text.str();
}

bool SharedWork::isOurs(StringRef File) {
  if (!IsJoin)
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
    return usageError("the shards contain no result for this version of '{}'; "
                      "lint all shards "
                      "and join them on the same revision, with the same torch",
                      Missing);
  for (const auto &[Key, Of] : Known)
    if (const auto &[Work, IsUsed] = Of; IsJoin && !IsUsed)
      return usageError("a shard has linted '{}', which is not linted here; "
                        "lint all shards and join them on the same revision",
                        Work.File);
  return llvm::Error::success();
}

std::string textsOf(const std::optional<std::vector<Input>> &Inputs) {
  if (!Inputs)
    return std::to_string(
        std::chrono::system_clock::now().time_since_epoch().count());
  std::string Texts;
  for (const Input &I : *Inputs)
    if (I.isRead())
      Texts += hashOf(I).hex();
  return Texts;
}

uint64_t hashOfInput(StringRef File, StringRef Else) {
  const auto Text = readPlainFile(File, AnySize);
  return (Text ? llvm::xxh3_64bits((*Text)->getBuffer()) : 0) ^
         (Else.empty() ? 0 : llvm::xxh3_64bits(Else));
}

} // namespace aoti_tidy
