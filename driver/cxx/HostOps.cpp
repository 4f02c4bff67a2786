// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/HostOps.h"
#include "checks/lib/ops/CxxRegistrations.h"
#include "driver/base/PlainFiles.h"
#include "driver/cxx/OperatorJoin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// Words of programs that open libraries, embed Python or are a part of it.
constexpr StringRef Opening[] = {
    "dlopen",    "LoadLibrary",       "load_library",  "SharedLibrary",
    "dlmopen",   "DynamicLibrary",    "Py_Initialize", "Python.h",
    "PyInit_",   "torch/extension.h", "PYBIND11",      "pybind11",
    "boost/dll", "EXTENSION_NAME",    "nanobind",      "TRITONBACKEND"};

/// Libraries that register no operators but torch's own, in small letters.
constexpr StringRef Harmless =
    " private public interface ${torch_libraries} torch torch_cpu torch_cuda "
    "c10 c10_cuda threads::threads pthread -pthread -lpthread dl m rt "
    "${cmake_dl_libs} stdc++fs ${cuda_libraries} cuda::cudart "
    "cuda::cuda_driver cudart ${opencv_libs} openmp::openmp_cxx fmt::fmt "
    "nlohmann_json::nlohmann_json spdlog::spdlog gflags glog glog::glog "
    "gtest gtest_main gtest::gtest gtest::gtest_main ";

/// Whether a CMakeLists.txt may link something else.
bool linksOthers(StringRef Text, StringRef Namespace) {
  std::string Code;
  for (const StringRef Line : llvm::split(Text, '\n'))
    Code += Line.split('#').first.lower() + "\n";
  for (const StringRef Word : {Namespace, StringRef("add_subdirectory"),
                               StringRef("link_options"), StringRef("-wl,")})
    if (StringRef(Code).contains(Word.lower()))
      return true;
  StringRef Rest = Code;
  for (size_t At; (At = Rest.find("link_libraries")) != StringRef::npos;) {
    const bool HasTarget = Rest.take_front(At).ends_with("target_");
    Rest = Rest.drop_front(At).split('(').second;
    llvm::SmallVector<StringRef, 8> Names;
    llvm::SplitString(Rest.split(')').first, Names, " \t\r\n;\"");
    for (const StringRef Name : llvm::drop_begin(Names, HasTarget))
      if (!Harmless.contains((" " + Name + " ").str()))
        return true;
  }
  return false;
}

/// Whether the build files beside \p File, or above it, may link more.
bool isBuiltWithOthers(StringRef File, StringRef Namespace) {
  llvm::SmallString<256> Folder(File);
  llvm::sys::fs::make_absolute(Folder);
  for (unsigned Level = 0; Level < 4; ++Level) {
    path::remove_filename(Folder);
    const auto At = [&](StringRef Name) { return (Folder + "/" + Name).str(); };
    const auto Text = readPlainFile(At("CMakeLists.txt"));
    if (Text && linksOthers((*Text)->getBuffer(), Namespace))
      return true;
    for (const StringRef Other :
         {"Makefile", "meson.build", "BUILD", "BUILD.bazel", "setup.py"})
      if (llvm::sys::fs::exists(At(Other)))
        return true;
    if (llvm::sys::fs::exists(At(".git")))
      break;
  }
  return false;
}

/// Whether \p Text, a source, may register \p Op, or open what does.
bool mayRegister(StringRef Text, StringRef Op) {
  const auto [Namespace, Name] = Op.split("::");
  const bool Registers =
      mayRegisterCxxOps(Text) || Text.contains("RegisterOperators");
  return llvm::any_of(Opening, [&](StringRef W) { return Text.contains(W); }) ||
         (Registers && (Text.contains(Name) || Text.contains(Namespace) ||
                        Text.contains("#define"))) ||
         llvm::any_of(llvm::split(Text, '\n'), [&](StringRef Line) {
           return Line.ltrim().starts_with("#include") &&
                  Line.contains_insensitive(Namespace);
         });
}

/// Whether \p Other, a source, is of another program than \p Host: each has a
/// main(), or each loads packages.
bool isOtherProgram(StringRef Host, StringRef Other) {
  return llvm::any_of(
      std::array<StringRef, 2>{"int main(", "AOTIModelPackageLoader"},
      [&](StringRef W) { return Host.contains(W) && Other.contains(W); });
}

/// The folder of \p File.
std::string folderOf(StringRef File) {
  return path::parent_path(absolutePath(File)).str();
}

/// Whether \p Script lies in the folder of \p Host, beside, above or below it.
bool isNear(StringRef Script, StringRef Host) {
  const std::string A = folderOf(Script), B = folderOf(Host);
  return A == B || folderOf(A) == B || A == folderOf(B) ||
         folderOf(A) == folderOf(B);
}

} // namespace

void HostOps::settle(StringRef Host, Condition &If) {
  if (!If.Package.empty()) {
    if (!Scripts)
      Scripts = readPythonOperators(Settings.PythonFiles, Settings.Apart).Facts;
    for (const PackedOp &P : Scripts->Packed)
      if (If.Op.empty() &&
          path::filename(P.Package) == path::filename(If.Package) &&
          isNear(P.Where.File, Host)) {
        If.Op = P.Op;
        If.Defined = P.Where;
      }
  }
  if (!If.Op.empty() && mayHave(Host, If.Op))
    If.Op.clear();
}

bool HostOps::mayHave(StringRef Host, StringRef Op) {
  if (!Settings.Repository.isWhole() ||
      isBuiltWithOthers(Host, Op.split("::").first))
    return true;
  const StringRef Own = Texts.of(Host);
  const auto May = [&](StringRef File) {
    const StringRef Text = Texts.of(File);
    const bool IsHeader = path::extension(File).starts_with(".h");
    return mayRegister(Text, Op) && (IsHeader || !isOtherProgram(Own, Text));
  };
  return mayRegister(Own, Op) || llvm::any_of(Files, May) ||
         llvm::any_of(Settings.Wordless, May) ||
         llvm::any_of(Settings.Repository.cxx(), May);
}

} // namespace aoti_tidy
