// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace aoti_tidy {

std::string joinedByAnd(const std::vector<std::string> &Texts) {
  std::string Result;
  for (size_t I = 0; I < Texts.size(); ++I)
    Result += (I == 0 ? "" : I + 1 == Texts.size() ? " and " : ", ") + Texts[I];
  return Result;
}

void sortByPlace(std::vector<Finding> &Findings) {
  const auto Key = [](const Finding &F) {
    return std::tuple<unsigned, unsigned, const std::string &>(
        F.range().Begin, F.range().End, F.Message);
  };
  llvm::sort(Findings, [&](const Finding &A, const Finding &B) {
    return Key(A) < Key(B);
  });
  Findings.erase(llvm::unique(Findings,
                              [&](const Finding &A, const Finding &B) {
                                return Key(A) == Key(B);
                              }),
                 Findings.end());
}

} // namespace aoti_tidy
