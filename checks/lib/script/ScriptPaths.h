// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTPATHS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTPATHS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The path that \p Expr stands for, as far as the text of the file tells:
/// 'Path(__file__).parent / "m.pt2"', 'p.with_suffix(".pt2")'. It has no '.' and
/// no '..'; a relative one counts from where the script is started, which no
/// script says.
std::optional<std::string> scriptPath(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
