// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_TORCHOBJECTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_TORCHOBJECTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether \p Expr surely is a torch.nn.Module: torch.nn.Linear(...), an object
/// of a class of the file that derives from torch.nn.Module, a model of
/// torchvision, timm or transformers, what their .to(), .eval() ... return,
/// ExportedProgram.module(). Through names.
bool isModule(Node Expr, const File &F);

/// Whether \p Expr surely is an ExportedProgram: of torch.export.export or
/// torch.export.load, with or without run_decompositions().
bool isExportedProgram(Node Expr, const File &F);

/// The call that made the ExportedProgram \p Program, before any
/// run_decompositions(): 'torch.export.export(...)' for 'p.run_decompositions()'.
Node withoutDecompositions(Node Program, const File &F);

/// The methods of a module that return the module itself.
bool returnsItself(llvm::StringRef ModuleMethod);

} // namespace aoti_tidy::python

#endif
