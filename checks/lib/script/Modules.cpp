// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Modules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxImports = 6;  ///< a module that imports it from another
constexpr size_t MaxParts = 16;     ///< of a dotted name
constexpr unsigned MaxFolders = 16; ///< above a file

/// Of Python and of what every file imports: no project's own.
bool isOfOthers(StringRef Package) {
  return llvm::is_contained(
      {"abc",         "builtins", "collections", "contextlib", "copy",
       "dataclasses", "enum",     "functools",   "importlib",  "inspect",
       "itertools",   "json",     "logging",     "math",       "numpy",
       "operator",    "os",       "pathlib",     "pytest",     "re",
       "sys",         "time",     "torch",       "triton",     "typing",
       "warnings"},
      Package);
}

std::string joined(StringRef Folder, StringRef Name) {
  llvm::SmallString<256> Result(Folder);
  path::append(Result, Name);
  return Result.str().str();
}

/// What a module itself gives a name at its top.
class ModuleNames {
public:
  explicit ModuleNames(const File &F) {
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.isAnyOf({"function_definition", "class_definition"})) {
        ByName[N.field("name").text()].push_back({N.field("name"), N});
        return false;
      }
      const Node Left = N.field("left");
      if (N.is("assignment") && Left.is("identifier") && N.field("right"))
        ByName[Left.text()].push_back({Left, N.field("right")});
      return !N.is("lambda");
    });
    for (const Import &I : F.names().imports()) {
      if (!Names::scopeOf(I.Statement).is("module"))
        continue;
      if (I.Bound == "*")
        Stars.push_back(I.Module);
      else
        ByName[I.Bound].push_back({boundBy(I), {}, &I});
    }
  }

  struct Meaning {
    Node Target; ///< the identifier
    Node Given;  ///< a definition or a value; null of an import
    const Import *From = nullptr;
  };

  /// The only one that the name has; null if there is none, or not only one.
  const Meaning *of(StringRef Name, const File &F) const {
    const auto At = ByName.find(Name);
    return At != ByName.end() && At->second.size() == 1 &&
                   F.names().isOnlyBinding(At->second.front().Target)
               ? &At->second.front()
               : nullptr;
  }
  bool has(StringRef Name) const { return ByName.contains(Name); }

  std::vector<std::string> Stars; ///< the modules of 'from m import *'

private:
  static Node boundBy(const Import &I) {
    if (const Node Alias = I.Clause.field("alias"))
      return Alias;
    const auto Parts = I.Clause.children();
    return Parts.empty() ? I.Clause : Parts.front();
  }

  llvm::StringMap<llvm::SmallVector<Meaning, 1>> ByName;
};

std::string nameOf(const Import &I) {
  if (I.Name.empty())
    return I.Module;
  return StringRef(I.Module).ends_with(".") ? I.Module + I.Name
                                            : I.Module + "." + I.Name;
}

bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether \p Is is true of what stands around \p Name somewhere in \p Text.
bool anyUse(StringRef Text, StringRef Name,
            llvm::function_ref<bool(StringRef Before, StringRef Behind)> Is) {
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + Name.size())) {
    const StringRef Before = Text.take_front(At);
    const StringRef Behind = Text.drop_front(At + Name.size());
    const bool IsWhole = (Before.empty() || !isNamePart(Before.back())) &&
                         (Behind.empty() || !isNamePart(Behind.front()));
    if (IsWhole && Is(Before, Behind))
      return true;
  }
  return false;
}

/// Whether \p Text may have \p Name of another module, by an import or '=', as
/// far as what stands around the name can say.
bool mayHandOn(StringRef Text, StringRef Name) {
  return anyUse(Text, Name, [](StringRef Before, StringRef Behind) {
    Before = Before.rtrim(" \t\\");
    Behind = Behind.ltrim(" \t");
    const bool IsImported = Before.ends_with("import");
    return (IsImported || Before.empty() || Before.ends_with("as") ||
            StringRef("\r\n,(;:=").contains(Before.back())) &&
           (Behind.empty() || Behind.starts_with("as") ||
            StringRef("\r\n,);#\\=:").contains(Behind.front()) ||
            (IsImported && Behind.front() == '.'));
  });
}

/// Whether \p Text may give \p Name a meaning.
bool mayBind(StringRef Text, StringRef Name) {
  return mayHandOn(Text, Name) ||
         anyUse(Text, Name, [](StringRef Before, StringRef) {
           Before = Before.rtrim(" \t\\");
           return Before.ends_with("def") || Before.ends_with("class");
         });
}

/// Looks for modules on behalf of one file.
class Finder {
public:
  using Words = llvm::ArrayRef<StringRef>;

  explicit Finder(const File &F, Words Wanted = {})
      : Disk(*F.settings().Disk), Wanted(Wanted) {}

  using Parts = llvm::ArrayRef<StringRef>;

  ModuleMember find(const File &From, StringRef Name, unsigned Depth = 0);
  ModuleMember member(const File &In, Parts Rest, unsigned Depth = 0);

private:
  /// A module, and what of a dotted name is left behind it.
  struct Place {
    std::string Module; ///< its file; empty of a folder without '__init__.py'
    std::string Folder; ///< with its modules; empty of one that is no package
    Parts Rest;
  };

  bool isFile(const std::string &Path) {
    const auto Status = Disk.status(Path);
    return Status && Status->isRegularFile();
  }
  bool isFolder(const std::string &Path) {
    const auto Status = Disk.status(Path);
    return Status && Status->isDirectory();
  }
  std::optional<Place> below(const Place &Package);
  /// Whether the module with \p Text may lead to what is wanted.
  bool mayLead(StringRef Text, StringRef Name) const {
    return Wanted.empty() || Text.contains("import *") ||
           mayHandOn(Text, Name) || llvm::any_of(Wanted, [&](StringRef Word) {
             return Text.contains(Word);
           });
  }
  ModuleMember walk(const File &From, Place At, unsigned Depth);
  ModuleMember absolute(const File &From, Parts Name, unsigned Depth);

  llvm::vfs::FileSystem &Disk;
  const Words Wanted; ///< of the module; any if there are none
};

/// The module of the package \p Package that the next part names.
std::optional<Finder::Place> Finder::below(const Place &Package) {
  const std::string Next = joined(Package.Folder, Package.Rest.front());
  const Parts Rest = Package.Rest.drop_front();
  if (std::string Init = joined(Next, "__init__.py"); isFile(Init))
    return Place{std::move(Init), Next, Rest};
  if (isFile(Next + ".py"))
    return Place{Next + ".py", "", Rest};
  if (!Rest.empty() && isFolder(Next))
    return Place{"", Next, Rest};
  return std::nullopt;
}

/// Follows the parts through packages, as far as there are modules.
ModuleMember Finder::walk(const File &From, Place At, unsigned Depth) {
  while (!At.Rest.empty()) {
    const bool HasModule = !At.Module.empty();
    const auto Text = HasModule ? From.unreadText(At.Module) : std::nullopt;
    const StringRef Name = At.Rest.front();
    const auto Own = [&] {
      const File *Module = HasModule && (!Text || mayLead(*Text, Name))
                               ? From.imported(At.Module)
                               : nullptr;
      return Module ? member(*Module, At.Rest, Depth) : ModuleMember();
    };
    if (At.Folder.empty())
      return Own();
    // What '__init__.py' calls so comes first, unless it means the module.
    if (HasModule && (!Text || mayBind(*Text, Name))) {
      const File *Module = From.imported(At.Module);
      if (!Module)
        return {};
      const auto &Known = Module->index<ModuleNames>();
      const auto *Is = Known.of(Name, *Module);
      if (Known.has(Name) &&
          (!Is || !Is->From || nameOf(*Is->From) != ("." + Name).str()))
        return Own();
    }
    auto Next = below(At);
    if (!Next)
      return Own();
    At = std::move(*Next);
  }
  return {}; // a module itself
}

/// What the module \p In calls by the first part.
ModuleMember Finder::member(const File &In, Parts Rest, unsigned Depth) {
  const auto &Known = In.index<ModuleNames>();
  const StringRef Name = Rest.front();
  if (!Known.has(Name) && Known.Stars.size() == 1) {
    const std::string &From = Known.Stars.front();
    return find(In,
                (From + (StringRef(From).ends_with(".") ? "" : ".") +
                 llvm::join(Rest, ".")),
                Depth + 1);
  }
  const auto *Is = Known.of(Name, In);
  if (!Is)
    return {};
  const auto Behind = [&](std::string Start) {
    for (const StringRef &Part : Rest.drop_front())
      Start += "." + Part.str();
    return Start;
  };
  if (Is->From)
    return find(In, Behind(nameOf(*Is->From)), Depth + 1);
  if (Is->Given.isAnyOf({"identifier", "attribute"})) {
    const auto Other = In.names().qualifiedName(Is->Given);
    return Other ? find(In, Behind(*Other), Depth + 1) : ModuleMember();
  }
  if (Rest.size() > 2 ||
      (Rest.size() == 2 && !Is->Given.is("class_definition")))
    return {};
  return {&In, Is->Given, Rest.size() == 2 ? Rest.back().str() : ""};
}

/// Which folder Python starts from nobody says in the text: it may be that of
/// the file, or any above. Only if one of them has the module is it the one.
ModuleMember Finder::absolute(const File &From, Parts Name, unsigned Depth) {
  std::optional<Place> Found;
  llvm::SmallString<256> Folder(path::parent_path(From.absolutePath()));
  for (unsigned I = 0; I < MaxFolders && !Folder.empty(); ++I) {
    if (auto Here = below({"", Folder.str().str(), Name})) {
      if (Found) {
        // The answer rests on both being there.
        (void)Disk.getBufferForFile(Found->Module);
        (void)Disk.getBufferForFile(Here->Module);
        return {};
      }
      Found = std::move(Here);
    }
    const StringRef Above = path::parent_path(Folder);
    // A repository's top is where its files begin.
    if (Above.empty() || isFolder(joined(Folder, ".git")))
      break;
    Folder.truncate(Above.size());
  }
  return Found ? walk(From, std::move(*Found), Depth) : ModuleMember();
}

ModuleMember Finder::find(const File &From, StringRef Name, unsigned Depth) {
  if (Depth > MaxImports)
    return {};
  StringRef Dotted = Name;
  const size_t Level = Dotted.size() - Dotted.ltrim('.').size();
  Dotted = Dotted.drop_front(Level);
  llvm::SmallVector<StringRef, 4> Of;
  Dotted.split(Of, '.');
  if (Of.size() > MaxParts || llvm::is_contained(Of, ""))
    return {};
  if (!Level)
    return Of.size() < 2 || isOfOthers(Of.front()) ? ModuleMember()
                                                   : absolute(From, Of, Depth);
  llvm::SmallString<256> Folder(path::parent_path(From.absolutePath()));
  for (size_t I = 1; I < Level; ++I)
    path::remove_filename(Folder);
  std::string Init = joined(Folder, "__init__.py");
  if (!isFile(Init))
    Init.clear();
  return walk(From, {std::move(Init), Folder.str().str(), Of}, Depth);
}

/// What was asked for, by the words that were wanted, and by name.
struct ImportedMembers {
  explicit ImportedMembers(const File &) {}
  std::map<const void *, llvm::StringMap<ModuleMember>> ByWords;
};

} // namespace

ModuleMember importedMember(const File &F, StringRef Name,
                            llvm::ArrayRef<StringRef> Words) {
  auto &Known = F.index<ImportedMembers>().ByWords[Words.data()];
  const auto [At, IsNew] = Known.try_emplace(Name);
  if (!IsNew)
    return At->second;
  const ModuleMember Found = Finder(F, Words).find(F, Name);
  if (Found && (Words.empty() || llvm::any_of(Words, [&](StringRef Word) {
                  return Found.In->mentions(Word);
                })))
    At->second = Found;
  return At->second;
}

ModuleMember moduleMember(const File &F, StringRef Name) {
  return Finder(F).member(F, {Name});
}

} // namespace aoti_tidy::python
