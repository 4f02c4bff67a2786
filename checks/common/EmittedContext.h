// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDCONTEXT_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDCONTEXT_H

#include "checks/lib/emitted/KernelModel.h"
#include "checks/lib/package/ExportedProgram.h"
#include "checks/lib/safety/IndexSafety.h"

namespace aoti_tidy {

/// Knowledge besides the code.
struct EmittedSettings {
  /// The program the model was compiled from; null if not known.
  const ExportedProgram *Exported = nullptr;
  /// The package's budget; null if the model is in none.
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
  /// Divisors that depend on what tensors hold are left out.
  std::vector<DivisionByZero> divisionsByZero() const;
  /// The result of indexSafety(), if it was called; else null.
  const IndexSafety *knownIndexSafety() const {
    return Safety ? &*Safety : nullptr;
  }

private:
  const EmittedModel &Model;
  const EmittedSettings Settings;
  std::optional<IndexSafety> Safety;
};

/// Finds a check's mistakes in the emitted code of a model.
using EmittedRule = std::vector<Finding>(EmittedContext &Context);

// findName() of each check of emitted code.
#define AOTI_EMITTED(ID, NAME) EmittedRule find##NAME;
#include "checks/Checks.def"

} // namespace aoti_tidy

#endif
