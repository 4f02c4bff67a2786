// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Inputs.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/RepositoryFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
std::string leftOutText(const Inputs &In) {
  std::map<llvm::StringRef, size_t> Files;
  for (const LeftOut &F : In.LeftOutFiles)
    if (F.Reason != NoKind) // there is a notice
      ++Files[F.Reason];
  if (In.Folders.empty() && Files.empty())
    return "";
  constexpr size_t Shown = 5;
  const std::string Here = workingDirectory();
  std::vector<std::string> Parts;
  for (const auto &[Reason, Count] : Files)
    Parts.push_back(fmt::format("{} {} ({})", Count,
                                Count == 1 ? "file" : "files", Reason));
  for (const LeftOut &F : llvm::ArrayRef(In.Folders).take_front(Shown))
    Parts.push_back(
        fmt::format("{} ({})", displayPath(F.Path, Here), F.Reason));
  std::string Text = "left out: " + llvm::join(Parts, ", ");
  if (In.Folders.size() > Shown)
    Text += fmt::format(" and {} more folders (--format=json names all)",
                        In.Folders.size() - Shown);
  return Text;
}

std::vector<std::string> projectsOf(const Options &O) {
  std::vector<std::string> Folders;
  for (const std::string &Given : O.Positional) {
    llvm::SmallString<256> Path(
        absolutePath(Given == "-" ? O.StdinFilename : Given));
    if (!fs::is_directory(Path))
      path::remove_filename(Path);
    const std::string Root = searchRoot((Path + "/file").str());
    // A folder that is in the list has been climbed from.
    for (llvm::StringRef Dir = Path; !llvm::is_contained(Folders, Dir.str());
         Dir = path::parent_path(Dir)) {
      Folders.push_back(Dir.str());
      if (Dir == Root)
        break;
    }
  }
  return Folders;
}

} // namespace aoti_tidy
