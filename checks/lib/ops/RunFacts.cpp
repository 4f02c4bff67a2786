// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/RunFacts.h"
#include <cassert>

namespace aoti_tidy {

// Checks are made by clang-tidy's factories, which pass nothing of ours along;
// the thread is what a check and the run over its file have in common.
static thread_local RunFacts *Current = nullptr;

RunFacts *RunFacts::current() { return Current; }

RunFacts::Scope::Scope(RunFacts &Facts) {
  assert(!Current && "a thread lints one file at a time");
  Current = &Facts;
}

RunFacts::Scope::~Scope() { Current = nullptr; }

} // namespace aoti_tidy
