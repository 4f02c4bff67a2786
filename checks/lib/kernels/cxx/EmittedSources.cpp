// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/emitted/Completeness.h"
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "checks/lib/kernels/triton/TritonInterpreter.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "checks/lib/package/PackageMetadata.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <fmt/format.h>

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr uint64_t MaxSourceSize = 32 << 20;
/// Far more than torch puts into a package, or logs in a run.
constexpr size_t MaxModels = 1024;

/// Indices into the package's names.
struct Sources {
  int BestRank = 0;
  std::vector<size_t> Wrappers, Kernels;
};

/// The name of Inductor's files before '.cpp', '.wrapper.cpp' and
/// '.kernel.cpp'.
bool isHash(StringRef Stem) {
  constexpr size_t Length = 52;
  return Stem.size() == Length && Stem.starts_with("c") &&
         llvm::all_of(Stem, [](char C) {
           return llvm::isLower(C) || (C >= '2' && C <= '7');
         });
}

bool startsWithInclude(StringRef Text, StringRef Header) {
  const StringRef First = Text.substr(Text.find("#include")).split('\n').first;
  return First.contains(Header);
}

bool isWrapperText(StringRef Text) {
  return (Text.contains("::run_impl(") &&
          Text.contains("AOTInductorModelContainer")) ||
         // The head of one, from torch 2.7 on and before.
         startsWithInclude(Text, "<torch/csrc/inductor/aoti_include/") ||
         (startsWithInclude(Text,
                            "<torch/csrc/inductor/aoti_runtime/interface.h>") &&
          Text.contains(
              "#include <torch/csrc/inductor/aoti_runtime/model_container.h>"));
}

bool isKernelsText(StringRef Text) {
  return (Text.contains("extern \"C\"") &&
          (Text.contains("in_ptr0") || Text.contains("out_ptr0"))) ||
         Text.starts_with("// Triton kernels are embedded as comments in") ||
         startsWithInclude(Text, "<torch/csrc/inductor/cpp_prefix.h>");
}

EmittedRole roleByText(StringRef Text) {
  if (isWrapperText(Text))
    return EmittedRole::Wrapper;
  return isKernelsText(Text) ? EmittedRole::Kernels : EmittedRole::None;
}

EmittedRole roleByName(StringRef Path) {
  StringRef Name = path::filename(Path);
  if (!Name.consume_back(".cpp"))
    return EmittedRole::None;
  const bool IsKernels = Name.consume_back(".kernel");
  Name.consume_back(".wrapper");
  if (!isHash(Name))
    return EmittedRole::None;
  return IsKernels ? EmittedRole::Kernels : EmittedRole::Wrapper;
}

constexpr StringRef endingOf(EmittedRole Role) {
  return Role == EmittedRole::Wrapper ? "wrapper.cpp" : "kernel.cpp";
}

std::vector<EmittedModel::File> filesBeside(StringRef Path, EmittedRole Role,
                                            llvm::vfs::FileSystem &FS) {
  std::vector<EmittedModel::File> Found;
  const StringRef Folder = path::parent_path(Path);
  std::error_code EC;
  for (auto It = FS.dir_begin(Folder.empty() ? "." : Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    if (!It->path().ends_with(endingOf(Role)) ||
        path::filename(It->path()) == path::filename(Path))
      continue;
    const auto Buffer = FS.getBufferForFile(It->path());
    if (!Buffer)
      continue;
    EmittedRole Is = roleByText((*Buffer)->getBuffer());
    if (Is == EmittedRole::None)
      Is = roleByName(It->path());
    if (Is == Role)
      Found.push_back({It->path().str(), (*Buffer)->getBuffer().str()});
  }
  return Found;
}

/// "// Triton kernels are embedded as comments in /.../c1.wrapper.cpp"
bool names(const EmittedModel::File &Kernels,
           const EmittedModel::File &Wrapper) {
  return path::filename(StringRef(Kernels.Text).split('\n').first.rtrim()) ==
         path::filename(Wrapper.Name);
}

std::optional<EmittedModel::File>
partner(std::vector<EmittedModel::File> Found,
        llvm::function_ref<bool(const EmittedModel::File &)> Belongs) {
  if (llvm::count_if(Found, Belongs) == 1)
    return std::move(*llvm::find_if(Found, Belongs));
  if (Found.size() == 1)
    return std::move(Found.front());
  return std::nullopt;
}

} // namespace

EmittedRole emittedRole(StringRef Path, StringRef Text,
                        llvm::vfs::FileSystem &FS) {
  if (const EmittedRole Role = roleByText(Text); Role != EmittedRole::None)
    return Role;
  if (const EmittedRole Role = roleByName(Path); Role != EmittedRole::None)
    return Role;
  // A file that is cut at its beginning.
  using enum EmittedRole;
  for (const auto &[Role, Other] :
       {std::pair(Wrapper, Kernels), std::pair(Kernels, Wrapper)})
    if (Path.ends_with(endingOf(Role)) && !hasCode(Text.str()) &&
        !filesBeside(Path, Other, FS).empty())
      return Role;
  return None;
}

std::optional<std::string> whyNotRead(StringRef Text) {
  if (!llvm::json::isUTF8(Text))
    return "it is not UTF-8";
  if (isTooDeep(Text))
    return "its code is nested far deeper than torch emits it";
  return std::nullopt;
}

/// Before torch 2.7, no input check says what an input is; the kernels do.
static void addTypes(EmittedModel &Model) {
  std::map<unsigned, std::optional<DType>> Types;
  for (const KernelCall &Call : Model.Calls) {
    const auto In = llvm::find_if(
        Model.Kernels, [&](const Kernel &K) { return K.Name == Call.Kernel; });
    if (In == Model.Kernels.end())
      continue;
    for (const auto &[Given, Taken] : llvm::zip(Call.Arguments, In->Parameters))
      if (Given.Buffer && Taken.Element) {
        const auto [At, IsFirst] =
            Types.try_emplace(*Given.Buffer, Taken.Element);
        if (At->second != Taken.Element)
          At->second.reset();
      }
  }
  for (const auto &[Index, Type] : Types)
    if (Buffer &B = Model.Buffers[Index]; !B.Type)
      B.Type = Type;
}

EmittedModel readEmittedModel(EmittedModel::File Wrapper,
                              std::optional<EmittedModel::File> Kernels) {
  EmittedModel Model;
  const auto IsRead = [&](unsigned File, StringRef Text) {
    auto Why = whyNotRead(Text);
    if (Why)
      Model.Cut.push_back({File, std::move(*Why), /*IsRead=*/false});
    return !Why;
  };
  const bool IsWrapperRead = !whyNotRead(Wrapper.Text);
  if (IsWrapperRead) {
    if (auto Read = readWrapperModel(Wrapper.Text, Wrapper.Name))
      Model = std::move(*Read);
    else
      Model.Cut.push_back(
          {0, signOfCut(Wrapper.Text)
                  .value_or("it does not have the constructor of the model")});
  } else {
    IsRead(0, Wrapper.Text);
  }
  Model.Files = {std::move(Wrapper)};
  const unsigned KernelFile = Kernels ? 1 : 0;
  if (Kernels)
    Model.Files.push_back(std::move(*Kernels));
  const EmittedModel::File &Source = Model.Files[KernelFile];
  if (Kernels ? IsRead(1, Source.Text) : IsWrapperRead) {
    llvm::append_range(Model.Kernels,
                       readKernels(Source.Text, Source.Name, KernelFile));
    if (Kernels)
      if (auto Sign = signOfCut(Source.Text))
        Model.Cut.push_back({KernelFile, std::move(*Sign)});
    if (!vectorBytes(Source.Text) &&
        llvm::any_of(Model.Kernels,
                     [](const Kernel &K) { return K.LacksVectorSize; }))
      Model.Cut.push_back(
          {KernelFile, "the command that compiled it is not below it, so how "
                       "long the vectors in it are is not known"});
  }
  // Those of a GPU are in comments of the wrapper.
  if (IsWrapperRead)
    llvm::append_range(Model.Kernels, readTritonKernels(Model.Files[0].Text));
  addTypes(Model);
  return Model;
}

std::optional<EmittedFiles> findEmittedFiles(EmittedModel::File Opened,
                                             llvm::vfs::FileSystem &FS) {
  const EmittedRole Role = emittedRole(Opened.Name, Opened.Text, FS);
  if (Role == EmittedRole::Wrapper) {
    auto Kernels =
        partner(filesBeside(Opened.Name, EmittedRole::Kernels, FS),
                [&](const EmittedModel::File &F) { return names(F, Opened); });
    // A wrapper beside it may own the kernels.
    if (Kernels && !names(*Kernels, Opened) &&
        !filesBeside(Opened.Name, EmittedRole::Wrapper, FS).empty())
      Kernels.reset();
    return EmittedFiles{std::move(Opened), std::move(Kernels)};
  }
  if (Role == EmittedRole::Kernels)
    if (auto Wrapper = partner(
            filesBeside(Opened.Name, EmittedRole::Wrapper, FS),
            [&](const EmittedModel::File &F) { return names(Opened, F); }))
      return EmittedFiles{std::move(*Wrapper), std::move(Opened), 1};
  return std::nullopt;
}

std::optional<EmittedFile> readEmittedFile(EmittedModel::File Opened,
                                           llvm::vfs::FileSystem &FS) {
  auto Files = findEmittedFiles(std::move(Opened), FS);
  if (!Files)
    return std::nullopt;
  return EmittedFile{
      readEmittedModel(std::move(Files->Wrapper), std::move(Files->Kernels)),
      Files->Asked};
}

llvm::Expected<EmittedPackage> readEmittedModels(StringRef Path,
                                                 llvm::vfs::FileSystem &FS) {
  auto Package = Archive::open(Path, FS);
  if (!Package)
    return Package.takeError();
  const std::vector<std::string> &Names = (*Package)->names();
  std::map<std::string, Sources> Models;
  for (size_t Index = 0; Index < Names.size(); ++Index) {
    const auto File = modelFile(Names[Index]);
    if (!File || !File->isOfModel())
      continue;
    Sources &S = Models[File->Model.str()];
    if (File->Name.ends_with("kernel.cpp")) {
      S.Kernels.push_back(Index);
      continue;
    }
    const int Rank = File->sourceRank();
    if (Rank > S.BestRank)
      S.Wrappers.clear();
    S.BestRank = std::max(S.BestRank, Rank);
    if (Rank && Rank == S.BestRank)
      S.Wrappers.push_back(Index);
  }

  EmittedPackage Result;
  Result.Problem = metadataProblem(**Package, Path);
  for (const auto &[Name, S] : Models) {
    const auto Leave = [&](std::string Why) {
      Result.Others.push_back({Name.empty() ? "model" : Name, std::move(Why)});
    };
    if (S.Wrappers.empty()) {
      Leave(NoSource);
      continue;
    }
    if (S.Wrappers.size() > 1 || S.Kernels.size() > 1) {
      Leave(fmt::format("the package holds {} wrappers and {} files of kernels "
                        "that could be its source",
                        S.Wrappers.size(), S.Kernels.size()));
      continue;
    }
    if (Result.Models.size() == MaxModels) {
      Leave(fmt::format("it is one of {}, and of one package or log no more "
                        "than {} are read",
                        Models.size(), MaxModels));
      break;
    }
    const auto Read = [&](size_t Index) -> llvm::Expected<EmittedModel::File> {
      auto Text = (*Package)->read(Index, MaxSourceSize);
      if (!Text)
        return Text.takeError();
      return EmittedModel::File{Names[Index], std::move(*Text)};
    };
    auto Wrapper = Read(S.Wrappers.front());
    if (!Wrapper)
      return Wrapper.takeError();
    std::optional<EmittedModel::File> Kernels;
    if (!S.Kernels.empty()) {
      auto File = Read(S.Kernels.front());
      if (!File)
        return File.takeError();
      Kernels = std::move(*File);
    }
    Result.Models.push_back(
        readEmittedModel(std::move(*Wrapper), std::move(Kernels)));
  }
  return Result;
}

} // namespace aoti_tidy
