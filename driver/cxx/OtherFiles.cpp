// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/OtherFiles.h"
#include "driver/Inputs.h"
#include "driver/Parallel.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// A repository that is larger is not looked through; who keeps his home
/// directory in Git has one.
constexpr size_t MaxEntries = 200'000;

/// The repository that \p File is in; without one the working directory, if it
/// is in that, else its folder.
std::string projectOf(llvm::StringRef File) {
  const llvm::StringRef Folder = path::parent_path(File);
  const std::string Root = repositoryRoot(Folder);
  const std::string Here = workingDirectory();
  const bool IsHere = displayPath(Folder, Here) != Folder;
  // What it finds none for, it gives back.
  return llvm::sys::fs::exists(Root + "/.git") || !IsHere ? Root : Here;
}

/// Whether C++ may give an operator something that export can run.
bool mayRegister(llvm::StringRef Text) {
  return Text.contains("TORCH_LIBRARY") || Text.contains("Meta");
}

} // namespace

OtherFiles readOtherFiles(const FilesOfRun &Run,
                          const IsolationSettings &Apart) {
  std::set<std::string> Read(Run.Cxx.begin(), Run.Cxx.end());
  Read.insert(Run.Python.begin(), Run.Python.end());
  std::set<std::string> Roots, Cxx, Python;
  for (const std::string &File : Run.Defining)
    Roots.insert(projectOf(File));

  OtherFiles Result;
  for (const std::string &Root : Roots) {
    const auto In = sourcesBelow(Root, MaxEntries);
    if (!In) {
      Result.Cxx = UnreadCode::anything();
      return Result;
    }
    Cxx.insert(In->Files.begin(), In->Files.end());
    Python.insert(In->PythonFiles.begin(), In->PythonFiles.end());
  }
  const auto WithoutRead = [&](const std::set<std::string> &All) {
    std::vector<std::string> Files;
    llvm::copy_if(All, std::back_inserter(Files), [&](const std::string &File) {
      return !Read.contains(File);
    });
    return Files;
  };

  const std::vector<std::string> Files = WithoutRead(Cxx);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts(Files.size());
  inParallel(Files.size(), Apart.Jobs, [&](size_t I) {
    auto Buffer = readSource(Files[I]);
    if (Buffer && mayRegister((*Buffer)->getBuffer()))
      Texts[I] = std::move(*Buffer);
  });
  for (const auto &Text : Texts)
    if (Text)
      Result.Cxx.add(Text->getBuffer());
  Result.Python = readPythonOperators(WithoutRead(Python), Apart);
  for (const auto &[File, End] : Result.Python.Lost) {
    auto Buffer = readSource(File);
    Result.Cxx.add(Buffer ? (*Buffer)->getBuffer() : "");
  }
  return Result;
}

} // namespace aoti_tidy
