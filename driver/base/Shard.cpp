// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Shard.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::optional<Shard> Shard::parse(llvm::StringRef Text) {
  Shard S;
  const auto [Index, Count] = Text.split('/');
  if (Index.getAsInteger(10, S.Index) || Count.getAsInteger(10, S.Count) ||
      S.Index < 1 || S.Index > S.Count || S.Count > MaxCount)
    return std::nullopt;
  return S;
}

std::string Shard::str() const { return fmt::format("{}/{}", Index, Count); }

bool Shard::has(llvm::StringRef Path) const {
  return llvm::xxh3_64bits(Path) % Count == Index - 1;
}

} // namespace aoti_tidy
