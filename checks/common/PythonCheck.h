// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_PYTHONCHECK_H
#define AOTI_TIDY_CHECKS_COMMON_PYTHONCHECK_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A check of Python files. It shares page, tier and id with the check of C++.
struct Check {
  /// In the order of the text.
  std::vector<Finding> (*Run)(const File &);
  /// A file without any of these words has no finding.
  llvm::ArrayRef<llvm::StringRef> Words;
  /// A finding with notes rests on what runs before what. That the parts of a
  /// document stand one below the other does not say so.
  bool RestsOnOrder = false;
  /// It is about the runs of models, which --runs lists.
  bool TellsRuns = false;
  /// Its true-or-false options, with its id in front.
  llvm::ArrayRef<llvm::StringRef> Flags = {};
  /// And, if it has some, one without any of these has none, either.
  llvm::ArrayRef<llvm::StringRef> AlsoWords = {};
  llvm::StringRef Id = {}; ///< of Checks.def
};

// NamePython of each check that reads Python.
#define AOTI_PYTHON(ID, NAME) extern const Check NAME##Python;
#include "checks/Checks.def"

} // namespace aoti_tidy::python

#endif
