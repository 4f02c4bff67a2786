// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MODULEDEVICES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MODULEDEVICES_H

#include "checks/lib/script/Tensors.h"

namespace aoti_tidy::python {

/// A torch.nn.Module of which it is known where its parameters are.
struct PlacedModule {
  std::string Device; ///< the type: "cpu", "cuda"
  Node Mover;         ///< the call that moved it there; nothing: it never was
  Node Made;          ///< the call of its class
};

/// The module that \p Expr is where \p At is executed: one of torch.nn, or of a
/// class of the file that names no device, which nothing can have moved but
/// calls whose device is known. Nothing if it may be elsewhere.
std::optional<PlacedModule> placedModule(Node Expr, Node At, const File &F,
                                         const Tensors &T);

/// The type of the device that \p Export, a call of torch.export.export or
/// torch._export.aot_compile, exports for: that of the module and of all
/// example inputs. Nothing if it is not known, or they are not all there.
std::optional<std::string> exportedFor(const Call &Export, const File &F,
                                       Tensors &T);

} // namespace aoti_tidy::python

#endif
