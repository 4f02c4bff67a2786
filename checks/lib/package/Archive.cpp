// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Archive.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {

std::string quotedName(StringRef Name) {
  constexpr size_t Longest = 200;
  std::string Result = "'";
  llvm::raw_string_ostream OS(Result);
  // A terminal must not obey it.
  OS.write_escaped(Name.take_front(Longest));
  OS << (Name.size() > Longest ? "...'" : "'");
  return Result;
}

Error Archive::error(size_t Index, StringRef Problem) const {
  return llvm::createStringError(fmt::format(
      "{}: {} {}", quotedName(Path), quotedName(Names[Index]), Problem.str()));
}

} // namespace aoti_tidy
