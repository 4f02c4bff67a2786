// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SAMEPATH_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SAMEPATH_H

#include "checks/lib/script/Members.h"

namespace aoti_tidy::python {

/// Whether \p A and \p B surely are one path (or string), though the text alone
/// may not say which: the same expression twice, os.path.join(d, "m.pt2"),
/// f"{name}.pt2" or args.output, of names that stand for the same. False if
/// they may differ.
bool isSamePath(Node A, Node B, const File &F);

/// \p Path without conversions between paths and strings: 'p' of str(p).
Node withoutConversion(Node Path, const File &F);

/// Whether the file goes to other folders, from which relative paths count.
bool mayChangeFolder(const File &F);

} // namespace aoti_tidy::python

#endif
