// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/MissingHeaders.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/cxx/HeaderStandIns.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// A torch that lacks one of its headers is another version: a copy in the
/// repository would not fit the rest.
bool isTorchHeader(StringRef Name) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"torch/", "ATen/", "c10/", "caffe2/"},
      [&](StringRef Folder) { return Name.starts_with(Folder); });
}

} // namespace

void HeaderSearchResult::add(const HeaderSearchResult &Other) {
  Found.insert(Other.Found.begin(), Other.Found.end());
  Ambiguous.insert(Other.Ambiguous.begin(), Other.Ambiguous.end());
}

std::vector<std::string> HeaderSearchResult::notices() const {
  std::vector<std::string> Lines;
  const std::string Root = repositoryRoot(workingDirectory());
  if (!Found.empty()) {
    const auto &[Name, Path] = *Found.begin();
    Lines.push_back(fmt::format(
        "'{}' is not on the include path and was found in the repository by "
        "its name: {}{} (--no-search: do not look)",
        Name, displayPath(Path, Root),
        Found.size() == 1
            ? std::string()
            : fmt::format(", and so were {} more", Found.size() - 1)));
  }
  if (!Ambiguous.empty()) {
    const auto &[Name, Paths] = *Ambiguous.begin();
    Lines.push_back(fmt::format(
        "'{}' is not on the include path, and the repository has {} of that "
        "name, {} and {}{}, so none is used{}; give the right folder: "
        "--extra-arg=-IDIR",
        Name, Paths.size(), displayPath(Paths[0], Root),
        displayPath(Paths[1], Root), Paths.size() > 2 ? " among them" : "",
        Ambiguous.size() == 1
            ? std::string()
            : fmt::format(" (as with {} more names)", Ambiguous.size() - 1)));
  }
  return Lines;
}

bool MissingHeaders::learnFrom(StringRef ErrorMessage) {
  const auto [Header, Rest] = ErrorMessage.ltrim('\'').split('\'');
  if (isMissingCudaHeader(ErrorMessage)) {
    if (!CudaHeader.empty())
      return false;
    CudaHeader = Header.str();
    return true;
  }
  if (isMissingOpenMpHeader(ErrorMessage))
    return !std::exchange(OpenMpStandIn, true);
  const std::string Name = Header.str();
  if (Rest != " file not found" || Name.empty() || isTorchHeader(Name) ||
      Searched.Found.contains(Name) || Searched.Ambiguous.contains(Name))
    return false;
  auto Paths = Repository.headersCalled(Name, File);
  if (Paths.size() > 1)
    Searched.Ambiguous[Name] = std::move(Paths);
  if (Paths.size() != 1)
    return false;
  const std::string Folder =
      StringRef(Paths.front()).drop_back(Name.size() + 1).str();
  Searched.Found[Name] = std::move(Paths.front());
  if (llvm::is_contained(Folders, Folder))
    return false;
  Folders.push_back(Folder);
  return true;
}

std::vector<std::string>
MissingHeaders::arguments(llvm::ArrayRef<std::string> Own) const {
  // Behind all that the compiler looks into by itself.
  std::vector<std::string> Arguments;
  for (const std::string &Folder : Folders)
    Arguments.insert(Arguments.end(), {"-idirafter", Folder});
  if (!CudaHeader.empty())
    Arguments.insert(Arguments.end(), {"-idirafter", CudaStandInDir.str()});
  // With the flag, each compiler brings the header.
  if (OpenMpStandIn || useOpenMp(Own))
    Arguments.insert(Arguments.end(), {"-idirafter", OpenMpStandInDir.str()});
  return Arguments;
}

} // namespace aoti_tidy
