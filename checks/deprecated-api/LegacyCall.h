// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYCALL_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYCALL_H

#include "checks/deprecated-api/LegacyExport.h"

namespace aoti_tidy::python {

/// A call of torch._export.aot_compile, or of torch._inductor.aot_compile where
/// torch._export.aot_load loads what it makes, taken apart.
struct CompileParts {
  const Call *At = nullptr;
  /// Of torch._inductor.aot_compile: the exported program whose module it is
  /// given. Null if it is not found.
  Node Program;
  const Argument *Function = nullptr, *Args = nullptr, *Kwargs = nullptr,
                 *Shapes = nullptr, *Options = nullptr;
  std::optional<Dict> Configs; ///< of Options, if it is a literal
  /// Of it: "aot_inductor.output_path".
  std::optional<Dict::Entry> Output;
  /// Where the path says ".so": in Output's value, or in PathValue.
  std::optional<TextRange> Suffix;
  /// What the variable that is Output's value was given.
  Node PathValue;
};

/// What a machine cannot rewrite goes to \p Into, as do doubts.
CompileParts readCompile(const Call &C, const File &F, LegacyExport &Into);

/// Finds Parts.Program for torch._inductor.aot_compile(program.module(), ...).
void readProgram(CompileParts &Parts, const File &F, LegacyExport &Into);

/// The call "torch._inductor.aoti_compile_and_package(...)" that \p Parts
/// become, laid out as they are. \p Torch is the name that torch has there.
std::string packagedCall(const CompileParts &Parts, llvm::StringRef Torch);
/// The same in one line, shortened, for messages.
std::string packagedCallInBrief(const CompileParts &Parts);

/// Adds the edits of a call of torch._export.aot_load to \p Into, and what it
/// becomes. What it loads is not looked at.
void rewriteLoad(const Call &C, const File &F, llvm::StringRef Torch,
                 LegacyExport &Into);

} // namespace aoti_tidy::python

#endif
