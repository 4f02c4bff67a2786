// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_ARGUMENTDEFAULTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_ARGUMENTDEFAULTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// What an argument of the command line is where it is not given.
struct ArgumentDefault {
  Node Value;
  std::string Flag; ///< "--model-path"
};

/// Of 'args.model_path', the attribute \p Name of what the call \p Parse,
/// 'parser.parse_args()', gives: what add_argument("--model-path", default=...)
/// of the same parser says. Nothing if the parser may be told otherwise by
/// something else than the command line that the program is started with.
std::optional<ArgumentDefault> argumentDefault(Node Parse, llvm::StringRef Name,
                                               const File &F);

} // namespace aoti_tidy::python

#endif
