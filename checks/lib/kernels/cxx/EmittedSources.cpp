// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelReader.h"
#include "checks/lib/kernels/triton/TritonReader.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// As for the wrapper's text in a contract.
constexpr uint64_t MaxSourceSize = 32 << 20;

/// The files of a model, by their places among the package's names.
struct Sources {
  int BestRank = 0;
  std::vector<size_t> Wrappers, Kernels;
};

/// The files in the folder of \p Path that are named and read as asked.
std::vector<EmittedModel::File> filesBeside(StringRef Path, StringRef Ending,
                                            bool (*Is)(StringRef),
                                            llvm::vfs::FileSystem &FS) {
  std::vector<EmittedModel::File> Found;
  const StringRef Folder = path::parent_path(Path);
  std::error_code EC;
  for (auto It = FS.dir_begin(Folder.empty() ? "." : Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    if (!It->path().ends_with(Ending) ||
        path::filename(It->path()) == path::filename(Path))
      continue;
    const auto Buffer = FS.getBufferForFile(It->path());
    if (Buffer && Is((*Buffer)->getBuffer()))
      Found.push_back({It->path().str(), (*Buffer)->getBuffer().str()});
  }
  return Found;
}

/// Whether the first line of the kernels names the wrapper: "// Triton kernels
/// are embedded as comments in /.../c1.wrapper.cpp"
bool names(const EmittedModel::File &Kernels,
           const EmittedModel::File &Wrapper) {
  return path::filename(StringRef(Kernels.Text).split('\n').first.rtrim()) ==
         path::filename(Wrapper.Name);
}

/// The one of several that belongs, if that can be told.
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

bool isEmittedWrapper(StringRef Text) {
  return Text.contains("::run_impl(") &&
         Text.contains("AOTInductorModelContainer");
}

bool isEmittedKernels(StringRef Text) {
  return Text.contains("extern \"C\"") &&
         (Text.contains("in_ptr0") || Text.contains("out_ptr0"));
}

std::optional<EmittedModel>
readEmittedModel(EmittedModel::File Wrapper,
                 std::optional<EmittedModel::File> Kernels) {
  auto Model = readWrapperModel(Wrapper.Text, Wrapper.Name);
  if (!Model)
    return std::nullopt;
  Model->Files = {std::move(Wrapper)};
  const unsigned KernelFile = Kernels ? 1 : 0;
  if (Kernels)
    Model->Files.push_back(std::move(*Kernels));
  const EmittedModel::File &Source = Model->Files[KernelFile];
  if (isTooDeep(Source.Text))
    Model->KernelsNotRead =
        "their code is nested far deeper than torch emits it";
  else if (const auto Tree = parseKernels(Source.Text, Source.Name))
    Model->Kernels = readKernels(Tree->getASTContext(), KernelFile);
  // Those of a GPU are in comments of the wrapper.
  llvm::append_range(Model->Kernels, readTritonKernels(Model->Files[0].Text));
  return Model;
}

std::optional<EmittedFile> readEmittedFile(EmittedModel::File Opened,
                                           llvm::vfs::FileSystem &FS) {
  EmittedFile Result;
  std::optional<EmittedModel> Model;
  if (isEmittedWrapper(Opened.Text)) {
    auto Kernels =
        partner(filesBeside(Opened.Name, "kernel.cpp", isEmittedKernels, FS),
                [&](const EmittedModel::File &F) { return names(F, Opened); });
    // One that another wrapper has, too, may not be this one's.
    if (Kernels && !names(*Kernels, Opened) &&
        !filesBeside(Opened.Name, "wrapper.cpp", isEmittedWrapper, FS).empty())
      Kernels.reset();
    Model = readEmittedModel(std::move(Opened), std::move(Kernels));
  } else if (isEmittedKernels(Opened.Text)) {
    auto Wrapper =
        partner(filesBeside(Opened.Name, "wrapper.cpp", isEmittedWrapper, FS),
                [&](const EmittedModel::File &F) { return names(Opened, F); });
    if (Wrapper)
      Model = readEmittedModel(std::move(*Wrapper), std::move(Opened));
    Result.File = 1;
  }
  if (!Model)
    return std::nullopt;
  Result.Model = std::move(*Model);
  return Result;
}

llvm::Expected<std::vector<EmittedModel>>
readEmittedModels(StringRef Path, llvm::vfs::FileSystem &FS) {
  auto Package = Archive::open(Path, FS);
  if (!Package)
    return Package.takeError();
  const std::vector<std::string> &Names = (*Package)->names();
  std::map<std::string, Sources> Models;
  for (size_t Index = 0; Index < Names.size(); ++Index) {
    const auto File = modelFile(Names[Index]);
    if (!File || !File->Name.ends_with(".cpp"))
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

  std::vector<EmittedModel> Result;
  for (const auto &[Name, S] : Models) {
    // Which belong together is not said.
    if (S.Wrappers.size() != 1 || S.Kernels.size() > 1)
      continue;
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
    if (auto Model = readEmittedModel(std::move(*Wrapper), std::move(Kernels)))
      Result.push_back(std::move(*Model));
  }
  return Result;
}

} // namespace aoti_tidy
