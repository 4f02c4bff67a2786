// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/RepositoryFiles.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <deque>
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// PyTorch itself has 20000 files; more is no project's own code.
constexpr size_t MaxEntries = 200000;
constexpr size_t MaxDepth = 32;
constexpr size_t MaxRoots = 8;
/// Generated sources included, what people register operators in is smaller.
constexpr uint64_t MaxBytes = 2 * 1024 * 1024;

/// Where users, and the system, keep more than one project.
bool isShared(StringRef Folder) {
  if (Folder.empty() || path::relative_path(Folder).empty())
    return true;
  llvm::SmallString<256> Home;
  if (path::home_directory(Home) && Folder == Home)
    return true;
  fs::file_status Status;
  return fs::status(Folder, Status) ||
         (Status.permissions() & fs::sticky_bit) != fs::no_perms;
}

bool looksLikeProject(StringRef Folder) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"setup.py", "pyproject.toml",
                                       "CMakeLists.txt",
                                       "compile_commands.json"},
      [&](StringRef Name) { return fs::exists(Folder + "/" + Name); });
}

/// A build's copies of headers count only where there is no original.
bool isInBuildFolder(StringRef Path, StringRef Root) {
  const StringRef Inside = Path.drop_front(Root.size());
  for (const StringRef Part :
       llvm::make_range(path::begin(Inside), path::end(Inside)))
    if (Part == "build" || Part == "dist" || Part == "_skbuild")
      return true;
  return false;
}

} // namespace

std::string searchRoot(StringRef File) {
  const StringRef Own = path::parent_path(File);
  for (StringRef D = Own; !isShared(D); D = path::parent_path(D)) {
    if (isRepository(D))
      return D.str();
    // In what belongs to no project (a build folder, an environment), the
    // neighbours are all that is known to belong together.
    if (reasonToLeaveOut(D))
      return Own.str();
  }
  constexpr unsigned MaxUp = 5;
  StringRef Root = Own, D = Own;
  for (unsigned I = 0; I < MaxUp && !isShared(D); ++I, D = path::parent_path(D))
    if (looksLikeProject(D))
      Root = D;
  return Root.str();
}

std::unique_ptr<llvm::MemoryBuffer>
readRepositoryFile(const std::string &File) {
  // A file may have become a link since the folder was listed.
  if (fs::is_symlink_file(File))
    return nullptr;
  auto Text = readPlainFile(File, MaxBytes);
  return Text ? std::move(*Text) : nullptr;
}

/// Lists a repository, the nearest folders first.
class RepositoryFiles::Walk {
public:
  explicit Walk(RepositoryFiles &To) : To(To) {}

  void run(const std::string &Root) {
    Left.emplace_back(Root, 0);
    while (!Left.empty()) {
      const auto [Folder, Depth] = std::move(Left.front());
      Left.pop_front();
      std::error_code EC;
      for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false),
           End;
           !EC && It != End; It.increment(EC)) {
        if (++Entries > MaxEntries) {
          To.IsWhole = false;
          return;
        }
        add(*It, Depth);
      }
      // Files in a folder that cannot be read are not seen.
      if (EC)
        To.IsWhole = false;
    }
  }

private:
  void add(const fs::directory_entry &Entry, size_t Depth) {
    const std::string &Path = Entry.path();
    if (Entry.type() == fs::file_type::directory_file) {
      if (holdsNoSources(Path) || reasonToLeaveOut(Path))
        return;
      if (Depth < MaxDepth)
        Left.emplace_back(Path, Depth + 1);
      else
        To.IsWhole = false;
      return;
    }
    if (Entry.type() != fs::file_type::regular_file)
      return;
    const StringRef Extension = path::extension(Path);
    if (Extension == ".py") {
      To.Python.push_back(Path);
    } else if (isHeaderFile(Path) || Extension == ".inc" ||
               Extension == ".inl") {
      To.Cxx.push_back(Path);
      To.Headers[path::filename(Path)].push_back(Path);
    } else if (isCxxSource(Path)) {
      To.Cxx.push_back(Path);
    }
  }

  RepositoryFiles &To;
  std::deque<std::pair<std::string, size_t>> Left;
  size_t Entries = 0;
};

RepositoryFiles RepositoryFiles::around(llvm::ArrayRef<std::string> Linted,
                                        llvm::ArrayRef<std::string> Listed) {
  RepositoryFiles Result;
  std::set<std::string> Folders, Roots;
  for (const std::string &File : Linted)
    if (Folders.insert(path::parent_path(File).str()).second)
      Roots.insert(searchRoot(File));
  // A root may be in another: a submodule, a project in a project.
  for (const std::string &Root : Roots)
    if (llvm::none_of(Result.Roots, [&](const std::string &Outer) {
          return isInFolder(Root, Outer);
        }))
      Result.Roots.push_back(Root);
  Result.IsWhole = Result.Roots.size() <= MaxRoots;
  Result.Roots.resize(std::min(Result.Roots.size(), MaxRoots));
  Walk W(Result);
  for (const std::string &Root : Result.Roots)
    W.run(Root);
  for (const std::string &File : Listed)
    if (isCxxSource(File) && llvm::any_of(Result.Roots, [&](StringRef Root) {
          return isInFolder(File, Root);
        }))
      Result.Cxx.push_back(File);
  for (auto *Files : {&Result.Cxx, &Result.Python}) {
    llvm::sort(*Files);
    Files->erase(llvm::unique(*Files), Files->end());
  }
  return Result;
}

std::vector<std::string> RepositoryFiles::headersCalled(StringRef Name,
                                                        StringRef From) const {
  std::vector<std::string> Result, Built;
  const auto It = Headers.find(path::filename(Name));
  // "../a.h" says where it is, and nothing is there.
  if (It == Headers.end() || Name.contains("..") || path::is_absolute(Name))
    return Result;
  const std::string Suffix = ("/" + Name).str();
  const auto Root = llvm::find_if(
      Roots, [&](StringRef Folder) { return isInFolder(From, Folder); });
  for (const std::string &Path : It->second)
    if (Root != Roots.end() && isInFolder(Path, *Root) &&
        StringRef(Path).ends_with(Suffix))
      (isInBuildFolder(Path, *Root) ? Built : Result).push_back(Path);
  if (Result.empty())
    Result = std::move(Built);
  llvm::sort(Result);
  return Result;
}

} // namespace aoti_tidy
