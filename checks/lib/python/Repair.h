// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_REPAIR_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_REPAIR_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aoti_tidy::python {

/// Bytes [begin, end) of a text.
using ByteRange = std::pair<unsigned, unsigned>;

/// Blanks out the statement of \p Text that has \p Offset in its first line,
/// with the lines behind it that are indented more. A statement with a block
/// loses its first line only, for another head. Returns its place; nullopt if
/// it was blank.
std::optional<ByteRange> leaveOutStatement(std::string &Text, unsigned Offset);

/// Whether \p Range, in which something is broken, goes on behind the statement
/// that it begins in: a line of it is indented no deeper than the first one, or
/// that one is the head of a block.
bool hasSeveralStatements(llvm::StringRef Text, ByteRange Range);

/// The names that \p Lost, a statement that was left out, may give a meaning,
/// as far as that can be seen in what is broken.
std::vector<llvm::StringRef> namesGivenIn(llvm::StringRef Lost);

} // namespace aoti_tidy::python

#endif
