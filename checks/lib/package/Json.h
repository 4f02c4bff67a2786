// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_JSON_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_JSON_H

#include "llvm/Support/JSON.h"

namespace aoti_tidy {

/// Whether a text from anywhere has more levels than any file has that is meant.
/// LLVM's parser calls itself for every level.
bool isNestedDeeply(llvm::StringRef Json);

/// The same for LLVM's parser of YAML.
bool isYamlNestedDeeply(llvm::StringRef Yaml);

/// Parses a text from anywhere. The error is what follows the name of the file
/// in a sentence: "is not valid JSON: ...".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
