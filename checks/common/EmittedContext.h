// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDCONTEXT_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDCONTEXT_H

#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/package/ExportedProgram.h"
#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// The option that EmittedSettings::Index has BeyondBounds from.
inline constexpr llvm::StringLiteral BeyondBoundsOption =
    "aoti-unchecked-dynamic-index.BeyondDeclaredBounds";

/// What is known besides the code.
struct EmittedSettings {
  /// What the model was made of; null if that is not known.
  const ExportedProgram *Exported = nullptr;
  /// Of aoti-unchecked-dynamic-index.
  IndexSettings Index;
  /// What is left to do for the package; null if the model is of none.
  Work *OfPackage = nullptr;
};

/// The emitted code of one model, as its checks see it: what several of them
/// ask for is found out once.
class EmittedContext {
public:
  explicit EmittedContext(const EmittedModel &Model,
                          const EmittedSettings &Settings = {})
      : Model(Model), Settings(Settings) {}

  const EmittedModel &model() const { return Model; }
  const ExportedProgram *exported() const { return Settings.Exported; }
  /// "input 1", with what forward() calls it where an exported program tells:
  /// "input 1 ('mask')".
  std::string inputText(size_t Input) const;
  /// Takes seconds for a large model, the first time.
  const IndexSafety &indexSafety();
  /// What indexSafety() found, if anything has asked for it.
  const IndexSafety *knownIndexSafety() const {
    return Safety ? &*Safety : nullptr;
  }

private:
  const EmittedModel &Model;
  const EmittedSettings Settings;
  std::optional<IndexSafety> Safety;
};

/// What a check finds in the emitted code of a model.
using EmittedRule = std::vector<Finding>(EmittedContext &Context);

} // namespace aoti_tidy

#endif
