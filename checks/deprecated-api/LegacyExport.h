// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H

#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "checks/lib/script/File.h"
#include "checks/lib/torch/PythonNames.h"

namespace aoti_tidy::python {

/// A call of torch._export.aot_compile or torch._inductor.aot_compile, and the
/// calls of torch._export.aot_load that load what it makes: they can only be
/// rewritten together, as a .so cannot be loaded as a package.
struct LegacyExport {
  /// Null if what the load loads is not compiled in the file.
  const Call *Compile = nullptr;
  llvm::SmallVector<const Call *, 2> Loads;

  /// Why it cannot be rewritten by a machine; empty if it can.
  std::string Obstacle;
  /// What a person must look at before it is rewritten; empty: nothing.
  std::string Doubt;
  /// The place of the obstacle or the doubt, if it is not the call.
  Node Where;
  /// The edits of all its calls, of paths and imports; empty if there is an
  /// obstacle.
  std::vector<Edit> Edits;
  /// What each call becomes, in a line, for people: first the compile's.
  std::vector<std::string> Suggestions;

  const Call *first() const { return Compile ? Compile : Loads.front(); }
  /// torch._inductor.aot_compile is not deprecated: only its loads are
  /// reported.
  bool isCompileReported() const {
    return Compile && Compile->Callee == torchname::ExportAotCompile;
  }
  /// The call whose finding has the fix.
  const Call *leader() const {
    return isCompileReported() ? Compile : Loads.front();
  }
  bool isSafe() const { return Obstacle.empty() && Doubt.empty(); }

  /// Of several obstacles the first is said; all doubts are.
  void add(Hurdle H, Node At = {}, llvm::StringRef What = "");
};

/// All of the file, in the order of the text. Every call of the two functions
/// of torch._export is in one of them.
std::vector<LegacyExport> legacyExports(const File &F);

/// A call that compiles, taken apart.
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

/// What is in the way of rewriting it goes to \p Into.
CompileParts readCompile(const Call &C, const File &F, LegacyExport &Into);

/// Finds Parts.Program for torch._inductor.aot_compile(program.module(), ...).
void readProgram(CompileParts &Parts, const File &F, LegacyExport &Into);

/// Makes the call torch._inductor.aoti_compile_and_package(...). \p Torch is
/// the name that torch has there.
void rewriteCompile(const CompileParts &Parts, llvm::StringRef Torch,
                    LegacyExport &Into);
/// The same in one line, shortened, for messages.
std::string packagedCallInBrief(const CompileParts &Parts);

/// Adds the edits of a call of torch._export.aot_load to \p Into, and what it
/// becomes. What it loads is not looked at.
void rewriteLoad(const Call &C, const File &F, llvm::StringRef Torch,
                 LegacyExport &Into);

} // namespace aoti_tidy::python

#endif
