// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_FORWARDPARAMETERS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_FORWARDPARAMETERS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The parameters of a module's forward(), without 'self'.
struct ForwardSignature {
  struct Parameter {
    std::string Name;
    bool IsRequired = true;
    bool IsKeywordOnly = false;
  };
  std::vector<Parameter> Parameters; ///< '*args' and '**kwargs' not included
  std::string VarArgs;               ///< "args" of '*args'; empty if none
  bool HasVarKeywords = false;
  Node Function; ///< null if it is torch's

  const Parameter *find(llvm::StringRef Name) const;
  /// The names that inspect.signature(forward).bind() gives what is passed;
  /// nothing if it does not fit, or is in '**kwargs'.
  std::optional<std::vector<std::string>>
  bind(size_t Positional, llvm::ArrayRef<std::string> Keywords) const;
};

/// The signature of forward() of the module that \p Expr stands for: that of
/// its class in the file, or of a class of torch.nn. Nothing if the file does
/// not say.
std::optional<ForwardSignature> forwardOf(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
