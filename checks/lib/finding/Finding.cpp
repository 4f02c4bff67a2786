// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace aoti_tidy {

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
