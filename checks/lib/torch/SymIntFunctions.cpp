// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/SymIntFunctions.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

enum class Where { Function, Method, Both };

struct Row {
  llvm::StringLiteral Name;
  Where Twin;
};

constexpr Row Rows[] = {
#define AOTI_SYMINT_FUNCTION(NAME, WHERE) {NAME, Where::WHERE},
#include "checks/lib/torch/SymIntFunctions.def"
};

bool hasTwin(llvm::StringRef Name, Where Only) {
  return llvm::any_of(Rows, [&](const Row &R) {
    return R.Name == Name && (R.Twin == Only || R.Twin == Where::Both);
  });
}

} // namespace

bool hasSymIntFunction(llvm::StringRef Name) {
  return hasTwin(Name, Where::Function);
}

bool hasSymIntMethod(llvm::StringRef Name) {
  return hasTwin(Name, Where::Method);
}

} // namespace aoti_tidy
