// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/CompileCommands.h"
#include "driver/Errors.h"
#include "driver/Inputs.h"
#include "driver/cxx/CudaStandIns.h"
#include "driver/report/Finding.h"
#include "clang/Basic/Version.h"
#include "clang/Options/Options.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using clang::tooling::CompilationDatabase;
using clang::tooling::CompileCommand;
namespace options = clang::options;

namespace aoti_tidy {
namespace {

/// nvcc's options whose value is the next argument; to Clang the value would
/// be an input file. From 'nvcc --help'.
bool isNvccOptionWithValue(llvm::StringRef Arg) {
  static const llvm::StringSet<> Options = {
      "-gencode",       "--generate-code",
      "-arch",          "--gpu-architecture",
      "-code",          "--gpu-code",
      "-ccbin",         "--compiler-bindir",
      "-Xcompiler",     "--compiler-options",
      "-Xptxas",        "--ptxas-options",
      "-Xcudafe",       "-Xfatbin",
      "-Xnvlink",       "-maxrregcount",
      "-odir",          "--output-directory",
      "-diag-suppress", "--diag-suppress",
      "-diag-error",    "-t",
      "--threads",      "-cudart",
      "--cudart"};
  return Options.contains(Arg);
}

std::string absolute(llvm::StringRef Path, llvm::StringRef Base) {
  llvm::SmallString<256> Result = Path;
  path::make_absolute(Base, Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

/// Commands of MSVC's cl and of clang-cl.
bool isClCommand(llvm::ArrayRef<std::string> Args) {
  if (Args.empty())
    return false;
  const llvm::StringRef Program =
      path::stem(Args.front(), path::Style::windows);
  return Program.equals_insensitive("cl") ||
         Program.equals_insensitive("clang-cl") ||
         // Added by the database's loader.
         llvm::is_contained(Args, "--driver-mode=cl");
}

/// Options with which Clang's driver prints something instead of compiling.
bool asksForInformation(const llvm::opt::Option &Option) {
  const llvm::StringRef Name = Option.getName();
  return Name.starts_with("print-") ||
         llvm::is_contained({"###", "v", "version", "help", "help-hidden",
                             "dumpversion", "dumpmachine"},
                            Name);
}

/// The header that was precompiled to this file, if it is beside it.
std::string headerOfPch(llvm::StringRef Pch, llvm::StringRef Directory) {
  llvm::StringRef Header = Pch;
  if ((Header.consume_back(".pch") || Header.consume_back(".gch")) &&
      fs::exists(absolute(Header, Directory)))
    return Header.str();
  return "";
}

bool isInside(llvm::StringRef File, llvm::StringRef Dir) {
  return File.starts_with(Dir) &&
         (Dir.ends_with("/") || File.drop_front(Dir.size()).starts_with("/"));
}

/// The directory of an include option at Args[I], and how many arguments it is.
struct IncludeOption {
  llvm::StringRef Option, Dir;
  unsigned Length = 0;
};
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

/// Torch's and CUDA's headers are system headers: no findings in them, and
/// their function bodies need not be parsed. Not so if the linted file lives
/// there: then it is torch that is being worked on.
bool isVendorInclude(llvm::StringRef Dir, llvm::StringRef File) {
  if (isInside(File, Dir))
    return false;
  llvm::SmallString<256> Cuda(Dir);
  path::append(Cuda, "cuda_runtime_api.h");
  return isTorchInclude(Dir) || Dir.ends_with("torch/csrc/api/include") ||
         fs::exists(Cuda);
}

struct SystemIncludes {
  std::vector<std::string> Args;
  bool HasTorch = false;
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
    const std::string Dir = absolute(Inc.Dir, Directory);
    Result.HasTorch |= isTorchInclude(Dir);
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
/// which minimal installations lack.
bool isCudaToolkit(llvm::StringRef Include) {
  llvm::SmallString<256> Header = Include;
  path::append(Header, "curand_mtgp32_kernel.h");
  return fs::exists(Header);
}

} // namespace

llvm::Expected<std::string> findResourceDir(llvm::StringRef Argv0) {
  std::vector<std::string> Candidates;
  const std::string Executable = fs::getMainExecutable(
      Argv0.str().c_str(), reinterpret_cast<void *>(&findResourceDir));
  llvm::SmallString<256> Beside = path::parent_path(Executable);
  path::append(Beside, "..", "lib", "clang", CLANG_VERSION_MAJOR_STRING);
  path::remove_dots(Beside, /*remove_dot_dot=*/true);
  Candidates.push_back(Beside.str().str());
  Candidates.push_back(AOTI_TIDY_LLVM_RESOURCE_DIR);
  for (const std::string &Dir : Candidates) {
    llvm::SmallString<256> Header(Dir);
    path::append(Header, "include", "stddef.h");
    if (fs::exists(Header))
      return Dir;
  }
  return usageError("Clang's builtin headers are in none of '{}'; install "
                    "aoti-tidy with 'cmake --install', which brings them, or "
                    "install libclang-common-" CLANG_VERSION_MAJOR_STRING
                    "-dev",
                    llvm::join(Candidates, "', '"));
}

std::vector<std::string> fitForClang(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef File,
                                     llvm::StringRef Directory,
                                     llvm::StringSet<> &Dropped) {
  // cl's options that Clang's driver has too are aliases of its own, so most
  // of a cl command is rendered as one for clang++.
  const bool IsCl = isClCommand(Args);
  bool HasClInput = false;
  std::vector<const char *> Known;
  for (size_t I = 1; I < Args.size(); ++I) {
    if (IsCl &&
        path::filename(Args[I], path::Style::windows) == path::filename(File)) {
      // To cl, an absolute path looks like an option.
      HasClInput = true;
    } else if (isNvccOptionWithValue(Args[I])) {
      Dropped.insert(Args[I]);
      ++I;
    } else if (Args[I] == "-Xclang" && I + 3 < Args.size() &&
               Args[I + 1] == "-include-pch") {
      // Made by another Clang; the header itself is included as well.
      I += 3;
    } else if (Args[I] == "--") {
      // Before the file in commands inferred from another file's; what is
      // added at the end must not become an input.
    } else {
      Known.push_back(Args[I].c_str());
    }
  }
  unsigned MissingIndex = 0, MissingCount = 0;
  const llvm::opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Known, MissingIndex, MissingCount,
      llvm::opt::Visibility(IsCl ? options::CLOption : options::ClangOption));
  std::vector<std::string> Result = {"clang++"};
  auto Include = [&](llvm::StringRef Header) {
    // Past the driver: it would take a 'header.pch' beside it in its place,
    // which another Clang made.
    Result.insert(Result.end(),
                  {"-Xclang", "-include", "-Xclang", Header.str()});
  };
  for (const llvm::opt::Arg *A : Parsed) {
    const llvm::opt::Option &Option = A->getOption();
    const llvm::StringRef Spelling = Parsed.getArgString(A->getIndex());
    if (Option.matches(options::OPT_INPUT)) {
      // Stray values of unknown options look like inputs. Absolute, because
      // clang-tidy looks for configurations from the name that it is given.
      if (path::filename(A->getValue()) == path::filename(File))
        Result.push_back(File.str());
    } else if (Option.matches(options::OPT__SLASH_std)) {
      const llvm::StringRef Standard = A->getValue();
      Result.push_back(Standard == "c++latest" ? "-std=c++26"
                                               : ("-std=" + Standard).str());
    } else if (Option.matches(options::OPT_UNKNOWN) ||
               (IsCl && !Option.hasVisibilityFlag(options::ClangOption))) {
      Dropped.insert(Spelling);
    } else if (Option.matches(options::OPT_x)) {
      const llvm::StringRef Language = A->getValue();
      Result.insert(Result.end(),
                    {"-x", Language == "cu" ? "cuda" : Language.str()});
    } else if (Option.matches(options::OPT_include)) {
      Include(A->getValue());
    } else if (Option.matches(options::OPT_include_pch)) {
      const std::string Header = headerOfPch(A->getValue(), Directory);
      if (!Header.empty())
        Include(Header);
    } else if (!Spelling.starts_with("-Werror") &&
               !Option.matches(options::OPT_driver_mode) &&
               !asksForInformation(Option)) {
      // Warnings are not shown, so they must not become errors either.
      llvm::opt::ArgStringList Rendered;
      A->render(Parsed, Rendered);
      Result.insert(Result.end(), Rendered.begin(), Rendered.end());
    }
  }
  if (HasClInput)
    Result.push_back(File.str());
  return Result;
}

llvm::Error CompileCommands::needTorch() {
  if (Torch)
    return llvm::Error::success();
  auto Home = findTorch(O->TorchInclude);
  if (!Home)
    return Home.takeError();
  Torch = std::move(*Home);
  return llvm::Error::success();
}

llvm::Expected<CompilationDatabase *>
CompileCommands::load(llvm::StringRef Dir) {
  auto &Slot = Databases[Dir];
  if (Slot)
    return Slot.get();
  std::string Problems;
  Slot = CompilationDatabase::loadFromDirectory(Dir, Problems);
  if (Slot)
    return Slot.get();
  // One line for each kind of database that Clang knows.
  llvm::StringRef Problem = "it has no compile_commands.json";
  llvm::SmallString<256> Json(Dir);
  path::append(Json, "compile_commands.json");
  if (fs::exists(Json))
    Problem = llvm::StringRef(Problems)
                  .split("json-compilation-database: ")
                  .second.split('\n')
                  .first;
  return usageError("cannot use the compilation database in '{}': {}", Dir,
                    Problem);
}

llvm::Expected<CompilationDatabase *>
CompileCommands::databaseFor(llvm::StringRef File) {
  if (!O->BuildPath.empty())
    return load(fs::is_regular_file(O->BuildPath)
                    ? path::parent_path(absolute(O->BuildPath, WorkingDir))
                    : llvm::StringRef(O->BuildPath));
  for (llvm::StringRef Dir = path::parent_path(File); !Dir.empty();
       Dir = path::parent_path(Dir)) {
    for (llvm::StringRef Sub : {"", "build"}) {
      llvm::SmallString<256> Candidate(Dir);
      path::append(Candidate, Sub);
      for (const char *Name : {"compile_commands.json", "compile_flags.txt"}) {
        llvm::SmallString<256> Json(Candidate);
        path::append(Json, Name);
        if (fs::exists(Json))
          return load(path::parent_path(Json));
      }
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
                        return File ==
                               absolute(C.Filename,
                                        absolute(C.Directory, WorkingDir));
                      });
      if (Found.empty())
        Unlisted.push_back(File.str());
    }
  }
  const bool FlagsAreOurs = Found.empty();
  if (FlagsAreOurs) {
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
  for (CompileCommand &C : Found)
    if (auto E = complete(C, FlagsAreOurs))
      return std::move(E);
  return Found;
}

llvm::Error CompileCommands::complete(CompileCommand &C, bool FlagsAreOurs) {
  C.Directory = absolute(C.Directory, WorkingDir);
  const std::string File = absolute(C.Filename, C.Directory);
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
      fitForClang(C.CommandLine, File, C.Directory, Dropped), C.Directory,
      File);
  std::vector<std::string> &Args = Includes.Args;
  auto Add = [&](std::initializer_list<llvm::StringRef> More) {
    for (llvm::StringRef A : More)
      Args.push_back(A.str());
  };
  if (!O->TorchInclude.empty() || (FlagsAreOurs && !Includes.HasTorch)) {
    if (auto E = needTorch())
      return E;
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
  Args.insert(Args.begin() + 1, O->ExtraArgsBefore.begin(),
              O->ExtraArgsBefore.end());
  llvm::append_range(Args, O->ExtraArgs);
  // Clang's own warnings are not this tool's business.
  Add({"-w"});
  if (!hasArg(Args, "-resource-dir"))
    Add({"-resource-dir=" + ResourceDir});
  C.CommandLine = std::move(Args);
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

std::vector<std::string> CompileCommands::notices() const {
  std::vector<std::string> Lines;
  if (!Unlisted.empty())
    Lines.push_back(fmt::format(
        "the compilation database has no command for '{}'{}; built-in flags "
        "are used",
        Unlisted.front(),
        Unlisted.size() == 1
            ? std::string()
            : fmt::format(" and {} more", Unlisted.size() - 1)));
  if (!Dropped.empty()) {
    std::vector<llvm::StringRef> Names(Dropped.keys().begin(),
                                       Dropped.keys().end());
    llvm::sort(Names);
    Lines.push_back(
        fmt::format("flags that Clang does not know are left out: {}",
                    llvm::join(Names, " ")));
  }
  return Lines;
}

} // namespace aoti_tidy
