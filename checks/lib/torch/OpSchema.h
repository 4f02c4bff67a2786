// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_OPSCHEMA_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_OPSCHEMA_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Two overloads are two operators.
struct OpName {
  std::string Namespace; ///< empty if the text does not say
  std::string Name;
  std::string Overload; ///< empty for the default overload

  /// Reads "ns::name.overload"; ns and overload may be missing.
  static std::optional<OpName> parse(llvm::StringRef Text);

  std::string str() const;
};

struct SchemaArgument {
  /// Without alias annotation and fixed length: "Tensor", "SymInt[]?".
  std::string Type;
  std::string Name;
  size_t TypeOffset = 0;  ///< of the type, in the schema's text
  bool IsMutated = false; ///< Tensor(a!)

  bool isSymInt() const { return llvm::StringRef(Type).starts_with("SymInt"); }
  /// int, int[], int? ..., which export takes for constants.
  bool isInt() const {
    const llvm::StringRef T = Type;
    return T == "int" || T.starts_with("int[") || T.starts_with("int?");
  }
};

/// "ns::name.overload(Tensor x, SymInt[2] size, *, int? n=None) -> Tensor"
struct OpSchema {
  OpName Name;
  std::vector<SchemaArgument> Arguments;
  std::vector<std::string> Returns; ///< types
  bool ReturnsAlias = false;        ///< "-> Tensor(a!)": some is an argument

  /// Nothing if torch's parser would refuse \p Text, as far as that matters
  /// here; a name alone is no schema.
  static std::optional<OpSchema> parse(llvm::StringRef Text);

  bool isFunctional() const;

  /// The first argument that is named for a result ("out", "dst", "k_out") of an
  /// op that returns nothing and does not say that it writes: export takes its
  /// calls for dead. nullptr if there is none.
  const SchemaArgument *undeclaredOutput() const;
};

/// Whether an argument of this name is a result: "out", "dst", "k_out".
bool namesOutput(llvm::StringRef Argument);

} // namespace aoti_tidy

#endif
