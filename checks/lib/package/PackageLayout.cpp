// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackageLayout.h"

using llvm::StringRef;

namespace aoti_tidy {

int ModelFile::metadataRank() const {
  // torch 2.5 has no models' folders, and no metadata.
  if (Model.empty())
    return 0;
  if (Name.ends_with("wrapper_metadata.json"))
    return 2;
  if (Name.ends_with("_metadata.json") &&
      !Name.ends_with("kernel_metadata.json"))
    return 1;
  return 0;
}

int ModelFile::sourceRank() const {
  if (Name.ends_with(".wrapper.cpp"))
    return 2;
  if (Name.ends_with(".cpp") && !Name.ends_with(".kernel.cpp"))
    return 1;
  return 0;
}

bool ModelFile::isOfModel() const {
  return metadataRank() > 0 || Name.ends_with(".so") || Name.ends_with(".cpp");
}

std::optional<ModelFile> modelFile(StringRef Path) {
  constexpr StringRef Folder = "data/aotinductor/";
  ModelFile Result;
  // torch 2.8 and newer put all in a folder named after the package.
  if (!Path.consume_front(Folder)) {
    std::tie(Result.Root, Path) = Path.split('/');
    if (!Path.consume_front(Folder))
      return std::nullopt;
  }
  if (const size_t Slash = Path.rfind('/'); Slash == StringRef::npos) {
    Result.Name = Path;
  } else {
    Result.Model = Path.take_front(Slash);
    Result.Name = Path.drop_front(Slash + 1);
  }
  if (Result.Name.empty())
    return std::nullopt;
  return Result;
}

} // namespace aoti_tidy
