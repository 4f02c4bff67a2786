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

/// A package that the user names (--package, option 'Packages'): what loaders
/// load of which the source does not say it.
struct GivenPackage {
  std::string Path;
  /// The files whose loaders load it, as written; empty: all.
  std::string Files;

  /// Whether \p File ends with what Files matches, from one of its folders on:
  /// 'src/*.cpp' is '/home/x/src/a/b.cpp', too.
  bool isFor(llvm::StringRef File) const;
};

/// One 'PATH' or 'FILES=PATH'. The error is a glob that is none.
llvm::Expected<GivenPackage> parseGivenPackage(llvm::StringRef Item);

/// Those of an option's value, separated by ';'.
llvm::Expected<std::vector<GivenPackage>>
parseGivenPackages(llvm::StringRef Option);

/// Of \p All, those that loaders of \p File may load: the ones that are named
/// for it, or, if there are none, those that are named for no file.
llvm::SmallVector<const GivenPackage *, 2>
givenFor(llvm::StringRef File, llvm::ArrayRef<GivenPackage> All);

/// The package that a comment names for what stands at \p Offset of \p Text: at
/// the end of the line, or alone on the line before:
/// '// aoti-tidy: package=models/ranker.pt2', with '#' in Python. A path with
/// spaces is quoted.
std::optional<std::string> packageHint(llvm::StringRef Text, size_t Offset);

} // namespace aoti_tidy

#endif
