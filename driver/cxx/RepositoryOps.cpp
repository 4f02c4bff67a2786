// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/RepositoryOps.h"
#include "checks/lib/ops/OpNames.h"
#include "driver/cxx/CxxRecord.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {

namespace {

/// All that is read of a repository.
constexpr uint64_t MaxTotalBytes = 256 * 1024 * 1024;
/// The limit for sources that register operators and are taken apart.
constexpr uint64_t MaxSourceBytes = 32 * 1024 * 1024;

class OpReader {
public:
  explicit OpReader(const std::set<llvm::sys::fs::UniqueID> &Linted)
      : Linted(Linted) {}

  void readCxx(StringRef File, StringRef Text) {
    SourceBytes += Text.size();
    if (SourceBytes > MaxSourceBytes) {
      Result.IsWhole = false;
      return;
    }
    CxxRegistrations Found = readCxxRegistrations(Text, File);
    const auto Add = [](auto &To, auto &From) {
      To.insert(To.end(), std::make_move_iterator(From.begin()),
                std::make_move_iterator(From.end()));
    };
    Add(Result.Facts.Schemas, Found.Facts.Schemas);
    Add(Result.Facts.Fakes, Found.Facts.Fakes);
    Add(Result.Kernels, Found.Kernels);
    Add(Result.Unread, Found.Unread);
  }

  RepositoryOps read(const RepositoryFiles &Files) {
    for (const std::string &File : Files.cxx())
      if (const auto Text = open(File);
          Text && mayRegisterCxxOps(Text->getBuffer()))
        readCxx(File, Text->getBuffer());
    for (const std::string &File : Files.python())
      if (const auto Text = open(File);
          Text && python::mayRegisterOps(Text->getBuffer()))
        Result.Python.push_back(File);
    return std::move(Result);
  }

private:
  std::unique_ptr<llvm::MemoryBuffer> open(const std::string &File) {
    llvm::sys::fs::UniqueID Id;
    if (llvm::sys::fs::getUniqueID(File, Id) || Linted.contains(Id))
      return nullptr;
    auto Text = readRepositoryFile(File);
    // Too large, or not to be read.
    if (!Text || Total + Text->getBufferSize() > MaxTotalBytes) {
      Result.IsWhole = false;
      return nullptr;
    }
    Total += Text->getBufferSize();
    return Text;
  }

  const std::set<llvm::sys::fs::UniqueID> &Linted;
  uint64_t Total = 0, SourceBytes = 0;
  RepositoryOps Result;
};

} // namespace

RepositoryOps readRepositoryOps(const RepositoryFiles &Files,
                                llvm::ArrayRef<std::string> Linted,
                                llvm::ArrayRef<SourceText> Own,
                                const IsolationSettings &Apart) {
  std::set<llvm::sys::fs::UniqueID> Ids;
  for (const std::string &File : Linted)
    if (llvm::sys::fs::UniqueID Id; !llvm::sys::fs::getUniqueID(File, Id))
      Ids.insert(Id);
  IsolationSettings Silent = Apart;
  Silent.Progress = nullptr;
  auto Read = runIsolated<RepositoryOps>(1, Silent, [&](size_t) {
    OpReader R(Ids);
    for (const SourceText &Source : Own)
      R.readCxx(Source.File, Source.Text);
    return R.read(Files);
  });
  RepositoryOps Result = std::move(Read.front().Value);
  Result.IsWhole &= Read.front().isCompleted() && Files.isWhole();
  return Result;
}

} // namespace aoti_tidy
