// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/ProjectPins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
static constexpr size_t MaxEntries = 512;
static constexpr uint64_t MaxSize = 1 << 20;

std::vector<std::string> ProjectFiles::entriesOf(StringRef Folder) const {
  std::vector<std::string> Result;
  std::error_code EC;
  for (auto It = Disk.dir_begin(Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    Result.push_back(It->path().str());
    if (Result.size() > MaxEntries)
      return {};
  }
  llvm::sort(Result);
  return Result;
}

std::string ProjectFiles::textOf(StringRef File) const {
  const auto Status = Disk.status(File);
  if (!Status || !Status->isRegularFile() || Status->getSize() > MaxSize)
    return "";
  const auto Buffer = Disk.getBufferForFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

bool ProjectFiles::isFolder(StringRef Path) const {
  const auto Status = Disk.status(Path);
  return Status && Status->isDirectory();
}

std::optional<NamedTorch> pinFor(StringRef Script, const ProjectFiles &Files) {
  const StringRef Folder = path::parent_path(Script), Stem = path::stem(Script);
  const std::string Beside = (Folder + "/").str(), Name = Stem.str();
  for (const std::string &Own :
       {"requirements-" + Name + ".txt", "requirements_" + Name + ".txt",
        "requirements." + Name + ".txt", Name + "-requirements.txt",
        Name + "_requirements.txt", "requirements/" + Name + ".txt"})
    if (Files.exists(Beside + Own))
      return Files.pinIn(Beside + Own);
  OneTorch Pins;
  for (const char *Shared : {"requirements.txt", "pyproject.toml"})
    if (const auto Pin = Files.pinIn(Beside + Shared))
      Pins.add(Pin->Version.str(), Pin->Text, Pin->File, Pin->Offset);
  return Pins.only();
}

std::optional<NamedTorch> libtorchIn(StringRef Text, StringRef File) {
  OneTorch Found;
  for (size_t At = 0; (At = Text.find("libtorch-", At)) != StringRef::npos;
       ++At) {
    const StringRef Name = Text.drop_front(At).take_until(
        [](char C) { return StringRef(" \t\r\n\"');").contains(C); });
    // libtorch-cxx11-abi-shared-with-deps-2.4.1%2Bcpu.zip
    if (!Name.ends_with(".zip"))
      continue;
    for (size_t Dash = Name.find('-'); Dash != StringRef::npos;
         Dash = Name.find('-', Dash + 1)) {
      const StringRef Version = Name.drop_front(Dash + 1).take_while(
          [](char C) { return llvm::isDigit(C) || C == '.'; });
      if (!Version.empty())
        Found.add(Version.rtrim('.'), Name.str(), File, At);
    }
  }
  return Found.only();
}

} // namespace aoti_tidy
