// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_BASELINE_H
#define AOTI_TIDY_DRIVER_REPORT_BASELINE_H

#include "driver/base/Finding.h"
#include "llvm/Support/Error.h"

namespace aoti_tidy {

/// The findings that a repository has accepted, as a file with one a line, sorted.
class Baseline {
public:
  /// Findings that are alike: the same check says the same of equal lines of a
  /// file.
  struct Entry {
    std::string File, Check, Fingerprint, Message;
    unsigned Count = 0;
  };

  static Baseline of(llvm::ArrayRef<Finding> Findings);
  /// The error says what is wrong with the file, and what to do.
  static llvm::Expected<Baseline> read(llvm::StringRef Path);
  std::string text() const;

  /// Takes the findings that it has out of \p Findings and returns their number. A new
  /// message about a known line is a new finding.
  unsigned takeKnown(std::vector<Finding> &Findings);
  /// The entries that takeKnown() has not found.
  std::vector<Entry> gone() const;

  size_t findings() const;
  size_t files() const;

private:
  std::vector<Entry> Entries; ///< sorted
};

} // namespace aoti_tidy

#endif
