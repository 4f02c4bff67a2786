// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_TRACE_PROOFREPORT_H
#define AOTI_TIDY_DRIVER_COMMANDS_TRACE_PROOFREPORT_H

#include "checks/lib/safety/ModelProof.h"
#include "driver/commands/Commands.h"
#include "driver/commands/trace/TraceReport.h"

namespace aoti_tidy {

/// 'package --prove': from which size on a model is safe.
llvm::Expected<Page> provePage(const Options &O);

struct ProvedModel {
  const TracedModel &Of;
  ModelProof Proof;
  TraceCounts Counts;

  /// Whether all accesses of the model are decided.
  bool isComplete() const;
  /// Whether any is, or there is none.
  bool saysAnything() const {
    return isComplete() || Counts.InBounds + Counts.OutOfBounds > 0;
  }
};

ProvedModel proved(const TracedModel &M);

/// What \p Write writes of the models of \p O's one path.
llvm::Expected<Page> pageOfProofs(
    const Options &O, llvm::StringRef Command,
    llvm::function_ref<void(llvm::ArrayRef<ProvedModel>, llvm::raw_ostream &)>
        Write);

void writeProofText(llvm::StringRef Path, llvm::ArrayRef<ProvedModel> Models,
                    llvm::raw_ostream &OS);
/// docs/guides/json.md has the fields.
void writeProofJson(llvm::StringRef Path, llvm::ArrayRef<ProvedModel> Models,
                    llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
