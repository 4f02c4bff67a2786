// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/ClangArguments.h"
#include "driver/cxx/HeaderStandIns.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using Args = std::vector<std::string>;

namespace {

Args fit(const Args &In, LeftOutFlags *Out = nullptr) {
  LeftOutFlags LeftOut;
  Args Result = fitForClang(In, "/src/a.cpp", "/src", LeftOut);
  if (Out)
    *Out = LeftOut;
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
  LeftOutFlags LeftOut;
  EXPECT_EQ(fit({"g++", "-fno-canonical-system-headers", "-fmodules-ts",
                 "-fmodule-mapper=x.modmap", "-O2", "/src/a.cpp"},
                &LeftOut),
            (Args{"clang++", "-O2", "/src/a.cpp"}));
  EXPECT_TRUE(LeftOut.Unknown.contains("-fno-canonical-system-headers"));
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
            (Args{"clang++", "/src/a.cpp"}));
}

TEST(FitForClang, DropsWhatMakesTheDriverPrintInsteadOfCompiling) {
  EXPECT_EQ(fit({"g++", "-###", "-v", "--version", "--help",
                 "-print-search-dirs", "/src/a.cpp"}),
            (Args{"clang++", "/src/a.cpp"}));
}

TEST(FitForClang, PassesWhatSaysHowASourceIsRead) {
  LeftOutFlags LeftOut;
  const Args In = {"clang++",
                   "--target=aarch64-linux-gnu",
                   "--sysroot=/s",
                   "-stdlib=libc++",
                   "-pthread",
                   "-fno-exceptions",
                   "-ftemplate-depth=99",
                   "-fopenmp",
                   "-march=native",
                   "-mavx2",
                   "-Wno-narrowing",
                   "-nostdinc++",
                   "-fsanitize=address",
                   "/src/a.cpp"};
  EXPECT_EQ(fit(In, &LeftOut), In);
  EXPECT_TRUE(LeftOut.notices().empty());
}

TEST(FitForClang, DropsWhatOnlyABuildNeedsWithoutAWord) {
  LeftOutFlags LeftOut;
  EXPECT_EQ(fit({"clang++",
                 "-c",
                 "-o",
                 "a.o",
                 "-MD",
                 "-MF",
                 "a.d",
                 "-MT",
                 "a.o",
                 "-g",
                 "-gsplit-dwarf",
                 "-flto=thin",
                 "-fuse-ld=lld",
                 "-pipe",
                 "-Wl,-z,now",
                 "-fdiagnostics-color=always",
                 "-L/lib",
                 "-lfoo",
                 "--cuda-gpu-arch=sm_80",
                 "/src/a.cpp"},
                &LeftOut),
            (Args{"clang++", "/src/a.cpp"}));
  EXPECT_TRUE(LeftOut.notices().empty());
}

// What a linted repository could ask for beside being read.
TEST(FitForClang, RefusesWhatWritesLoadsOrRuns) {
  for (const char *Flag : {"--serialize-diagnostics",
                           "-gen-cdb-fragment-path",
                           "-save-stats=obj",
                           "-save-temps=cwd",
                           "-fmodules",
                           "-fmodules-cache-path=m",
                           "-fmodule-file=m.pcm",
                           "-fmodule-output=m",
                           "-ftime-trace=t.json",
                           "-fplugin=evil.so",
                           "-fpass-plugin=evil.so",
                           "-fproc-stat-report=f",
                           "-fsave-optimization-record",
                           "-foptimization-record-file=f",
                           "-fprofile-generate=d",
                           "-fcrash-diagnostics-dir=d",
                           "-ftime-report",
                           "--config=evil.cfg",
                           "-fbuild-session-file=f",
                           "-Xclang=-stats-file=f",
                           "-mllvm",
                           "-dumpdir",
                           "-dependency-dot",
                           "-module-dependency-dir",
                           "-emit-symbol-graph",
                           "-index-store-path"}) {
    LeftOutFlags LeftOut;
    const Args Out = fit({"clang++", Flag, "value", "/src/a.cpp"}, &LeftOut);
    EXPECT_EQ(Out, (Args{"clang++", "/src/a.cpp"})) << Flag;
    EXPECT_FALSE(LeftOut.notices().empty()) << Flag;
  }
  // A tool to ask for the processors of this machine is a program that runs.
  EXPECT_EQ(
      fit({"clang++", "--nvptx-arch-tool=./evil", "--amdgpu-arch-tool=./evil",
           "--offload-arch=native", "--cuda-gpu-arch=native", "/src/a.cpp"}),
      (Args{"clang++", "/src/a.cpp"}));
}

TEST(FitForClang, LooksBehindXclang) {
  for (const char *Flag : {"-dependency-file",
                           "-header-include-file",
                           "-stats-file=f",
                           "-dependency-dot",
                           "-diagnostic-log-file",
                           "-module-dependency-dir",
                           "-load",
                           "-add-plugin",
                           "-plugin",
                           "-ast-dump",
                           "-emit-obj",
                           "-fmodules-cache-path=d",
                           "-serialize-diagnostic-file",
                           "-mllvm",
                           "-opt-record-file",
                           "-coverage-data-file=f",
                           "-fixit",
                           "-remap-file",
                           "-fdump-record-layouts",
                           "-print-stats",
                           "-ftime-trace=f"}) {
    LeftOutFlags LeftOut;
    EXPECT_EQ(fit({"clang++", "-Xclang", Flag, "-Xclang", "value", "-Xclang",
                   "-DX=1", "/src/a.cpp"},
                  &LeftOut)
                  .front(),
              "clang++");
    const Args Out =
        fit({"clang++", "-Xclang", Flag, "-Xclang", "-DX=1", "/src/a.cpp"});
    EXPECT_FALSE(llvm::is_contained(Out, Flag)) << Flag;
    EXPECT_FALSE(LeftOut.notices().empty()) << Flag;
  }
  EXPECT_EQ(fit({"clang++", "-Xclang", "-include", "-Xclang", "x.h",
                 "-Wp,-D_FORTIFY_SOURCE=2,-MD,x.d", "-Xpreprocessor",
                 "-fopenmp", "/src/a.cpp"}),
            (Args{"clang++", "/src/a.cpp", "-Xclang", "-include", "-Xclang",
                  "x.h", "-Xclang", "-D", "-Xclang", "_FORTIFY_SOURCE=2",
                  "-Xclang", "-fopenmp"}));
}

TEST(FitForClang, TakesExtraArgumentsWithoutAFile) {
  LeftOutFlags LeftOut;
  EXPECT_EQ(fitForClang(Args{"-DX", "-fplugin=p.so", "other.cpp"}, LeftOut),
            (Args{"-D", "X"}));
  EXPECT_EQ(LeftOut.notices(),
            (Args{"flags that reading a source does not need are left out: "
                  "-fplugin=p.so"}));
}

TEST(HeaderStandIns, OpenMpIsTheFlags) {
  EXPECT_TRUE(isMissingOpenMpHeader("'omp.h' file not found"));
  EXPECT_FALSE(isMissingOpenMpHeader("'cuda.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("'omp.h' file not found"));
  for (const char *Flag : {"-fopenmp", "-fopenmp=libgomp", "-fopenmp=libomp"})
    EXPECT_TRUE(useOpenMp(Args{"clang++", Flag, "a.cpp"})) << Flag;
  // Only pragmas; and none.
  for (const char *Flag : {"-fopenmp-simd", "-fno-openmp", "-DX=-fopenmp"})
    EXPECT_FALSE(useOpenMp(Args{"clang++", Flag, "a.cpp"})) << Flag;
}

TEST(HeaderStandIns, ReplaceWhatIsMissing) {
  EXPECT_TRUE(isMissingCudaHeader("'cuda_runtime_api.h' file not found"));
  EXPECT_TRUE(isMissingCudaHeader(
      "'c10/cuda/impl/cuda_cmake_macros.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("'curand.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("'foo.h' file not found"));
  EXPECT_FALSE(isMissingCudaHeader("unknown type name 'cudaError_t'"));
}
