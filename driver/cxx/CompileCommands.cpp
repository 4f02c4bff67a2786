// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/CompileCommands.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Finding.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ResourceDir.h"
#include "driver/cxx/HeaderStandIns.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;

namespace aoti_tidy {
namespace {

bool hasFile(llvm::StringRef Dir, llvm::StringRef Name) {
  return fs::exists(Dir + "/" + Name);
}

/// Whether Clang, without flags, looks where there are standard headers.
bool machineHasHeaders() {
  clang::DiagnosticOptions Options;
  clang::DiagnosticsEngine Diags(clang::DiagnosticIDs::create(), Options,
                                 new clang::IgnoringDiagConsumer);
  clang::driver::Driver Driver("clang++", llvm::sys::getDefaultTargetTriple(),
                               Diags);
  Driver.setCheckInputsExist(false);
  const std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(
          {"clang++", "-fsyntax-only", "-x", "c++", "any.cpp"}));
  if (!Compilation)
    return true;
  bool HasCxx = false, HasC = false;
  for (const clang::driver::Command &Job : Compilation->getJobs())
    for (const char *Dir : Job.getArguments()) {
      if (!path::is_absolute(Dir))
        continue;
      HasCxx |= hasFile(Dir, "cstddef");
      HasC |= hasFile(Dir, "stdlib.h") && hasFile(Dir, "unistd.h");
    }
  return HasCxx && HasC;
}

/// Flags for the C++ and C standard headers that a wheel brings along, libc++'s
/// and musl's, which lie beside \p ResourceDir. A machine where pip is all there
/// is has no compiler, and so no '<vector>'. Empty where Clang finds headers of
/// the machine, and where none were brought.
std::vector<std::string> standInStandardHeaders(llvm::StringRef ResourceDir) {
  llvm::SmallString<256> Cxx(path::parent_path(ResourceDir)), C = Cxx;
  path::append(Cxx, "std", "c++");
  path::append(C, "std", "c");
  if (!hasFile(Cxx, "cstddef") || !hasFile(C, "stdlib.h") ||
      machineHasHeaders())
    return {};
  return {"-nostdlibinc",
          // libc++ knows of the C library only that it is not the one that it
          // was configured for.
          "-D_LIBCPP_PROVIDES_DEFAULT_RUNE_TABLE", "-isystem", Cxx.str().str(),
          "-isystem", C.str().str()};
}

/// Whether \p Args say themselves where the standard headers are, or that there
/// are none.
bool chooseStandardHeaders(llvm::ArrayRef<std::string> Args) {
  return llvm::any_of(Args, [](llvm::StringRef Arg) {
    return Arg.starts_with("-nostd") || Arg.starts_with("--sysroot") ||
           Arg == "-isysroot" || Arg == "-target" ||
           Arg.starts_with("--target") || Arg.starts_with("--gcc");
  });
}

struct SystemIncludes {
  std::vector<std::string> Args;
  std::string Torch; ///< the one that holds it; empty if none does
};
SystemIncludes makeVendorIncludesSystem(llvm::ArrayRef<std::string> Args,
                                        llvm::StringRef Directory,
                                        llvm::StringRef File) {
  SystemIncludes Result;
  for (size_t I = 0; I < Args.size();) {
    const IncludeOption Inc = includeOptionAt(Args, I);
    if (!Inc.Length) {
      Result.Args.push_back(Args[I++]);
      continue;
    }
    const std::string Dir = absolutePath(Inc.Dir, Directory);
    if (Result.Torch.empty() && isTorchInclude(Dir))
      Result.Torch = Dir;
    Result.Args.push_back(
        (isVendorInclude(Dir, File) ? llvm::StringRef("-isystem") : Inc.Option)
            .str());
    Result.Args.push_back(Inc.Dir.str());
    I += Inc.Length;
  }
  return Result;
}

bool hasArg(llvm::ArrayRef<std::string> Args, llvm::StringRef Prefix) {
  return llvm::any_of(Args,
                      [&](llvm::StringRef A) { return A.starts_with(Prefix); });
}

/// Clang's CUDA mode includes the toolkit's headers by itself, cuRAND's too,
/// which minimal installations lack, and wants a 'bin' beside them, which the
/// packages that come with torch for CUDA 13 do not have.
bool isCudaToolkit(llvm::StringRef Include) {
  return fs::exists(Include + "/curand_mtgp32_kernel.h") &&
         fs::exists(path::parent_path(Include) + "/bin");
}

/// Shows only plain files that can be read. Clang's reader of response files would
/// complain about any other in words of its own.
class ReadableFiles : public llvm::vfs::ProxyFileSystem {
public:
  ReadableFiles() : ProxyFileSystem(plainFiles()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    if (const auto File = openFileForRead(Path); !File)
      return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(Path);
  }
};

/// As CompilationDatabase::loadFromDirectory() does, but of plain files. Null,
/// and the reason in \p Problem, if there is none.
std::unique_ptr<CompilationDatabase> readDatabase(llvm::StringRef Folder,
                                                  std::string &Problem) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "compile_commands.json");
  auto Text = readPlainFile(Path);
  if (Text) {
    std::unique_ptr<CompilationDatabase> Json =
        clang::tooling::JSONCompilationDatabase::loadFromBuffer(
            (*Text)->getBuffer(), Problem,
            clang::tooling::JSONCommandLineSyntax::AutoDetect);
    return Json ? inferTargetAndDriverMode(
                      inferMissingCompileCommands(expandResponseFiles(
                          std::move(Json),
                          llvm::makeIntrusiveRefCnt<ReadableFiles>())))
                : nullptr;
  }
  if (Text.getError() == std::errc::no_such_file_or_directory) {
    path::remove_filename(Path);
    path::append(Path, "compile_flags.txt");
    Text = readPlainFile(Path, MaxConfigSize);
    if (Text)
      return clang::tooling::FixedCompilationDatabase::loadFromBuffer(
          Folder, (*Text)->getBuffer(), Problem);
  }
  Problem = Text.getError() == std::errc::no_such_file_or_directory
                ? "it has no compile_commands.json"
                : Text.getError().message();
  return nullptr;
}

} // namespace

IncludeOption includeOptionAt(llvm::ArrayRef<std::string> Args, size_t I) {
  for (llvm::StringRef Option : {"-isystem", "-idirafter", "-iquote", "-I"}) {
    const llvm::StringRef Arg = Args[I];
    if (Arg == Option && I + 1 < Args.size())
      return {Option, Args[I + 1], 2};
    if (Arg.size() > Option.size() && Arg.starts_with(Option))
      return {Option, Arg.drop_front(Option.size()), 1};
  }
  return {};
}

bool isVendorInclude(llvm::StringRef Dir, llvm::StringRef File) {
  if (isInFolder(File, Dir))
    return false;
  return isTorchInclude(Dir) || Dir.ends_with("torch/csrc/api/include") ||
         fs::exists(Dir + "/cuda_runtime_api.h");
}

llvm::Expected<bool> CompileCommands::needTorch() {
  if (Torch)
    return true;
  if (!NoTorch.empty())
    return false;
  auto Home = findTorch(O->TorchInclude, projectsOf(*O));
  if (!Home && !O->TorchInclude.empty())
    return Home.takeError();
  if (Home)
    Torch = std::move(*Home);
  else
    NoTorch = llvm::toString(Home.takeError());
  return Torch.has_value();
}

llvm::Expected<CompilationDatabase *>
CompileCommands::load(llvm::StringRef Dir) {
  auto &Slot = Databases[Dir];
  if (Slot)
    return Slot.get();
  std::string Problem;
  Slot = readDatabase(Dir, Problem);
  if (Slot)
    return Slot.get();
  return usageError("cannot use the compilation database in '{}': {}", Dir,
                    llvm::StringRef(Problem).split('\n').first);
}

llvm::Expected<CompilationDatabase *>
CompileCommands::databaseFor(llvm::StringRef File) {
  if (!O->BuildPath.empty())
    return load(fs::is_regular_file(O->BuildPath)
                    ? path::parent_path(absolutePath(O->BuildPath, WorkingDir))
                    : llvm::StringRef(O->BuildPath));
  for (llvm::StringRef Dir = path::parent_path(File); !Dir.empty();
       Dir = path::parent_path(Dir)) {
    for (llvm::StringRef Sub : {"", "build"}) {
      const std::string Candidate = absolutePath(Sub, Dir);
      for (const char *Name : {"compile_commands.json", "compile_flags.txt"})
        if (fs::exists(Candidate + "/" + Name))
          return load(Candidate);
    }
  }
  return nullptr;
}

llvm::Expected<std::vector<CompileCommand>>
CompileCommands::find(llvm::StringRef File) {
  std::vector<CompileCommand> Found;
  if (!O->CompilerFlags) {
    auto Database = databaseFor(File);
    if (!Database)
      return Database.takeError();
    if (*Database) {
      Found = (*Database)->getCompileCommands(File);
      // Clang does not find files of relative directories.
      if (Found.empty())
        llvm::copy_if((*Database)->getAllCompileCommands(),
                      std::back_inserter(Found), [&](const CompileCommand &C) {
                        return File == absolutePath(C.Filename,
                                                    absolutePath(C.Directory,
                                                                 WorkingDir));
                      });
      if (Found.empty())
        Unlisted.push_back(File.str());
    }
  }
  if (Found.empty()) {
    WithOurFlags.insert(File);
    std::vector<std::string> Args = {"clang++"};
    if (O->CompilerFlags)
      llvm::append_range(Args, *O->CompilerFlags);
    else // Many projects include by the path from their root.
      Args.insert(Args.end(), {"-std=c++20", "-idirafter",
                               repositoryRoot(path::parent_path(File))});
    if (!hasArg(Args, "-x")) {
      Args.push_back("-x");
      Args.push_back(isCudaFile(File)        ? "cuda"
                     : File.ends_with(".mm") ? "objective-c++"
                                             : "c++");
    }
    Args.push_back(File.str());
    Found.emplace_back(WorkingDir, File, std::move(Args), "");
  }
  for (CompileCommand &C : Found) {
    C.Directory = absolutePath(C.Directory, WorkingDir);
    llvm::erase_if(C.CommandLine, [&](const std::string &Arg) {
      return llvm::is_contained(O->RemovedArgs, Arg);
    });
  }
  return Found;
}

llvm::Expected<bool> CompileCommands::complete(CompileCommand &C,
                                               bool FlagsAreOurs) {
  const std::string File = absolutePath(C.Filename, C.Directory);
  C.Filename = File;
  // Clang would give up over both with an internal error, or without one.
  if (!fs::is_directory(C.Directory))
    return usageError("'{}' is compiled in '{}', which does not exist; "
                      "configure the build again, or give the flags after '--'",
                      File, C.Directory);
  const auto Response = llvm::find_if(
      C.CommandLine, [](llvm::StringRef A) { return A.starts_with("@"); });
  if (Response != C.CommandLine.end())
    return usageError("the flags of '{}' are in '{}', which cannot be read; "
                      "build it first, or give the flags after '--'",
                      File, llvm::StringRef(*Response).drop_front());
  SystemIncludes Includes = makeVendorIncludesSystem(
      fitForClang(C.CommandLine, File, C.Directory, LeftOut), C.Directory,
      File);
  if (TorchOfFlags.empty())
    TorchOfFlags = Includes.Torch;
  std::vector<std::string> &Args = Includes.Args;
  auto Add = [&](std::initializer_list<llvm::StringRef> More) {
    for (llvm::StringRef A : More)
      Args.push_back(A.str());
  };
  if (!O->TorchInclude.empty() || (FlagsAreOurs && Includes.Torch.empty())) {
    auto HasTorch = needTorch();
    if (!HasTorch || !*HasTorch)
      return HasTorch;
    for (const std::string &Dir : Torch->includeDirs())
      Add({"-isystem", Dir});
  }
  // torch/extension.h, which most custom ops include, needs Python's headers.
  if (const TorchHome *Home = torch())
    if (const std::string Python = findPythonInclude(*Home); !Python.empty())
      Add({"-idirafter", Python});
  const std::vector<std::string> Cuda = findCudaIncludes(torch());
  const bool IsCuda = isCudaFile(File) || llvm::is_contained(Args, "cuda");
  if (!IsCuda) {
    // Last in line: only for headers that nothing else provides.
    for (const std::string &Dir : Cuda)
      Add({"-idirafter", Dir});
  } else {
    // Device passes would parse the same host code again.
    Add({"--cuda-host-only", "-Wno-unknown-cuda-version", "-nocudalib"});
    const auto Toolkit = llvm::find_if(Cuda, isCudaToolkit);
    if (Toolkit != Cuda.end())
      Add({"--cuda-path=" + path::parent_path(*Toolkit).str()});
    else // Nor the remains of one, whose version would count.
      Add({"--cuda-path=/nonexistent", "-nocudainc", "-idirafter",
           CudaStandInDir, "-include", CudaLanguageHeader});
  }
  const std::vector<std::string> Before =
      fitForClang(O->ExtraArgsBefore, LeftOut);
  Args.insert(Args.begin() + 1, Before.begin(), Before.end());
  llvm::append_range(Args, fitForClang(O->ExtraArgs, LeftOut));
  // Clang's own warnings are not this tool's business.
  Add({"-w"});
  if (!StandardHeaders.empty() && !chooseStandardHeaders(Args))
    llvm::append_range(Args, StandardHeaders);
  if (!hasArg(Args, "-resource-dir"))
    Add({"-resource-dir=" + ResourceDir});
  C.CommandLine = std::move(Args);
  return true;
}

std::optional<std::vector<std::string>>
CompileCommands::flagsOf(const CompileCommand &C) const {
  if (llvm::any_of(C.CommandLine,
                   [](llvm::StringRef A) { return A.starts_with("@"); }))
    return std::nullopt;
  LeftOutFlags LeftOut; // told by prepare()
  std::vector<std::string> Args =
      fitForClang(C.CommandLine, absolutePath(C.Filename, C.Directory),
                  C.Directory, LeftOut);
  for (const auto *More : {&O->ExtraArgsBefore, &O->ExtraArgs})
    llvm::append_range(Args, fitForClang(*More, LeftOut));
  return Args;
}

llvm::Error CompileCommands::prepare(std::vector<std::string> &Files) {
  // The torch that the user names must be there, even if no file needs it.
  if (!O->TorchInclude.empty())
    if (auto Found = needTorch(); !Found)
      return Found.takeError();
  std::vector<std::string> Prepared;
  for (std::string &File : Files) {
    bool CanBeUsed = true;
    for (CompileCommand &C : Commands[File]) {
      auto IsComplete = complete(C, WithOurFlags.contains(File));
      if (!IsComplete)
        return IsComplete.takeError();
      CanBeUsed &= *IsComplete;
    }
    if (CanBeUsed)
      Prepared.push_back(std::move(File));
  }
  Files = std::move(Prepared);
  return llvm::Error::success();
}

llvm::Expected<CompileCommands>
CompileCommands::create(const Options &O, llvm::ArrayRef<std::string> Files,
                        llvm::StringRef Argv0) {
  CompileCommands Result;
  Result.O = &O;
  llvm::SmallString<256> WorkingDir;
  if (std::error_code EC = fs::current_path(WorkingDir))
    return usageError("cannot read the working directory: {}", EC.message());
  Result.WorkingDir = WorkingDir.str().str();
  auto ResourceDir = findResourceDir(Argv0);
  if (!ResourceDir)
    return ResourceDir.takeError();
  Result.ResourceDir = std::move(*ResourceDir);
  if (!Files.empty())
    Result.StandardHeaders = standInStandardHeaders(Result.ResourceDir);
  for (const std::string &File : Files) {
    auto Found = Result.find(File);
    if (!Found)
      return Found.takeError();
    Result.Commands[File] = std::move(*Found);
  }
  return Result;
}

const std::vector<CompileCommand> &
CompileCommands::of(llvm::StringRef File) const {
  const auto It = Commands.find(File);
  assert(It != Commands.end() && "not a file of create()");
  return It->second;
}

llvm::StringSet<>
CompileCommands::withCommonFlags(llvm::ArrayRef<std::string> Files) const {
  llvm::StringMap<llvm::StringRef> First; // file, by flags
  llvm::StringSet<> Common;
  for (const std::string &File : Files)
    for (const CompileCommand &C : of(File)) {
      const std::vector<std::string> &Args = C.CommandLine;
      std::string Flags;
      for (size_t I = 0; I < Args.size(); ++I)
        if (const IncludeOption Inc = includeOptionAt(Args, I);
            Inc.Length && (Inc.Option == "-I" || Inc.Option == "-iquote"))
          I += Inc.Length - 1;
        else if (Args[I] != File)
          Flags += Args[I] + '\n';
      const auto [It, IsNew] = First.try_emplace(Flags, File);
      if (!IsNew && It->second != File) {
        Common.insert(It->second);
        Common.insert(File);
      }
    }
  return Common;
}

std::vector<std::string> CompileCommands::listedFiles() const {
  std::vector<std::string> Result;
  for (const auto &Entry : Databases)
    for (const std::string &File : Entry.second->getAllFiles())
      Result.push_back(absolutePath(File, WorkingDir));
  return Result;
}

std::vector<std::string> CompileCommands::notices() const {
  std::vector<std::string> Lines;
  if (O->Verbose) {
    for (const auto &Database : Databases) {
      llvm::SmallString<256> Path(absolutePath(Database.getKey(), WorkingDir));
      path::append(Path, "compile_commands.json");
      if (!fs::exists(Path)) {
        path::remove_filename(Path);
        path::append(Path, "compile_flags.txt");
      }
      Lines.push_back(
          fmt::format("flags from {}", displayPath(Path, WorkingDir)));
    }
    llvm::sort(Lines);
    const size_t Alone = WithOurFlags.size() - Unlisted.size();
    if (Alone && !O->CompilerFlags)
      Lines.push_back(fmt::format(
          "built-in flags for {}: no compile_commands.json is in a folder "
          "above, or in 'build' there; -p names another",
          count(Alone, "C++ file", "C++ files")));
  }
  if (!Unlisted.empty())
    Lines.push_back(fmt::format(
        "the compilation database has no command for '{}'{}; built-in flags "
        "are used",
        Unlisted.front(),
        Unlisted.size() == 1
            ? std::string()
            : fmt::format(" and {} more", Unlisted.size() - 1)));
  if (!StandardHeaders.empty())
    Lines.push_back("no C++ standard library was found on this machine; the "
                    "headers that come with aoti-tidy, libc++'s and musl's, "
                    "are used");
  llvm::append_range(Lines, LeftOut.notices());
  return Lines;
}

} // namespace aoti_tidy
