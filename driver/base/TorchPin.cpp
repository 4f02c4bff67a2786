// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/TorchPin.h"
#include "checks/lib/package/Json.h"
#include "checks/lib/torch/Requirement.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Toml.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// What one file asks for.
class Pins {
public:
  /// \p Version is the number alone: "2.13.0+cpu", "2.13.*".
  void add(StringRef Version, std::string Text) {
    Version = Version.trim();
    Version.consume_back(".*");
    const auto Parsed = TorchVersion::parse(Version);
    IsClear &= Parsed && (!Found || Found->Version == *Parsed);
    if (Parsed && !Found)
      Found = TorchPin{*Parsed, "", std::move(Text)};
  }

  /// A requirement as pip takes it: 'torch==2.13.0 ; python_version >= "3.9"'.
  void addRequirement(StringRef Line) {
    const StringRef Version = pinnedTorch(Line);
    if (Version.empty())
      return;
    const StringRef Whole = Line.split('#').first.split(';').first.trim();
    add(Version, Whole.split(" --").first.rtrim(" \\").str());
  }

  std::optional<TorchPin> only() const {
    return IsClear ? Found : std::nullopt;
  }

private:
  std::optional<TorchPin> Found;
  bool IsClear = true;
};

void readRequirements(StringRef Text, Pins &To) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (const StringRef Line : Lines)
    To.addRequirement(Line);
}

void readArray(toml::node_view<const toml::node> Node, Pins &To) {
  if (const toml::array *Items = Node.as_array())
    for (const toml::node &Item : *Items)
      To.addRequirement(ref(Item.value_or(std::string_view())));
}

void readTables(toml::node_view<const toml::node> Node, Pins &To) {
  if (const toml::table *Groups = Node.as_table())
    for (const auto &[Name, Group] : *Groups)
      readArray(toml::node_view<const toml::node>(Group), To);
}

/// pyproject.toml, by PEP 621, PEP 735 and as Poetry has it.
void readProject(const toml::table &Project, Pins &To) {
  readArray(Project["project"]["dependencies"], To);
  readTables(Project["project"]["optional-dependencies"], To);
  readTables(Project["dependency-groups"], To);
  readArray(Project["build-system"]["requires"], To);
  const auto Poetry = Project["tool"]["poetry"]["dependencies"]["torch"];
  const auto Version = Poetry.is_table() ? Poetry["version"] : Poetry;
  StringRef Text = ref(Version.value_or(std::string_view()));
  Text.consume_front("==");
  if (!Text.empty() && llvm::isDigit(Text.front()))
    To.add(Text, ("torch = \"" + Text + "\"").str());
}

/// The packages of uv.lock and poetry.lock.
void readLock(const toml::table &Lock, Pins &To) {
  const toml::array *Packages = Lock["package"].as_array();
  if (!Packages)
    return;
  for (const toml::node &Node : *Packages) {
    const toml::table *Package = Node.as_table();
    if (!Package || (*Package)["name"].value_or(std::string_view()) != "torch")
      continue;
    const std::string Version = (*Package)["version"].value_or(std::string());
    To.add(Version, "torch " + Version);
  }
}

/// 'pytorch=2.5.1', 'conda-forge::pytorch==2.5.1=*cuda*'
void addConda(StringRef Text, Pins &To) {
  const StringRef Name = Text.contains("::") ? Text.split("::").second : Text;
  const auto [Package, Version] = Name.split('=');
  if (Package.trim() == "pytorch" && !Version.empty())
    To.add(Version.ltrim('=').split('=').first, Text.str());
}

/// environment.yml: 'dependencies: [pytorch=2.5.1, {pip: [torch==2.5.1]}]'
void readEnvironment(StringRef Text, Pins &To) {
  if (isYamlNestedDeeply(Text))
    return;
  llvm::SourceMgr SM;
  SM.setDiagHandler([](const llvm::SMDiagnostic &, void *) {});
  llvm::yaml::Stream Stream(Text, SM);
  // It can be asked for its beginning once.
  auto Document = Stream.begin();
  if (Document == Stream.end())
    return;
  const auto Scalar = [](llvm::yaml::Node &N) {
    llvm::SmallString<64> Storage;
    const auto *S = llvm::dyn_cast<llvm::yaml::ScalarNode>(&N);
    return S ? S->getValue(Storage).str() : std::string();
  };
  auto *Root =
      llvm::dyn_cast_or_null<llvm::yaml::MappingNode>(Document->getRoot());
  if (!Root)
    return;
  for (llvm::yaml::KeyValueNode &Entry : *Root) {
    auto *Items =
        llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(Entry.getValue());
    if (!Items || !Entry.getKey() || Scalar(*Entry.getKey()) != "dependencies")
      continue;
    for (llvm::yaml::Node &Item : *Items) {
      addConda(Scalar(Item), To);
      if (auto *Others = llvm::dyn_cast<llvm::yaml::MappingNode>(&Item))
        for (llvm::yaml::KeyValueNode &Other : *Others)
          if (auto *Pip = llvm::dyn_cast_or_null<llvm::yaml::SequenceNode>(
                  Other.getValue()))
            for (llvm::yaml::Node &Line : *Pip)
              To.addRequirement(Scalar(Line));
    }
  }
}

std::optional<TorchPin> pinIn(const std::string &File) {
  const auto Buffer = readPlainFile(File, MaxConfigSize);
  if (!Buffer)
    return std::nullopt;
  const StringRef Text = (*Buffer)->getBuffer();
  Pins Found;
  if (path::extension(File) == ".txt") {
    readRequirements(Text, Found);
  } else if (path::extension(File) == ".yml" ||
             path::extension(File) == ".yaml") {
    readEnvironment(Text, Found);
  } else {
    auto Table = parseToml(Text);
    if (!Table) {
      llvm::consumeError(Table.takeError());
      return std::nullopt;
    }
    if (path::extension(File) == ".lock")
      readLock(*Table, Found);
    else
      readProject(*Table, Found);
  }
  auto Pin = Found.only();
  if (Pin)
    Pin->File = File;
  return Pin;
}

std::vector<std::string> requirementFiles(StringRef Folder) {
  std::vector<std::string> Files;
  for (std::string &Path : entriesOf(Folder)) {
    const StringRef Name = path::filename(Path);
    if (Name.starts_with("requirements") && Name.ends_with(".txt"))
      Files.push_back(std::move(Path));
  }
  // What the program itself needs goes before 'requirements-dev.txt'.
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
      llvm::SmallString<256> Path = Folder;
      path::append(Path, Name);
      Files.push_back(Path.str().str());
    };
    for (const char *Name : {"uv.lock", "poetry.lock", "pyproject.toml"})
      Add(Name);
    llvm::append_range(Files, requirementFiles(Folder));
    for (const char *Name : {"environment.yml", "environment.yaml"})
      Add(Name);
    for (const std::string &File : Files) {
      auto Pin = pinIn(File);
      if (Pin && !First) {
        First = std::move(Pin);
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
