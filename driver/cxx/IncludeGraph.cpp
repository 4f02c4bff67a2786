// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/IncludeGraph.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/cxx/CompileCommands.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// More than any project's file includes of its own.
constexpr size_t MaxFiles = 20000;

} // namespace

SourceFile::SourceFile(std::unique_ptr<llvm::MemoryBuffer> Given, bool IsOnDisk)
    : Text(std::move(Given)) {
  if (IsOnDisk)
    Path = Text->getBufferIdentifier().str();
  Includes = includeDirectives(text());
}

StringRef SourceFile::text() const {
  if (!Text)
    if (auto Again = readPlainFile(Path))
      Text = std::move(*Again);
  return Text ? Text->getBuffer() : "";
}

void SourceFile::release() const {
  if (!Path.empty())
    Text.reset();
}

const SourceFile *IncludeGraph::read(const std::string &File,
                                     std::optional<StringRef> OwnText) {
  const auto [It, IsNew] = Files.try_emplace(File);
  if (IsNew && OwnText)
    It->second = std::make_unique<SourceFile>(
        llvm::MemoryBuffer::getMemBuffer(*OwnText, File, false),
        /*IsOnDisk=*/false);
  else if (IsNew)
    if (auto Text = readPlainFile(File))
      It->second =
          std::make_unique<SourceFile>(std::move(*Text), /*IsOnDisk=*/true);
  return It->second.get();
}

std::optional<StringRef>
IncludeGraph::textOf(const std::string &File,
                     std::optional<StringRef> OwnText) {
  const SourceFile *Read = read(File, OwnText);
  return Read ? std::optional(Read->text()) : std::nullopt;
}

bool IncludeGraph::isFile(StringRef Path) {
  const auto [It, IsNew] = Exists.try_emplace(Path);
  if (IsNew)
    It->second = fs::exists(Path) && !fs::is_directory(Path);
  return It->second;
}

const std::string &IncludeGraph::realFolder(StringRef Folder) {
  const auto [It, IsNew] = RealFolders.try_emplace(Folder);
  if (IsNew) {
    llvm::SmallString<256> Real;
    if (!fs::real_path(Folder, Real) && fs::is_directory(Real))
      It->second = Real.str().str();
  }
  return It->second;
}

std::string IncludeGraph::pathOf(StringRef Name, StringRef Folder) {
  llvm::SmallString<256> Whole = Name;
  path::make_absolute(Folder, Whole);
  llvm::SmallString<256> Path(realFolder(path::parent_path(Whole)));
  if (!Path.empty())
    path::append(Path, path::filename(Whole));
  return Path.str().str();
}

std::vector<std::string> IncludeGraph::searchPath(const std::string &File,
                                                  const SourceFlags &Flags,
                                                  StringRef Directory) {
  std::vector<std::string> Folders;
  const std::string RealFile =
      pathOf(path::filename(File), path::parent_path(File));
  const auto Add = [&](StringRef Dir) {
    llvm::SmallString<256> Whole = Dir;
    path::make_absolute(Directory, Whole);
    const std::string Real = realFolder(Whole);
    if (Real.empty())
      return;
    // Whether it is a vendor's for those whose own it is not.
    const auto [It, IsNew] = IsVendor.try_emplace(Real);
    if (IsNew)
      It->second = isVendorInclude(Real, /*File=*/"");
    const auto HasFile = [&](StringRef Name) {
      return StringRef(File).starts_with((Name + "/").str()) ||
             StringRef(RealFile).starts_with((Name + "/").str());
    };
    if (It->second && !HasFile(Real) && !HasFile(absolutePath(Dir, Directory)))
      return;
    if (!llvm::is_contained(Folders, Real))
      Folders.push_back(Real);
  };
  llvm::for_each(Flags.Folders, Add);
  for (const char *Variable :
       {"CPATH", "CPLUS_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH"})
    if (const auto Value = llvm::sys::Process::GetEnv(Variable)) {
      llvm::SmallVector<StringRef> Dirs;
      StringRef(*Value).split(Dirs, ':', -1, /*KeepEmpty=*/false);
      llvm::for_each(Dirs, Add);
    }
  return Folders;
}

std::vector<std::string>
IncludeGraph::find(const Include &I, StringRef From, StringRef Unit,
                   llvm::ArrayRef<std::string> Folders) {
  std::vector<std::string> Found;
  std::vector<std::string> Names = {I.Name};
  // "sub\a.h", which -fms-extensions takes for "sub/a.h"
  if (StringRef(I.Name).contains('\\')) {
    Names.push_back(I.Name);
    llvm::replace(Names.back(), '\\', '/');
  }
  const auto Try = [&](StringRef Folder) {
    for (const std::string &Name : Names) {
      std::string File = pathOf(Name, Folder);
      if (!File.empty() && isFile(File))
        Found.push_back(std::move(File));
    }
  };
  if (!I.IsAngled)
    Try(path::parent_path(From));
  // All that there are: which one is first, include_next and the kinds of
  // options decide.
  llvm::for_each(Folders, Try);
  if (Found.empty())
    for (const std::string &Header :
         Repository.headersCalled(Names.back(), Unit))
      Found.push_back(
          pathOf(path::filename(Header), path::parent_path(Header)));
  return Found;
}

bool IncludeGraph::visit(const std::string &File, const SourceFlags &Flags,
                         StringRef Directory, std::optional<StringRef> OwnText,
                         llvm::function_ref<void(const SourceFile &)> Visit) {
  const std::vector<std::string> Folders = searchPath(File, Flags, Directory);
  llvm::StringSet<> Seen = {File};
  std::vector<std::string> Left = {File};
  const auto Add = [&](const Include &I, StringRef From) {
    for (std::string &Header : find(I, From, File, Folders))
      if (Seen.insert(Header).second)
        Left.push_back(std::move(Header));
  };
  for (const std::string &Name : Flags.Included)
    Add({Name, /*IsAngled=*/false}, absolutePath("x", Directory));
  bool AreAll = Flags.IsWhole;
  while (!Left.empty() && Seen.size() <= MaxFiles) {
    const std::string Next = std::move(Left.back());
    Left.pop_back();
    const SourceFile *Read =
        read(Next, Next == File ? OwnText : std::optional<StringRef>());
    // That it cannot be read, the parser says.
    AreAll &= Read && Read->Includes.IsWhole;
    if (!Read)
      continue;
    Visit(*Read);
    for (const Include &I : Read->Includes.All)
      Add(I, Next);
  }
  return AreAll && Left.empty();
}

} // namespace aoti_tidy
