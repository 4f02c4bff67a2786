// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_SHARD_H
#define AOTI_TIDY_DRIVER_BASE_SHARD_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A part of the files of a run: '2/7'. Every file is in one of them, in the
/// same one on every machine.
struct Shard {
  unsigned Index = 1, Count = 1; ///< Index counts from 1

  static constexpr unsigned MaxCount = 10000;

  /// Nothing if \p Text is none.
  static std::optional<Shard> parse(llvm::StringRef Text);
  std::string str() const;
  /// Whether it has the file with that path in the repository.
  bool has(llvm::StringRef Path) const;

  friend bool operator==(const Shard &, const Shard &) = default;
};

} // namespace aoti_tidy

#endif
