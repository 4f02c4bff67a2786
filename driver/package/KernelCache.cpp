// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/KernelCache.h"
#include "driver/base/InputLog.h"
#include "driver/cache/ProgramId.h"
#include "driver/package/KernelRecord.h"

namespace aoti_tidy {
namespace {

constexpr llvm::StringLiteral Kind = "kernels";

/// Of an entry; of real kernels they have a few kilobytes. A stranger's package
/// does not fill the disk.
constexpr size_t MaxBytes = size_t(1) << 20;

std::string keyOf(llvm::StringRef Text) {
  return TextHash::of((programId() + "\n" + Text).str()).hex();
}

} // namespace

// Without an identity, another build's models could not be told from our own.
KernelCache::KernelCache(const CacheFolder *Folder)
    : Folder(programId().empty() ? nullptr : Folder) {}

std::optional<Kernel> KernelCache::find(llvm::StringRef Text) {
  ++Counts.Asked;
  const auto Bytes = Folder->get(Kind, keyOf(Text));
  auto Known = Bytes ? kernelOfRecord(Bytes->getBuffer()) : std::nullopt;
  Counts.Found += Known.has_value();
  return Known;
}

void KernelCache::keep(llvm::StringRef Text, const Kernel &Model) {
  const std::string Bytes = kernelRecord(Model);
  if (!Bytes.empty() && Bytes.size() <= MaxBytes)
    (void)Folder->put(Kind, keyOf(Text), Bytes);
}

} // namespace aoti_tidy
