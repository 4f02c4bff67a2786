// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_JSON_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_JSON_H

#include "llvm/Support/JSON.h"

namespace aoti_tidy {

/// Whether a text is nested too deeply for LLVM's recursive parser.
bool isNestedDeeply(llvm::StringRef Json);

bool isYamlNestedDeeply(llvm::StringRef Yaml);

/// Parses an untrusted text. The error continues a sentence about the file: "is
/// not valid JSON: ...".
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
