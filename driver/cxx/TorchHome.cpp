// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/TorchHome.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/RunReads.h"
#include "driver/base/TemporaryFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

std::string join(llvm::StringRef Dir, llvm::StringRef Rest) {
  llvm::SmallString<256> Path = Dir;
  path::append(Path, Rest);
  return Path.str().str();
}

std::optional<TorchVersion> versionIn(llvm::StringRef Include) {
  for (const char *Name : {"torch/headeronly/version.h", "torch/version.h",
                           "torch/csrc/api/include/torch/version.h"}) {
    auto Buffer = readPlainFile(join(Include, Name));
    if (!Buffer)
      continue;
    if (auto V = torchVersionOfHeader((*Buffer)->getBuffer()))
      return V;
  }
  return std::nullopt;
}

/// <prefix>/lib/python3.X/site-packages/torch/include
std::string sitePackagesInclude(llvm::StringRef Prefix) {
  for (const std::string &Python : entriesOf(join(Prefix, "lib"))) {
    if (!path::filename(Python).starts_with("python3"))
      continue;
    const std::string Include = join(Python, "site-packages/torch/include");
    if (isTorchInclude(Include))
      return Include;
  }
  return "";
}

/// Where 'import torch' would take it from. Asks the import machinery, which
/// knows user sites, editable installs and version managers, but does not run
/// torch's own code.
std::string pythonInclude() {
  auto Python = llvm::sys::findProgramByName("python3");
  // Anybody may have put a program into the working directory.
  if (!Python || !path::is_absolute(*Python) ||
      !RunReads::get().mayStart(*Python))
    return "";
  const TemporaryFile Out("aoti-tidy-python");
  if (Out.error())
    return "";
  // Python looks into the working directory first, where anyone's modules lie.
  const llvm::StringRef Script =
      "import sys; sys.path[:] = filter(None, sys.path); "
      "import importlib.util as u; s = u.find_spec('torch'); "
      "print(s.submodule_search_locations[0] if s else '')";
  const llvm::StringRef Args[] = {*Python, "-B", "-c", Script};
  const std::optional<llvm::StringRef> Redirects[] = {
      llvm::StringRef(""), Out.path(), llvm::StringRef("")};
  if (llvm::sys::ExecuteAndWait(*Python, Args, std::nullopt, Redirects,
                                /*SecondsToWait=*/20) != 0)
    return "";
  auto Buffer = llvm::MemoryBuffer::getFile(Out.path());
  if (!Buffer)
    return "";
  const llvm::StringRef Package = (*Buffer)->getBuffer().trim();
  return Package.empty() ? "" : join(Package, "include");
}

std::optional<TorchHome> accept(std::string Include, llvm::StringRef Source) {
  if (Include.empty() || !isTorchInclude(Include))
    return std::nullopt;
  llvm::SmallString<256> Real;
  if (!fs::real_path(Include, Real))
    Include = Real.str().str();
  return TorchHome{Include, Source.str(), versionIn(Include)};
}

} // namespace

std::vector<std::string> TorchHome::includeDirs() const {
  return {Include, join(Include, "torch/csrc/api/include")};
}

std::optional<std::string> &torchOfPython() {
  static std::optional<std::string> Known;
  return Known;
}

bool isTorchInclude(llvm::StringRef Dir) {
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{
          "torch/headeronly/version.h", "torch/version.h",
          "torch/csrc/inductor", "torch/csrc/api/include/torch/version.h"},
      [&](llvm::StringRef Name) { return fs::exists(join(Dir, Name)); });
}

llvm::Expected<TorchHome> findTorch(llvm::StringRef TorchInclude,
                                    llvm::ArrayRef<std::string> Projects) {
  if (!TorchInclude.empty()) {
    if (auto Home = accept(TorchInclude.str(), "--torch-include"))
      return *Home;
    return usageError(
        "--torch-include is '{}', which holds no torch/version.h; "
        "give the 'torch/include' folder of a torch",
        TorchInclude);
  }
  for (const char *Variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (auto Prefix = llvm::sys::Process::GetEnv(Variable))
      if (auto Home =
              accept(sitePackagesInclude(*Prefix), std::string("$") + Variable))
        return *Home;
  for (const std::string &Project : Projects)
    for (const char *Name : {".venv", "venv"}) {
      const std::string Environment = join(Project, Name);
      if (auto Home = accept(sitePackagesInclude(Environment),
                             displayPath(Environment, workingDirectory())))
        return *Home;
    }
  auto &Known = torchOfPython();
  if (!Known)
    Known = pythonInclude();
  if (auto Home = accept(*Known, "python3"))
    return *Home;
  // <libtorch>/share/cmake/Torch, as find_package(Torch) takes it
  if (auto Dir = llvm::sys::Process::GetEnv("Torch_DIR"))
    if (auto Home = accept(join(*Dir, "../../../include"), "$Torch_DIR"))
      return *Home;
  if (auto Dir = llvm::sys::Process::GetEnv("LIBTORCH"))
    if (auto Home = accept(join(*Dir, "include"), "$LIBTORCH"))
      return *Home;
  return usageError(
      "no torch headers found (looked at $VIRTUAL_ENV, $CONDA_PREFIX, .venv "
      "and venv of the repository, python3, $Torch_DIR and $LIBTORCH); "
      "activate the environment that has torch, or give its 'torch/include' "
      "folder with --torch-include");
}

std::vector<std::string> findCudaIncludes(const TorchHome *Torch) {
  std::vector<std::string> Candidates;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (auto Dir = llvm::sys::Process::GetEnv(Variable))
      Candidates.push_back(join(*Dir, "include"));
  Candidates.push_back("/usr/local/cuda/include");
  if (Torch) {
    // site-packages/torch/include -> site-packages/nvidia/*/include
    const std::string Nvidia =
        join(path::parent_path(path::parent_path(Torch->Include)), "nvidia");
    for (const std::string &Package : entriesOf(Nvidia))
      Candidates.push_back(join(Package, "include"));
  }
  llvm::erase_if(Candidates, [](const std::string &Dir) {
    return !fs::exists(join(Dir, "cuda_runtime_api.h"));
  });
  return Candidates;
}

std::string findPythonInclude(const TorchHome &Torch) {
  // PREFIX/lib/python3.12/site-packages/torch/include
  const llvm::StringRef Lib =
      path::parent_path(path::parent_path(path::parent_path(Torch.Include)));
  const llvm::StringRef Python = path::filename(Lib);
  if (!Python.starts_with("python"))
    return "";
  const llvm::StringRef Prefix = path::parent_path(path::parent_path(Lib));
  std::vector<std::string> Prefixes = {Prefix.str()};
  // A virtual environment names the folder of the Python it was made from.
  if (auto Config = readPlainFile(join(Prefix, "pyvenv.cfg"), MaxConfigSize))
    for (llvm::line_iterator Line(**Config); !Line.is_at_end(); ++Line)
      if (auto [Key, Value] = Line->split('='); Key.trim() == "home")
        Prefixes.push_back(path::parent_path(Value.trim()).str());
  Prefixes.insert(Prefixes.end(), {"/usr", "/usr/local"});
  for (const std::string &P : Prefixes)
    if (std::string Dir = P + "/include/" + Python.str();
        fs::exists(Dir + "/Python.h"))
      return Dir;
  return "";
}

} // namespace aoti_tidy
