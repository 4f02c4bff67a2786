// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/ProjectConfig.h"
#include "checks/lib/torch/TorchVersion.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

// Not its shared library, which a bare machine lacks.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef OwnName = "aoti-tidy.toml";
constexpr StringRef ProjectName = "pyproject.toml";

std::string_view view(StringRef S) { return {S.data(), S.size()}; }
StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// The error is the bare reason, with the line.
llvm::Expected<toml::table> parseToml(StringRef Text) {
  // It reads on after an error, and would take what it has read for all.
  toml::parse_result Result = toml::parse(view(Text));
  if (Result)
    return std::move(Result).table();
  const toml::parse_error &E = Result.error();
  return usageError("{} (line {})", E.description(), E.source().begin.line);
}

/// A file's name as a part of a pattern that means only itself.
std::string escaped(StringRef Path) {
  std::string Result;
  for (const char C : Path) {
    if (StringRef("*?[]{}\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

class Reader {
public:
  Reader(const toml::table &Table, StringRef File, StringRef Section)
      : Table(Table), File(File), Section(Section),
        To(std::make_unique<ProjectConfig>()) {
    To->File = File.str();
  }

  llvm::Expected<std::unique_ptr<ProjectConfig>> run() {
    for (const auto &[Key, Value] : Table)
      if (auto E = read(ref(Key.str()), Value))
        return std::move(E);
    return std::move(To);
  }

private:
  using Member = llvm::Error (Reader::*)(StringRef, const toml::node &);
  struct Key {
    StringRef Name;
    Member Read;
  };
  static llvm::ArrayRef<Key> keys() {
    static constexpr Key Keys[] = {
        {"check-options", &Reader::checkOptions},
        {"checks", &Reader::checks},
        {"exclude", &Reader::exclude},
        {"include-markdown", &Reader::markdown},
        {"include-notebooks", &Reader::notebooks},
        {"languages", &Reader::languages},
        {"loaders", &Reader::loaders},
        {"packages", &Reader::packages},
        {"per-file-ignores", &Reader::ignores},
        {"severity", &Reader::severities},
        {"torch-version", &Reader::torchVersion},
        {"warnings-as-errors", &Reader::warningsAsErrors},
    };
    return Keys;
  }

  llvm::Error read(StringRef Name, const toml::node &Value) {
    const Key *Nearest = nullptr;
    constexpr unsigned MaxDistance = 3;
    unsigned Distance = MaxDistance + 1;
    std::vector<StringRef> Names;
    for (const Key &K : keys()) {
      if (K.Name == Name)
        return (this->*K.Read)(Name, Value);
      Names.push_back(K.Name);
      const unsigned D = K.Name.edit_distance(
          Name.lower(), /*AllowReplacements=*/true, MaxDistance);
      if (D < Distance) {
        Nearest = &K;
        Distance = D;
      }
    }
    if (Nearest)
      return usageError("{}: there is no setting '{}'; did you mean '{}'?",
                        where(Value), Name, Nearest->Name);
    return usageError("{}: there is no setting '{}'; there are {}",
                      where(Value), Name, llvm::join(Names, ", "));
  }

  std::string where(const toml::node &Value) const {
    return fmt::format("{}:{}{}", File, Value.source().begin.line,
                       Section.empty() ? "" : (": " + Section).str());
  }

  llvm::Error wrong(StringRef Name, const toml::node &Value,
                    StringRef Wanted) const {
    return usageError("{}: '{}' takes {}", where(Value), Name, Wanted);
  }

  llvm::Expected<std::vector<std::string>> texts(StringRef Name,
                                                 const toml::node &Value) {
    std::vector<std::string> Result;
    const toml::array *Items = Value.as_array();
    if (!Items)
      return wrong(Name, Value, "a list of texts in quotes: [\"a\", \"b\"]");
    for (const toml::node &Item : *Items) {
      const auto Text = Item.value<std::string_view>();
      if (!Text)
        return wrong(Name, Item, "a list of texts in quotes: [\"a\", \"b\"]");
      Result.emplace_back(*Text);
    }
    return Result;
  }

  llvm::Error flag(StringRef Name, const toml::node &Value,
                   std::optional<bool> &Out) {
    if (!Value.is_boolean())
      return wrong(Name, Value, "true or false");
    Out = Value.value<bool>();
    return llvm::Error::success();
  }

  /// "a,b", or ["a", "b"].
  llvm::Error globs(StringRef Name, const toml::node &Value,
                    std::optional<std::string> &Out) {
    if (const auto Text = Value.value<std::string_view>()) {
      Out = std::string(*Text);
    } else {
      auto Items = texts(Name, Value);
      if (!Items)
        return Items.takeError();
      Out = llvm::join(*Items, ",");
    }
    return verifyGlobs(*Out, fmt::format("{}: {}", where(Value), Name));
  }

  llvm::Expected<PathPattern> pattern(StringRef Name, StringRef Text,
                                      const toml::node &Value) {
    auto Result = PathPattern::create(Text);
    if (!Result)
      return usageError("{}: '{}' has '{}', which is no pattern: {}",
                        where(Value), Name, Text,
                        llvm::toString(Result.takeError()));
    return Result;
  }

  llvm::Error checks(StringRef Name, const toml::node &Value) {
    return globs(Name, Value, To->Checks);
  }
  llvm::Error warningsAsErrors(StringRef Name, const toml::node &Value) {
    return globs(Name, Value, To->WarningsAsErrors);
  }
  llvm::Error notebooks(StringRef Name, const toml::node &Value) {
    return flag(Name, Value, To->IncludeNotebooks);
  }
  llvm::Error markdown(StringRef Name, const toml::node &Value) {
    return flag(Name, Value, To->IncludeMarkdown);
  }

  llvm::Error languages(StringRef Name, const toml::node &Value) {
    auto Items = texts(Name, Value);
    if (!Items)
      return Items.takeError();
    To->Languages.emplace();
    for (const std::string &Item : *Items)
      if (!To->Languages->add(Item))
        return wrong(Name, Value,
                     fmt::format("a list of {}", LanguageSet::Form));
    return llvm::Error::success();
  }

  llvm::Error severities(StringRef Name, const toml::node &Value) {
    const StringRef Wanted = "a table of checks and 'error', 'warning' or "
                             "'info': {\"aoti-raw-runner\" = \"info\"}";
    const toml::table *Entries = Value.as_table();
    if (!Entries)
      return wrong(Name, Value, Wanted);
    for (const auto &[Checks, Grade] : *Entries) {
      const auto Text = Grade.value<std::string_view>();
      const std::string Globs(Checks.str());
      if (auto E =
              verifyGlobs(Globs, fmt::format("{}: {}", where(Grade), Name)))
        return E;
      std::optional<Severity> Known;
      for (const Severity S :
           {Severity::Info, Severity::Warning, Severity::Error})
        if (Text && name(S) == ref(*Text))
          Known = S;
      if (!Known)
        return wrong(Name, Grade, Wanted);
      To->Severities.emplace_back(Globs, *Known);
    }
    return llvm::Error::success();
  }

  llvm::Error torchVersion(StringRef Name, const toml::node &Value) {
    To->TorchVersion = Value.value<std::string>();
    if (!To->TorchVersion)
      return wrong(Name, Value, "a text in quotes");
    if (!TorchVersion::parse(*To->TorchVersion))
      return usageError("{}: '{}' is '{}'; {}", where(Value), Name,
                        *To->TorchVersion, TorchVersion::Form);
    return llvm::Error::success();
  }

  llvm::Error exclude(StringRef Name, const toml::node &Value) {
    auto Items = texts(Name, Value);
    if (!Items)
      return Items.takeError();
    for (const std::string &Item : *Items) {
      auto Pattern = pattern(Name, Item, Value);
      if (!Pattern)
        return Pattern.takeError();
      To->Exclude.push_back(std::move(*Pattern));
    }
    return llvm::Error::success();
  }

  llvm::Error ignores(StringRef Name, const toml::node &Value) {
    const toml::table *Entries = Value.as_table();
    if (!Entries)
      return wrong(Name, Value,
                   "a table of files and checks: {\"tests/*\" = "
                   "[\"aoti-debug-flag\"]}");
    for (const auto &[Files, Checks] : *Entries) {
      auto Pattern = pattern(Name, ref(Files.str()), Checks);
      if (!Pattern)
        return Pattern.takeError();
      std::optional<std::string> Globs;
      if (auto E = globs(Name, Checks, Globs))
        return E;
      To->Ignores.push_back({std::move(*Pattern), std::move(*Globs)});
    }
    return llvm::Error::success();
  }

  llvm::Error loaders(StringRef Name, const toml::node &Value) {
    auto Items = texts(Name, Value);
    if (!Items)
      return Items.takeError();
    for (const std::string &Item : *Items)
      if (!StringRef(Item).contains('.'))
        return wrong(Name, Value,
                     "a list of functions with their modules: [\"app.load\"]");
    To->Loaders = std::move(*Items);
    return llvm::Error::success();
  }

  /// ["models/ranker.pt2"], or {"src/rank/*.cpp" = "models/ranker.pt2"}
  llvm::Error packages(StringRef Name, const toml::node &Value) {
    const StringRef Folder = path::parent_path(File);
    if (const toml::table *Entries = Value.as_table()) {
      for (const auto &[Files, Package] : *Entries) {
        const auto Path = Package.value<std::string_view>();
        if (!Path)
          return wrong(Name, Package, "the path of a package for each pattern");
        auto Pattern = pattern(Name, ref(Files.str()), Package);
        if (!Pattern)
          return Pattern.takeError();
        // The option's own separators cannot be written in it.
        const std::string Above = escaped(Folder) + "/";
        StringRef Glob = ref(Files.str());
        Glob.consume_front("./");
        const bool CanBeAnchored =
            StringRef(Above).find_first_of("=;") == StringRef::npos &&
            Glob.contains('/');
        To->Packages.push_back(
            ((CanBeAnchored ? Above : "") + Glob + "=").str() +
            absolutePath(ref(*Path), Folder));
      }
      return llvm::Error::success();
    }
    auto Items = texts(Name, Value);
    if (!Items) {
      llvm::consumeError(Items.takeError());
      return wrong(Name, Value,
                   "a list of packages, or a table of files and packages: "
                   "{\"src/rank/*.cpp\" = \"models/ranker.pt2\"}");
    }
    for (const std::string &Item : *Items)
      To->Packages.push_back(absolutePath(Item, Folder));
    return llvm::Error::success();
  }

  llvm::Error checkOptions(StringRef Name, const toml::node &Value) {
    const toml::table *Entries = Value.as_table();
    const StringRef Wanted =
        "a table of options: {\"aoti-symint-meta.SchemaInts\" = true}";
    if (!Entries)
      return wrong(Name, Value, Wanted);
    for (const auto &[Key, Option] : *Entries) {
      std::string Text;
      if (const auto Bool = Option.value_exact<bool>())
        Text = *Bool ? "true" : "false";
      else if (const auto Number = Option.value_exact<int64_t>())
        Text = std::to_string(*Number);
      else if (const auto String = Option.value_exact<std::string_view>())
        Text = *String;
      else
        return wrong(Name, Option, Wanted);
      To->CheckOptions.emplace_back(std::string(Key.str()), std::move(Text));
    }
    return llvm::Error::success();
  }

  const toml::table &Table;
  const StringRef File, Section;
  std::unique_ptr<ProjectConfig> To;
};

} // namespace

llvm::Expected<PathPattern> PathPattern::create(StringRef Given) {
  auto Text = std::make_shared<const std::string>(Given);
  StringRef Glob = *Text;
  Glob.consume_front("./");
  Glob = Glob.rtrim('/');
  // gitignore's '**/x' and 'x/**': here '*' stands for '/' by itself.
  while (Glob.consume_front("**/"))
    ;
  if (!Glob.consume_back("/**"))
    Glob.consume_back("/*");
  auto Pattern = llvm::GlobPattern::create(Glob, /*MaxSubPatterns=*/64);
  if (!Pattern)
    return Pattern.takeError();
  return PathPattern(std::move(Text), std::move(*Pattern));
}

bool PathPattern::matches(StringRef Path) const {
  StringRef Anchored = *Text;
  Anchored.consume_front("./");
  const bool IsAnywhere =
      !Anchored.rtrim('/').contains('/') || Anchored.starts_with("**/");
  // The file, and each folder that it is in.
  for (StringRef Whole = Path; !Whole.empty();
       Whole = path::parent_path(Whole)) {
    if (Glob.match(Whole))
      return true;
    for (StringRef Rest = Whole; IsAnywhere && !Rest.empty();
         Rest = Rest.split('/').second)
      if (Glob.match(Rest))
        return true;
  }
  return false;
}

std::optional<StringRef> ProjectConfig::inside(StringRef Path) const {
  const StringRef Folder = path::parent_path(File);
  if (!Path.consume_front(Folder) ||
      (!Folder.ends_with("/") && !Path.consume_front("/")))
    return std::nullopt;
  return Path;
}

bool ProjectConfig::excludes(StringRef Path) const {
  const auto Inside = inside(Path);
  return Inside && llvm::any_of(Exclude, [&](const PathPattern &P) {
           return P.matches(*Inside);
         });
}

bool ProjectConfig::ignores(StringRef Path, StringRef Check) const {
  // A file in a package belongs to the package.
  const auto Inside = inside(fileOnDisk(Path));
  return Inside && llvm::any_of(Ignores, [&](const Ignore &I) {
           return I.Files.matches(*Inside) &&
                  clang::tidy::GlobList(I.Checks).contains(Check);
         });
}

std::optional<Severity> ProjectConfig::severityOf(StringRef Check) const {
  for (const auto &[Globs, Grade] : llvm::reverse(Severities))
    if (clang::tidy::GlobList(Globs).contains(Check))
      return Grade;
  return std::nullopt;
}

llvm::Expected<std::unique_ptr<ProjectConfig>>
parseProjectConfig(StringRef Text, StringRef File) {
  const bool IsOwn = path::filename(File) != ProjectName;
  // Most have nothing of ours, and it is not for us to say that one is broken.
  if (!IsOwn && !Text.contains("aoti-tidy"))
    return nullptr;
  auto Table = parseToml(Text);
  if (!Table)
    return usageError("{} is not valid TOML: {}", File,
                      llvm::toString(Table.takeError()));
  if (IsOwn)
    return Reader(*Table, File, "").run();
  const toml::node *Section = (*Table)["tool"]["aoti-tidy"].node();
  if (!Section)
    return nullptr;
  if (!Section->is_table())
    return usageError("{}: 'tool.aoti-tidy' must be a table: [tool.aoti-tidy]",
                      File);
  return Reader(*Section->as_table(), File, "[tool.aoti-tidy]").run();
}

llvm::Expected<const ProjectConfig *> ProjectConfigs::of(StringRef Folder) {
  if (const auto It = Known.find(Folder); It != Known.end())
    return It->second;
  for (const StringRef Name : {OwnName, ProjectName}) {
    const std::string File = absolutePath(Name, Folder);
    if (!fs::exists(File) && !fs::is_symlink_file(File))
      continue;
    const auto Text = readPlainFile(File, MaxConfigSize);
    if (!Text)
      return usageError("{} cannot be read: {}", File,
                        Text.getError().message());
    auto Config = parseProjectConfig((*Text)->getBuffer(), File);
    if (!Config)
      return Config.takeError();
    if (!*Config)
      continue;
    auto &Slot = ByFolder[Folder];
    Slot = std::move(*Config);
    return Known[Folder] = Slot.get();
  }
  const StringRef Parent = path::parent_path(Folder);
  const ProjectConfig *Found = nullptr;
  if (!Parent.empty() && Parent != Folder) {
    auto Above = of(Parent);
    if (!Above)
      return Above;
    Found = *Above;
  }
  return Known[Folder] = Found;
}

} // namespace aoti_tidy
