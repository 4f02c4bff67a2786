// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/HostCpu.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Words of an instruction set, and features that
/// torch/_inductor/cpu_vec_isa.py gives the compiler for it.
constexpr std::pair<StringRef, StringRef> Features[] = {
    {"AVX2", "avx2"},
    {"AVX2", "fma"},
    {"AVX2", "f16c"},
    {"AVX512", "avx512f"},
    {"AVX512", "avx512dq"},
    {"AVX512", "avx512vl"},
    {"AVX512", "avx512bw"},
    {"AVX512", "fma"},
    {"AVX512_VNNI", "avx512vnni"},
    {"AMX_TILE", "amx-tile"},
    {"AMX_TILE", "amx-bf16"},
    {"AMX_TILE", "amx-int8"},
    {"ASIMD", "neon"},
};

} // namespace

std::optional<std::vector<std::string>>
missingOfIsa(StringRef Isa, const llvm::StringMap<bool> &Has) {
  std::vector<std::string> Missing;
  for (const StringRef Word : llvm::split(Isa, ' ')) {
    bool IsKnown = false, HasAll = true;
    for (const auto &[Name, Feature] : Features)
      if (Name == Word) {
        IsKnown = true;
        HasAll &= Has.lookup(Feature);
      }
    if (!IsKnown)
      return std::nullopt;
    if (!HasAll)
      Missing.push_back(Word.str());
  }
  return Missing;
}

std::optional<TargetCpu> cpuNamed(StringRef Name) {
  TargetCpu Result;
  if (Name == "aarch64" || Name == "arm64" ||
      llvm::AArch64::parseCpu(Name).has_value()) {
    Result.Machine = "aarch64";
    Result.Features["neon"] = true;
    return Result;
  }
  if (llvm::X86::parseArchX86(Name) == llvm::X86::CK_None)
    return std::nullopt;
  Result.Machine = "x86_64";
  llvm::SmallVector<StringRef> Has;
  llvm::X86::getFeaturesForCPU(Name, Has);
  for (const StringRef Feature : Has) {
    Result.Features[Feature] = true;
    llvm::X86::updateImpliedFeatures(Feature, true, Result.Features);
  }
  return Result;
}

bool runsOnGpu(StringRef Compiled, StringRef Gpu) {
  unsigned For = 0, On = 0;
  if (Compiled.consumeInteger(10, For) || Gpu.consumeInteger(10, On))
    return false;
  // 90a runs on nothing else.
  if (!Compiled.empty())
    return For == On && Compiled == Gpu;
  return For / 10 == On / 10 && For <= On;
}

std::string isaHere(StringRef Machine, StringRef Isa) {
  const llvm::Triple Here(llvm::sys::getProcessTriple());
  if (Isa.empty() || Machine != Here.getArchName())
    return {};
  const auto Has = llvm::sys::getHostCPUFeatures();
  const auto Missing = Has.empty() ? std::nullopt : missingOfIsa(Isa, Has);
  if (!Missing)
    return {};
  if (Missing->empty())
    return "this CPU has it";
  return fmt::format("this CPU has no {}: what uses it dies of an illegal "
                     "instruction",
                     llvm::join(*Missing, ", "));
}

} // namespace aoti_tidy
