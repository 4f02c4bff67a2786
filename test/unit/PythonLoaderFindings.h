// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PYTHONLOADERFINDINGS_H
#define AOTI_TIDY_TEST_UNIT_PYTHONLOADERFINDINGS_H

#include "PythonFindings.h"
#include "gtest/gtest.h"

// What aoti-loader-arguments says of statements, after the imports that they
// need.
namespace aoti_tidy::python {

inline Settings torch(unsigned Minor) {
  Settings Result;
  Result.Torch = TorchVersion{2, Minor};
  return Result;
}

inline const char Head[] =
    "import torch\n"
    "from torch._inductor import aot_compile\n"
    "from torch._inductor import aoti_compile_and_package\n"
    "from torch._inductor import aoti_load_package\n"
    "from torch._inductor.package import load_package\n"
    "from torch._inductor.package import package_aoti\n"
    "from torch._export import aot_load\n"
    "ep = torch.export.export(m, (x,))\n";

/// The messages, one a line; places and notes left out.
inline std::string messages(llvm::StringRef Text, const Settings &With = {}) {
  const std::string Whole = Head + Text.str() + "\n";
  const std::string Found = findingsIn(loaderArguments, Whole, With);
  std::string Result;
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  llvm::StringRef(Found).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines)
    if (!Line.starts_with(" "))
      Result += Line.split(": ").second.str() + "\n";
  return Result;
}

inline unsigned count(llvm::StringRef Text, const Settings &With = {}) {
  return llvm::StringRef(messages(Text, With)).count('\n');
}

/// \p Text after the safe fixes, which must leave nothing to say.
inline std::string fix(llvm::StringRef Text, const Settings &With = {}) {
  const std::string Whole = Head + Text.str() + "\n";
  const std::string Once = fixed(loaderArguments, Whole, With);
  EXPECT_EQ(fixed(loaderArguments, Once, With), Once);
  if (Once != Whole)
    EXPECT_EQ(findingsIn(loaderArguments, Once, With), "");
  return llvm::StringRef(Once)
      .drop_front(llvm::StringRef(Head).size())
      .rtrim()
      .str();
}

inline std::string unsafeFix(llvm::StringRef Text, const Settings &With = {}) {
  const std::string Whole = Head + Text.str() + "\n";
  return llvm::StringRef(fixed(loaderArguments, Whole, With, /*Unsafe=*/true))
      .drop_front(llvm::StringRef(Head).size())
      .rtrim()
      .str();
}

inline void expectSilent(std::initializer_list<llvm::StringRef> Texts,
                         const Settings &With = {}) {
  for (llvm::StringRef Text : Texts)
    EXPECT_EQ(messages(Text, With), "") << Text.str();
}

} // namespace aoti_tidy::python

#endif
