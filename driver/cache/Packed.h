// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_PACKED_H
#define AOTI_TIDY_DRIVER_CACHE_PACKED_H

#include "driver/base/Record.h"

namespace aoti_tidy {

/// Made smaller where this program can; thousands of paths with the same
/// beginnings become a tenth.
std::string packBytes(llvm::StringRef Bytes);
/// False if \p Packed was not made by packBytes().
bool unpackBytes(llvm::StringRef Packed, std::string &Bytes);

/// A value as an entry of the cache.
template <typename T> std::string pack(const T &Value) {
  return packBytes(toRecord(Value));
}
template <typename T> bool unpack(llvm::StringRef Packed, T &Value) {
  std::string Bytes;
  return unpackBytes(Packed, Bytes) && fromRecord(Bytes, Value);
}

} // namespace aoti_tidy

#endif
