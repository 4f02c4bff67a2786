// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_ONCEPERFILE_H
#define AOTI_TIDY_CHECKS_LIB_CXX_ONCEPERFILE_H

#include "clang/AST/ASTContext.h"
#include <memory>

namespace aoti_tidy {

/// A \p T for the syntax tree of one file: made of it the first time that it is
/// asked for, and gone when the tree goes. A thread lints its files one after
/// the other, so one is kept.
template <typename T> T &oncePerFile(clang::ASTContext &Ctx) {
  struct Kept {
    clang::ASTContext *Of = nullptr;
    std::unique_ptr<T> Known;
  };
  static thread_local Kept Current;
  if (Current.Of != &Ctx) {
    Current.Known = std::make_unique<T>(Ctx);
    Current.Of = &Ctx;
    Ctx.AddDeallocation(
        [](void *Of) {
          if (Of == Current.Of)
            Current = Kept();
        },
        &Ctx);
  }
  return *Current.Known;
}

} // namespace aoti_tidy

#endif
