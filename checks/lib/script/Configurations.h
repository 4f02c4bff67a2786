// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_CONFIGURATIONS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_CONFIGURATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy::python {

/// The string at \p Keys in \p Text, which is JSON.
std::optional<std::string> stringInJson(llvm::StringRef Text,
                                        llvm::ArrayRef<std::string> Keys);

/// The string at \p Keys in \p Text, which is YAML: of mappings in block style,
/// and plain or quoted strings of one line. What else there is on the way to
/// it is not read.
std::optional<std::string> stringInYaml(llvm::StringRef Text,
                                        llvm::ArrayRef<std::string> Keys);

} // namespace aoti_tidy::python

#endif
