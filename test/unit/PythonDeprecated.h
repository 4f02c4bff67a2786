// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PYTHONDEPRECATED_H
#define AOTI_TIDY_TEST_UNIT_PYTHONDEPRECATED_H

#include "PythonFindings.h"
#include "gtest/gtest.h"

// aoti-deprecated-api over a text.

namespace aoti_tidy::python::deprecated {

inline std::string findings(llvm::StringRef Text, const Settings &With = {}) {
  return findingsIn(deprecatedApi, Text, With);
}

/// How many findings there are; notes aside.
inline unsigned numberOf(llvm::StringRef Findings) {
  unsigned Result = 0;
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Findings.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines)
    Result += !Line.starts_with(" ");
  return Result;
}

inline unsigned count(llvm::StringRef Text, const Settings &With = {}) {
  return numberOf(findings(Text, With));
}

/// The text after the safe fixes, which must be all there is to fix.
inline std::string fix(llvm::StringRef Text, const Settings &With = {}) {
  const std::string Once = fixed(deprecatedApi, Text, With);
  EXPECT_EQ(fixed(deprecatedApi, Once, With), Once);
  if (Once != Text)
    EXPECT_EQ(findings(Once, With), "");
  return Once;
}

inline std::string unsafeFix(llvm::StringRef Text, const Settings &With = {}) {
  return fixed(deprecatedApi, Text, With, /*Unsafe=*/true);
}

inline Settings torch(unsigned Minor) {
  Settings Result;
  Result.Torch = TorchVersion{2, Minor};
  return Result;
}

} // namespace aoti_tidy::python::deprecated

#endif
