// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_EXECUTIONORDER_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_EXECUTIONORDER_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Calls \p Visit(Node) for what has certainly been executed when \p At is
/// reached: of the statements before it and around it, the imports, the
/// expressions that no condition guards, and the calls that decorators are.
/// What runs in some cases only is left out: branches, bodies of loops, what a
/// 'try' may have left, functions. From a function, all that is executed before
/// its definition counts. Stops as soon as \p Visit returns true, and returns
/// that node.
Node findExecutedBefore(Node At, llvm::function_ref<bool(Node)> Visit);

/// Whether the file starts other processes, or reads modules anew, in which
/// things begin once more that have happened in this one.
bool startsProcesses(const File &F);

/// Whether \p Module is \p Package or a module of it.
inline bool isOrIsIn(llvm::StringRef Module, llvm::StringRef Package) {
  return Module == Package ||
         (Module.starts_with(Package) && Module[Package.size()] == '.');
}

} // namespace aoti_tidy::python

#endif
