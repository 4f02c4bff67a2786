// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <fmt/format.h>

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

constexpr char Runtime[] =
#include "checks/lib/kernels/cxx/EmittedRuntime.inc"
    ;

/// The size of a vector register on the machine that the kernels were made for:
/// the command that compiled them stands below them. 0 if it does not.
unsigned vectorBytes(StringRef Text) {
  if (Text.contains("CPU_CAPABILITY_AVX512"))
    return 64;
  if (Text.contains("CPU_CAPABILITY_AVX2") ||
      Text.contains("CPU_CAPABILITY_SVE256"))
    return 32;
  return Text.contains("CPU_CAPABILITY_NEON") ? 16 : 0;
}

/// Without its includes, every line at its place.
std::string withoutIncludes(StringRef Text) {
  std::string Kept;
  Kept.reserve(Text.size());
  while (!Text.empty()) {
    const auto [Line, Rest] = Text.split('\n');
    StringRef Directive = Line.ltrim();
    if (!(Directive.consume_front("#") &&
          Directive.ltrim().starts_with("include")))
      Kept += Line;
    Kept += '\n';
    Text = Rest;
  }
  return Kept;
}

} // namespace

bool namesProcessor(StringRef Text) { return vectorBytes(Text) != 0; }

std::unique_ptr<ASTUnit> parseKernels(StringRef Text, StringRef Name) {
  const std::vector<std::string> Flags = {
      // A fixed target: the same tree on every machine.
      "--target=x86_64-unknown-linux-gnu",
      "-std=c++20",
      "-fopenmp",
      "-nostdinc",
      "-nostdinc++",
      "-w",
      "-ferror-limit=0",
      "-include",
      "/aoti-emitted-runtime.h",
      fmt::format("-DAOTI_VECTOR_BYTES={}", vectorBytes(Text)),
  };
  IgnoringDiagConsumer Silent;
  return tooling::buildASTFromCodeWithArgs(
      withoutIncludes(Text), Flags,
      Name.empty() ? StringRef("kernel.cpp") : Name, "aoti-tidy",
      std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(),
      {{"/aoti-emitted-runtime.h", Runtime}}, &Silent,
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>());
}

} // namespace aoti_tidy
