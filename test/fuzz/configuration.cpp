// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Config.h"
#include "test/fuzz/Fuzz.h"

using namespace aoti_tidy;

/// The text of a .clang-tidy, as --config gives it.
void aoti_tidy::fuzzConfiguration(llvm::StringRef Text) {
  Options O;
  O.Config = Text.str();
  auto Cfg = Config::create(O, {"/fuzzed/a.cpp", "/fuzzed/b.py"});
  if (!Cfg) {
    promise(!llvm::toString(Cfg.takeError()).empty());
    return;
  }
  promise(!enabledChecks(*Cfg->makeProvider(), "/fuzzed/a.cpp").empty());
}
