// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Kinds.h"
#include "llvm/ADT/StringSwitch.h"
#include <vector>

namespace aoti_tidy::python {
namespace {

Kind kindNamed(llvm::StringRef Name) {
  return llvm::StringSwitch<Kind>(Name)
#define KIND(NAME, TEXT) .Case(TEXT, Kind::NAME)
#include "checks/lib/python/Kinds.def"
      .Default(Kind::Other);
}

/// By the number that the grammar gives the kind; several may have one name.
std::vector<Kind> kindsByNumber() {
  const TSLanguage *Python = pythonGrammar();
  std::vector<Kind> Result;
  for (unsigned I = 0, N = ts_language_symbol_count(Python); I < N; ++I) {
    const bool IsNamed =
        ts_language_symbol_type(Python, static_cast<TSSymbol>(I)) ==
        TSSymbolTypeRegular;
    Result.push_back(IsNamed ? kindNamed(ts_language_symbol_name(
                                   Python, static_cast<TSSymbol>(I)))
                             : Kind::Other);
  }
  return Result;
}

} // namespace

Kind kindOf(Node N) {
  static const std::vector<Kind> Known = kindsByNumber();
  if (!N)
    return Kind::Other;
  const unsigned Number = N.kindNumber();
  // The number of "ERROR" is beyond the grammar's.
  if (Number < Known.size())
    return Known[Number];
  return N.isError() ? Kind::Error : Kind::Other;
}

} // namespace aoti_tidy::python
