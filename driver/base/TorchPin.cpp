// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/TorchPin.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::vector<std::string> requirementFiles(StringRef Folder) {
  std::vector<std::string> Files;
  for (std::string &Path : entriesOf(Folder)) {
    const StringRef Name = path::filename(Path);
    if (Name.starts_with("requirements") && Name.ends_with(".txt"))
      Files.push_back(std::move(Path));
  }
  // The program's own requirements go before 'requirements-dev.txt'.
  llvm::sort(Files, [](StringRef A, StringRef B) {
    return std::pair(A.size(), A) < std::pair(B.size(), B);
  });
  return Files;
}

} // namespace

std::optional<TorchPin> findTorchPin(llvm::ArrayRef<std::string> Folders) {
  std::optional<TorchPin> First;
  for (const StringRef Folder : Folders) {
    std::vector<std::string> Files;
    const auto Add = [&](StringRef Name) {
      Files.push_back((Folder + "/" + Name).str());
    };
    for (const char *Name : {"uv.lock", "poetry.lock", "pyproject.toml"})
      Add(Name);
    llvm::append_range(Files, requirementFiles(Folder));
    for (const char *Name : {"environment.yml", "environment.yaml"})
      Add(Name);
    for (const std::string &File : Files) {
      const auto Buffer = readPlainFile(File, MaxConfigSize);
      auto Pin =
          Buffer ? torchPinIn(File, (*Buffer)->getBuffer()) : std::nullopt;
      if (Pin && !First) {
        First = TorchPin{std::move(*Pin)};
      } else if (Pin && First->Version != Pin->Version) {
        First->OtherFile = std::move(Pin->File);
        First->OtherText = std::move(Pin->Text);
        return First;
      }
    }
  }
  return First;
}

} // namespace aoti_tidy
