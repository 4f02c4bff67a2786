// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/IncludeGraph.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/report/Finding.h"
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

std::string absolute(StringRef Path, StringRef Base) {
  llvm::SmallString<256> Result = Path;
  path::make_absolute(Base, Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

/// '#include', '#  import', '#include_next': what follows, or nothing.
std::optional<StringRef> includedBy(StringRef Line) {
  Line = Line.ltrim(" \t");
  if (!Line.consume_front("#"))
    return std::nullopt;
  Line = Line.ltrim(" \t");
  if (!Line.consume_front("include_next") && !Line.consume_front("include") &&
      !Line.consume_front("import"))
    return std::nullopt;
  return Line.ltrim(" \t");
}

} // namespace

SourceFile::SourceFile(std::unique_ptr<llvm::MemoryBuffer> Given, bool IsOnDisk)
    : Text(std::move(Given)) {
  if (IsOnDisk)
    Path = Text->getBufferIdentifier().str();
  for (StringRef Rest = text(); !Rest.empty();) {
    const auto [Line, Behind] = Rest.split('\n');
    Rest = Behind;
    const auto What = includedBy(Line);
    if (!What)
      continue;
    const bool IsAngled = What->starts_with("<");
    const StringRef Name = What->drop_front(!What->empty());
    const size_t End = Name.find(IsAngled ? '>' : '"');
    if ((IsAngled || What->starts_with("\"")) && End != StringRef::npos)
      Includes.push_back({Name.take_front(End).str(), IsAngled});
    else
      HasUnclearInclude = true;
  }
}

StringRef SourceFile::text() const {
  if (!Text)
    if (auto Again = readSource(Path))
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
  else if (IsNew && fs::is_regular_file(File)) // a pipe would make it wait
    if (auto Text = readSource(File))
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

const IncludeGraph::SearchPath &
IncludeGraph::searchPath(const std::string &File,
                         llvm::ArrayRef<std::string> Args,
                         StringRef Directory) {
  // The files of a folder have the same, as a rule.
  std::string Key = path::parent_path(File).str();
  for (const std::string &Arg : Args)
    if (Arg != File)
      Key += '\n' + Arg;
  if (Key == LastKey)
    return Last;
  LastKey = std::move(Key);
  Last = {};
  const auto Add = [&](StringRef Dir) {
    std::string Folder = absolute(Dir, Directory);
    const auto [It, IsNew] = IsVendor.try_emplace(Folder);
    if (IsNew)
      It->second = isVendorInclude(Folder, File);
    if (!It->second && !llvm::is_contained(Last.Folders, Folder))
      Last.Folders.push_back(std::move(Folder));
  };
  for (size_t I = 0; I < Args.size(); ++I) {
    if (const IncludeOption Inc = includeOptionAt(Args, I); Inc.Length) {
      Add(Inc.Dir);
      I += Inc.Length - 1;
    } else if ((Args[I] == "-include" || Args[I] == "-imacros") &&
               I + 1 < Args.size()) {
      Last.Included.push_back(Args[++I]);
    }
  }
  for (const char *Variable : {"CPATH", "CPLUS_INCLUDE_PATH"})
    if (const auto Value = llvm::sys::Process::GetEnv(Variable)) {
      llvm::SmallVector<StringRef> Dirs;
      StringRef(*Value).split(Dirs, ':', -1, /*KeepEmpty=*/false);
      llvm::for_each(Dirs, Add);
    }
  return Last;
}

std::vector<std::string> IncludeGraph::find(const SourceFile::Include &I,
                                            StringRef From, StringRef Unit,
                                            const SearchPath &Path) {
  std::vector<std::string> Found;
  const auto Try = [&](StringRef Folder) {
    std::string File = absolute(I.Name, Folder);
    if (isFile(File))
      Found.push_back(std::move(File));
  };
  if (!I.IsAngled)
    Try(path::parent_path(From));
  // All that there are: which one is first, include_next and the kinds of
  // options decide.
  llvm::for_each(Path.Folders, Try);
  if (Found.empty())
    Found = Repository.headersCalled(I.Name, Unit);
  return Found;
}

bool IncludeGraph::visit(const std::string &File,
                         llvm::ArrayRef<std::string> Args, StringRef Directory,
                         std::optional<StringRef> OwnText,
                         llvm::function_ref<void(const SourceFile &)> Visit) {
  const SearchPath &Path = searchPath(File, Args, Directory);
  llvm::StringSet<> Seen = {File};
  std::vector<std::string> Left = {File};
  const auto Add = [&](const SourceFile::Include &I, StringRef From) {
    for (std::string &Header : find(I, From, File, Path))
      if (Seen.insert(Header).second)
        Left.push_back(std::move(Header));
  };
  for (const std::string &Name : Path.Included)
    Add({Name, /*IsAngled=*/false}, absolute("x", Directory));
  while (!Left.empty()) {
    const std::string Next = std::move(Left.back());
    Left.pop_back();
    const SourceFile *Read =
        read(Next, Next == File ? OwnText : std::optional<StringRef>());
    // That it cannot be read, the parser says.
    if (!Read || Read->HasUnclearInclude || Seen.size() > MaxFiles)
      return false;
    Visit(*Read);
    for (const SourceFile::Include &I : Read->Includes)
      Add(I, Next);
  }
  return true;
}

} // namespace aoti_tidy
