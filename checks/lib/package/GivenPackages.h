// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_GIVENPACKAGES_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_GIVENPACKAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A package that the user names for loaders whose source does not (--package,
/// option 'Packages').
struct GivenPackage {
  std::string Path;
  /// Files whose loaders load it, as written; empty: all.
  std::string Files;

  /// Whether Files matches the end of \p File: 'src/*.cpp' is
  /// '/home/x/src/a/b.cpp', too.
  bool isFor(llvm::StringRef File) const;
};

/// One 'PATH' or 'FILES=PATH'.
llvm::Expected<GivenPackage> parseGivenPackage(llvm::StringRef Item);

llvm::Expected<std::vector<GivenPackage>>
parseGivenPackages(llvm::StringRef Option);

/// Packages that loaders of \p File may load: those given for it, else those
/// given for all.
llvm::SmallVector<const GivenPackage *, 2>
givenFor(llvm::StringRef File, llvm::ArrayRef<GivenPackage> All);

/// The package that a comment names for the code at \p Offset, behind it or on
/// the line before: '// aoti-tidy: package=models/ranker.pt2' ('#' in Python).
/// A path with spaces is quoted.
std::optional<std::string> packageHint(llvm::StringRef Text, size_t Offset);

} // namespace aoti_tidy

#endif
