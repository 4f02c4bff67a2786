// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/ImageFacts.h"
#include "checks/lib/torch/TorchPins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

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
