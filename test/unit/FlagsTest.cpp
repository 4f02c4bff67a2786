// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/CudaStandIns.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using Args = std::vector<std::string>;

namespace {

Args fit(const Args &In, llvm::StringSet<> *Out = nullptr) {
  llvm::StringSet<> Dropped;
  Args Result = fitForClang(In, "/src/a.cpp", "/src", Dropped);
  if (Out)
    *Out = Dropped;
  return Result;
}

} // namespace

TEST(FitForClang, KeepsWhatClangKnows) {
  EXPECT_EQ(fit({"g++", "-std=c++20", "-Iinclude", "-I", "other", "-DX=1",
                 "-isystem", "/sys", "-fPIC", "-Wall", "/src/a.cpp"}),
            (Args{"clang++", "-std=c++20", "-I", "include", "-I", "other", "-D",
                  "X=1", "-isystem", "/sys", "-fPIC", "-Wall", "/src/a.cpp"}));
}

TEST(FitForClang, KeepsTheFileOfAnInferredCommand) {
  EXPECT_EQ(fit({"clang++", "-DX", "--", "/src/a.cpp"}),
            (Args{"clang++", "-D", "X", "/src/a.cpp"}));
}

TEST(FitForClang, DropsOptionsOfGcc) {
  llvm::StringSet<> Dropped;
  EXPECT_EQ(fit({"g++", "-fno-canonical-system-headers", "-fmodules-ts",
                 "-fmodule-mapper=x.modmap", "-O2", "/src/a.cpp"},
                &Dropped),
            (Args{"clang++", "-O2", "/src/a.cpp"}));
  EXPECT_TRUE(Dropped.contains("-fno-canonical-system-headers"));
}

TEST(FitForClang, DropsOptionsOfNvccWithTheirValues) {
  EXPECT_EQ(fit({"nvcc", "-gencode", "arch=compute_80,code=sm_80",
                 "--expt-relaxed-constexpr", "-Xcompiler", "-fPIC", "-x", "cu",
                 "--generate-code=arch=compute_90,code=[sm_90]", "/src/a.cpp"}),
            (Args{"clang++", "-x", "cuda", "/src/a.cpp"}));
}

TEST(FitForClang, DropsWarningsAsErrorsAndForeignPrecompiledHeaders) {
  EXPECT_EQ(
      fit({"clang++", "-Werror", "-Werror=return-type", "-Xclang",
           "-include-pch", "-Xclang", "x.pch", "-include", "x.h",
           "/src/a.cpp"}),
      (Args{"clang++", "-Xclang", "-include", "-Xclang", "x.h", "/src/a.cpp"}));
  EXPECT_EQ(fit({"clang++", "-include-pch", "no-header.pch", "/src/a.cpp"}),
            (Args{"clang++", "/src/a.cpp"}));
}

TEST(FitForClang, NamesTheFileAbsolutely) {
  EXPECT_EQ(fit({"g++", "-c", "../src/a.cpp"}),
            (Args{"clang++", "-c", "/src/a.cpp"}));
}

TEST(FitForClang, DropsWhatMakesTheDriverPrintInsteadOfCompiling) {
  EXPECT_EQ(fit({"g++", "-###", "-v", "--version", "--help",
                 "-print-search-dirs", "/src/a.cpp"}),
            (Args{"clang++", "/src/a.cpp"}));
}

TEST(FitForClang, RendersCommandsOfClForClang) {
  llvm::StringSet<> Dropped;
  EXPECT_EQ(
      fit({R"(C:\bin\cl.exe)", "/nologo", "/DX=1", "/Iinclude", "/std:c++20",
           "/FIpre.h", "/Fobuild/a.obj", "/c", R"(C:\src\a.cpp)"},
          &Dropped),
      (Args{"clang++", "-D", "X=1", "-I", "include", "-std=c++20", "-Xclang",
            "-include", "-Xclang", "pre.h", "-c", "/src/a.cpp"}));
  EXPECT_TRUE(Dropped.contains("/nologo"));
  EXPECT_EQ(
      fit({"clang-cl", "--driver-mode=cl", "-std:c++latest", "/src/a.cpp"}),
      (Args{"clang++", "-std=c++26", "/src/a.cpp"}));
}

TEST(CudaStandIns, ReplaceWhatIsMissing) {
  EXPECT_TRUE(isMissingCudaHeader("'cuda_runtime_api.h' file not found"));
  EXPECT_TRUE(isMissingCudaHeader(
      "'c10/cuda/impl/cuda_cmake_macros.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("'curand.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("'foo.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("unknown type name 'cudaError_t'"));
}
