// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SAMEPATH_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SAMEPATH_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether \p A and \p B surely are one path (or string), though the text alone
/// may not say which: os.path.join(d, "m.pt2") twice, with one value of 'd';
/// f"{name}.pt2"; args.output. False if they may differ.
bool isSamePath(Node A, Node B, const File &F);

/// A number that is equal for expressions that isSamePath() holds for.
unsigned similarityOf(Node Path, const File &F);

/// Whether something in the file may assign to an attribute of that name,
/// whatever it is of.
bool isAttributeAssigned(llvm::StringRef Name, const File &F);

/// Whether something in the file may do so without writing the attribute:
/// setattr(a, name, x), vars(a).update(...), a.__dict__["name"] = x.
bool isAttributeSetByText(llvm::StringRef Name, const File &F);

/// Whether the file goes to other folders, from which relative paths count.
bool mayChangeFolder(const File &F);

} // namespace aoti_tidy::python

#endif
