// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/Packed.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

using llvm::StringRef;
namespace zstd = llvm::compression::zstd;

namespace aoti_tidy {
namespace {

/// No entry is near it: what says so is broken.
constexpr uint64_t MaxSize = uint64_t(1) << 30;

} // namespace

std::string packBytes(StringRef Bytes) {
  const uint64_t Size = zstd::isAvailable() ? Bytes.size() : 0;
  std::string Packed(reinterpret_cast<const char *>(&Size), sizeof(Size));
  if (!Size)
    return Packed + Bytes.str();
  llvm::SmallVector<uint8_t, 0> Compressed;
  zstd::compress(llvm::arrayRefFromStringRef(Bytes), Compressed,
                 zstd::BestSpeedCompression);
  return Packed + llvm::toStringRef(Compressed).str();
}

bool unpackBytes(StringRef Packed, std::string &Bytes) {
  uint64_t Size = 0;
  if (Packed.size() < sizeof(Size))
    return false;
  std::memcpy(&Size, Packed.data(), sizeof(Size));
  Packed = Packed.drop_front(sizeof(Size));
  if (!Size) {
    Bytes = Packed.str();
    return true;
  }
  if (!zstd::isAvailable() || Size > MaxSize)
    return false;
  Bytes.resize(Size);
  size_t Unpacked = Size;
  if (auto E = zstd::decompress(llvm::arrayRefFromStringRef(Packed),
                                reinterpret_cast<uint8_t *>(Bytes.data()),
                                Unpacked)) {
    llvm::consumeError(std::move(E));
    return false;
  }
  return Unpacked == Size;
}

} // namespace aoti_tidy
