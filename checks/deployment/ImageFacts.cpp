// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/ImageFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

constexpr size_t MaxEntries = 512;
constexpr uint64_t MaxSize = 1 << 20;

/// Images of which it is known that they have no g++. pytorch's runtime images
/// have gcc alone, from 2.10 on.
constexpr const char *BasesWithoutCompiler[] = {
    "^((docker\\.io/)?library/|docker\\.io/)?python:([0-9.]+-)?slim(-[a-z]+)?$",
    "^(docker\\.io/)?pytorch/pytorch:[^ ]*-runtime$",
    "^(docker\\.io/)?nvidia/cuda:[^ ]*-(base|runtime)-[^ ]*$",
    "^ghcr\\.io/astral-sh/uv:[^ ]*-slim$",
};

/// Words of commands that install a C++ compiler, directly or as a recommended
/// package, or whose effect the text does not tell.
constexpr StringRef MayInstallCompiler[] = {
    "$",           "g++",        "gcc",      "clang",   "build-essential",
    "compiler",    "c++",        "gxx",      "cmake",   "conda",
    "mamba",       "pixi",       "zig",      "llvm",    ".sh",
    "python3-pip", "build-dep",  "dpkg-dev", "xargs",   "devtoolset",
    "ansible",     "devscripts", "npm",      "dpkg",    ".deb",
    "oneapi",      "nix",        "tasksel",  "ONBUILD",
};

/// Whether pip, uv or conda install a torch, and which, if they are told one.
bool installsTorch(const Instruction &I, const ImageFile &In,
                   const ProjectFiles &Files,
                   std::optional<NamedTorch> &Torch) {
  const auto Words = wordsOf(I.Text);
  const auto Has = [&](StringRef Word) {
    return llvm::is_contained(Words, Word);
  };
  if (!Has("install") && !Has("add") && !Has("sync"))
    return false;
  bool Installs = false;
  for (size_t W = 0; W < Words.size(); ++W) {
    const StringRef Word = Words[W];
    const bool IsFile = Word == "-r" || Word == "--requirement";
    std::optional<NamedTorch> Pin;
    bool MayInstall;
    if (IsFile ? W + 1 < Words.size() : Word == "." || Word == "sync") {
      const std::string File =
          In.Context + "/" + (IsFile ? Words[W + 1] : "pyproject.toml");
      Pin = Files.pinIn(File);
      MayInstall = !Files.exists(File) ||
                   StringRef(Files.textOf(File)).contains("torch");
    } else {
      // pytorch=2.5.1, of conda
      Pin = torchPinIn("environment.yml", Word);
      if (Pin)
        Pin->File = In.Path, Pin->Offset = I.Offset;
      MayInstall = Word.contains("torch") &&
                   !llvm::Regex("^(torch[a-z-]+|https?:|--)").match(Word);
    }
    if (Pin || MayInstall) {
      Torch = std::move(Pin);
      Installs = true;
    }
  }
  return Installs;
}

std::string withoutDots(StringRef Path) {
  llvm::SmallString<128> Result(Path);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result == "." ? "" : Result.str().str();
}

} // namespace

std::vector<std::string> ProjectFiles::entriesOf(StringRef Folder) const {
  std::vector<std::string> Result;
  std::error_code EC;
  for (auto It = Disk.dir_begin(Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    Result.push_back(It->path().str());
    if (Result.size() > MaxEntries)
      return {};
  }
  llvm::sort(Result);
  return Result;
}

std::string ProjectFiles::textOf(StringRef File) const {
  const auto Status = Disk.status(File);
  if (!Status || !Status->isRegularFile() || Status->getSize() > MaxSize)
    return "";
  const auto Buffer = Disk.getBufferForFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

bool ProjectFiles::isFolder(StringRef Path) const {
  const auto Status = Disk.status(Path);
  return Status && Status->isDirectory();
}

std::optional<NamedTorch> pinFor(StringRef Script, const ProjectFiles &Files) {
  const StringRef Folder = path::parent_path(Script), Stem = path::stem(Script);
  const std::string Beside = (Folder + "/").str(), Name = Stem.str();
  for (const std::string &Own :
       {"requirements-" + Name + ".txt", "requirements_" + Name + ".txt",
        "requirements." + Name + ".txt", Name + "-requirements.txt",
        Name + "_requirements.txt", "requirements/" + Name + ".txt"})
    if (Files.exists(Beside + Own))
      return Files.pinIn(Beside + Own);
  OneTorch Pins;
  for (const char *Shared : {"requirements.txt", "pyproject.toml"})
    if (const auto Pin = Files.pinIn(Beside + Shared))
      Pins.add(Pin->Version.str(), Pin->Text, Pin->File, Pin->Offset);
  return Pins.only();
}

std::optional<NamedTorch> libtorchIn(StringRef Text, StringRef File) {
  OneTorch Found;
  for (size_t At = 0; (At = Text.find("libtorch-", At)) != StringRef::npos;
       ++At) {
    const StringRef Name = Text.drop_front(At).take_until(
        [](char C) { return StringRef(" \t\r\n\"');").contains(C); });
    // libtorch-cxx11-abi-shared-with-deps-2.4.1%2Bcpu.zip
    if (!Name.ends_with(".zip"))
      continue;
    for (size_t Dash = Name.find('-'); Dash != StringRef::npos;
         Dash = Name.find('-', Dash + 1)) {
      const StringRef Version = Name.drop_front(Dash + 1).take_while(
          [](char C) { return llvm::isDigit(C) || C == '.'; });
      if (!Version.empty())
        Found.add(Version.rtrim('.'), Name.str(), File, At);
    }
  }
  return Found.only();
}

std::optional<NamedTorch> torchOf(const ImageFile &In, const Stage &S,
                                  const ProjectFiles &Files) {
  for (const Stage *Of : chainOf(In.Stages, S)) {
    std::optional<NamedTorch> Torch;
    for (const Instruction &I : llvm::reverse(Of->All))
      if (I.Keyword == "RUN" && installsTorch(I, In, Files, Torch))
        return Torch;
    StringRef Tag = Of->Base;
    Tag.consume_front("docker.io/");
    if (!Tag.consume_front("pytorch/pytorch:"))
      continue;
    if (const auto Version = TorchVersion::parse(Tag.split('-').first))
      return NamedTorch{*Version, Of->Base, In.Path, Of->All.front().Offset};
  }
  return std::nullopt;
}

std::optional<std::string> baseWithoutCompiler(const ImageFile &In,
                                               const Stage &S) {
  const auto Chain = chainOf(In.Stages, S);
  const StringRef Base = Chain.back()->Base;
  if (llvm::none_of(BasesWithoutCompiler, [&](const char *Known) {
        return llvm::Regex(Known).match(Base);
      }))
    return std::nullopt;
  for (const Stage *Of : Chain)
    for (const Instruction &I : Of->All) {
      const StringRef Text = I.Text;
      if (I.Keyword == "RUN" &&
          llvm::any_of(MayInstallCompiler,
                       [&](StringRef Word) { return Text.contains(Word); }))
        return std::nullopt;
      if (I.Keyword == "ENV" && Text.contains("CXX"))
        return std::nullopt;
      // The folders of another image may hold a compiler.
      if ((I.Keyword == "COPY" || I.Keyword == "ADD") &&
          Text.contains("--from") &&
          llvm::any_of(wordsOf(Text), [](StringRef Word) {
            return llvm::is_contained({"/", "/usr", "/usr/", "/usr/bin",
                                       "/usr/bin/", "/usr/local", "/usr/local/",
                                       "/opt", "/opt/", "/opt/conda"},
                                      Word);
          }))
        return std::nullopt;
    }
  return Base.str();
}

const Instruction *optimizedBy(const ImageFile &In, const Stage &S) {
  for (const Stage *Of : chainOf(In.Stages, S))
    for (const Instruction &I : llvm::reverse(Of->All))
      if (I.Keyword == "ENV")
        if (const auto Is = optimizeIn(I.Text))
          return *Is ? &I : nullptr;
  return nullptr;
}

bool isProgram(StringRef Program, StringRef Script, const ImageFile &In,
               const Stage &S, const ProjectFiles &Files) {
  StringRef Inside = Script;
  const std::string Asked = withoutDots(Program);
  if (!Inside.consume_front(In.Context) || !Inside.consume_front("/") ||
      path::filename(Asked) != path::filename(Inside))
    return false;
  if (Inside == Asked)
    return true;
  // Another file of that name is meant.
  if (Files.exists(In.Context + "/" + Asked))
    return false;
  for (const Stage *Of : chainOf(In.Stages, S))
    for (const Instruction &I : Of->All) {
      const auto Words = wordsOf(I.Text);
      if ((I.Keyword == "COPY" || I.Keyword == "ADD") && !Words.empty() &&
          !StringRef(I.Text).contains("--from") &&
          llvm::any_of(llvm::ArrayRef(Words).drop_back(), [&](StringRef Word) {
            const std::string Source = withoutDots(Word.ltrim('/'));
            return Source.empty() || Inside == Source ||
                   Inside.starts_with(Source + "/");
          }))
        return true;
    }
  return false;
}

bool copiesPackage(const ImageFile &In, const Stage &S, const Stage &From) {
  const auto Index = static_cast<size_t>(&From - In.Stages.data());
  return llvm::any_of(S.All, [&](const Instruction &I) {
    const auto Words = wordsOf(I.Text);
    return I.Keyword == "COPY" &&
           (llvm::is_contained(Words, "--from=" + std::to_string(Index)) ||
            (!From.Name.empty() &&
             llvm::is_contained(Words, "--from=" + From.Name))) &&
           llvm::any_of(Words,
                        [](StringRef Word) { return Word.ends_with(".pt2"); });
  });
}

} // namespace aoti_tidy
