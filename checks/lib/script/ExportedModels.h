// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_EXPORTEDMODELS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_EXPORTEDMODELS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A model that the file exports and compiles with AOTInductor.
struct ExportedModel {
  Node Model;                    ///< the argument
  const Call *Export = nullptr;  ///< what traces it
  const Call *Compile = nullptr; ///< may be the same
};

/// In the order of the text, each export once.
std::vector<ExportedModel> exportedModels(const File &F);

/// The call of a class, or of a function that is not followed, that made the
/// module \p Expr: through names, .to(), .eval() and the like, deepcopy().
/// Nothing if there is no such call.
Node makerOf(Node Expr, const File &F);

/// The class_definition of the file that the call \p Maker makes an object of;
/// nothing if it is none of torch.nn.Module.
Node moduleClassOf(Node Maker, const File &F);

/// The function_definition of that name in the body of \p Class, decorated or
/// not; nothing if there are several.
Node methodNamed(Node Class, llvm::StringRef Name);

/// Whether \p N may not be executed when \p Around is: in a branch, a lambda.
bool isConditional(Node N, Node Around);

/// Whether modules that \p Call is given stay what they are, in the module that
/// it makes or in a list: nn.Sequential(...), layers.append(...).
bool keepsModules(Node Call, const File &F);

/// The calls that surely make the modules of the file's classes that \p Maker and what
/// its class makes in __init__() consist of, \p Maker first.
std::vector<Node> makersWithin(Node Maker, const File &F);

} // namespace aoti_tidy::python

#endif
