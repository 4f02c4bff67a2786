// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program for all targets, which goes by its name: fuzz-python is a link to it.
// Each alone would hold all of Clang.
#include "test/fuzz/Fuzz.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

using Target = void (*)(StringRef Text);

Target targetOf(StringRef Name) {
  return llvm::StringSwitch<Target>(Name)
      .Case("fuzz-package", fuzzPackage)
      .Case("fuzz-library", fuzzLibrary)
      .Case("fuzz-wrapper", fuzzWrapper)
      // The same work; the seeds differ.
      .Cases({"fuzz-kernel", "fuzz-triton"}, fuzzEmitted)
      .Case("fuzz-prover", fuzzProver)
      .Case("fuzz-python",
            [](StringRef Text) { fuzzScript(Text, "/fuzzed/a.py"); })
      .Case("fuzz-notebook",
            [](StringRef Text) { fuzzScript(Text, "/fuzzed/a.ipynb"); })
      .Case("fuzz-markdown",
            [](StringRef Text) { fuzzScript(Text, "/fuzzed/a.md"); })
      .Case("fuzz-suppressions", fuzzSuppressions)
      .Case("fuzz-configuration", fuzzConfiguration)
      .Case("fuzz-log", fuzzLog)
      .Default(nullptr);
}

Target Chosen = nullptr;

} // namespace

// What libFuzzer calls; the project's symbols are hidden by default.
#define AOTI_FUZZER_ENTRY extern "C" __attribute__((visibility("default")))

AOTI_FUZZER_ENTRY int LLVMFuzzerInitialize(const int *, char ***Argv) {
  Chosen = targetOf(llvm::sys::path::filename((*Argv)[0]));
  if (Chosen)
    return 0;
  llvm::errs() << "call this through a link that names a target, as "
                  "fuzz-python\n";
  std::exit(2);
}

AOTI_FUZZER_ENTRY int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const std::string Text(reinterpret_cast<const char *>(Data), Size);
  Chosen(Text);
  return 0;
}
