// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/FactsFile.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

namespace aoti_tidy {

namespace {

/// The beginning: this line, the program's name and another line's end,
/// and the hash of all that follows.
constexpr llvm::StringLiteral Magic = "aoti-tidy facts\n";

/// Changes the texts that may have a path; the records have none of the folder.
void changePaths(
    FactsFile &Facts, llvm::StringRef Root,
    llvm::function_ref<std::string(llvm::StringRef, llvm::StringRef)> Change) {
  for (std::string &A : Facts.Arguments)
    A = Change(A, Root);
  if (Facts.CompilerFlags)
    for (std::string &A : *Facts.CompilerFlags)
      A = Change(A, Root);
}

llvm::Expected<FactsFile> readOne(const std::string &Path, llvm::StringRef Root,
                                  llvm::StringRef Program) {
  const auto Buffer = readPlainFile(Path);
  if (!Buffer)
    return usageError("cannot read the facts '{}': {}", Path,
                      Buffer.getError().message());
  llvm::StringRef Rest = (*Buffer)->getBuffer();
  if (!Rest.consume_front(Magic))
    return usageError("'{}' is not what --facts-out writes; give the facts of "
                      "all shards",
                      Path);
  llvm::StringRef Writer;
  std::tie(Writer, Rest) = Rest.split('\n');
  if (Writer != Program)
    return usageError("'{}' was written by another build of aoti-tidy ({}); "
                      "lint all shards with this one ({})",
                      Path, Writer, Program);
  const uint64_t Hash = Rest.size() < sizeof(uint64_t)
                            ? 0
                            : llvm::support::endian::read64le(Rest.data());
  Rest = Rest.drop_front(std::min(Rest.size(), sizeof(Hash)));
  FactsFile Facts;
  if (Hash != llvm::xxh3_64bits(Rest) || !fromRecord(Rest, Facts))
    return usageError("'{}' is damaged; write it again with --facts-out", Path);
  changePaths(Facts, Root, record::withRoot);
  return Facts;
}

} // namespace

std::string factsText(FactsFile Facts, llvm::StringRef Root) {
  llvm::sort(Facts.Work, [](const WorkRecord &A, const WorkRecord &B) {
    return std::tie(A.Stage, A.File) < std::tie(B.Stage, B.File);
  });
  changePaths(Facts, Root, record::withoutRoot);
  std::string Text = Magic.str() + Facts.Program + '\n';
  const std::string Record = toRecord(std::move(Facts));
  char Hash[sizeof(uint64_t)];
  llvm::support::endian::write64le(Hash, llvm::xxh3_64bits(Record));
  Text.append(Hash, sizeof(Hash));
  return Text + Record;
}

llvm::Expected<std::vector<FactsFile>>
readFacts(llvm::ArrayRef<std::string> Paths, llvm::StringRef Root) {
  auto Program = programIdentity();
  if (!Program)
    return Program.takeError();
  std::vector<FactsFile> All;
  std::vector<const std::string *> Of; // by the index of a shard
  for (const std::string &Path : Paths) {
    auto Facts = readOne(Path, Root, *Program);
    if (!Facts)
      return Facts.takeError();
    const Shard Part = Facts->Part;
    const std::string &First = Paths.front();
    if (All.empty()) {
      Of.resize(Part.Count);
    } else if (Part.Count != All.front().Part.Count) {
      return usageError("'{}' is of shard {} and '{}' of shard {}; give the "
                        "facts of one run",
                        First, All.front().Part.str(), Path, Part.str());
    } else if (!Facts->isOfSameRun(All.front())) {
      return usageError("'{}' and '{}' are of runs with different arguments "
                        "('{}' in '{}', '{}' in '{}'); lint all shards with "
                        "the same",
                        First, Path, llvm::join(All.front().Arguments, " "),
                        All.front().Directory,
                        llvm::join(Facts->Arguments, " "), Facts->Directory);
    }
    const std::string *&Slot = Of[Part.Index - 1];
    if (Slot)
      return usageError("'{}' and '{}' are both of shard {}; give each once",
                        *Slot, Path, Part.str());
    Slot = &Path;
    All.push_back(std::move(*Facts));
  }
  const auto Missing = llvm::find(Of, nullptr);
  if (Missing != Of.end())
    return usageError("the facts of shard {}/{} are missing; give those of all "
                      "shards",
                      Missing - Of.begin() + 1, Of.size());
  return All;
}

llvm::Expected<std::string> programIdentity() {
  const std::string Path = llvm::sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&programIdentity));
  const auto Program = llvm::MemoryBuffer::getFile(
      Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Program)
    return usageError("cannot read this program, '{}', whose build facts "
                      "belong to: {}",
                      Path, Program.getError().message());
  return fmt::format(AOTI_TIDY_VERSION " {:016x}",
                     llvm::xxh3_64bits((*Program)->getBuffer()));
}

} // namespace aoti_tidy
