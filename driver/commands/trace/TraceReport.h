// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEREPORT_H
#define AOTI_TIDY_DRIVER_COMMANDS_TRACE_TRACEREPORT_H

#include "checks/lib/safety/ModelProof.h"
#include "driver/commands/Commands.h"
#include "driver/commands/trace/TraceWords.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

struct TracedModel {
  std::string Name; ///< in the package; empty for files on disk
  EmittedModel Model;
  InputNames Names;                 ///< of the inputs of Model
  Trace Of;                         ///< points into Model
  std::vector<size_t> Calls;        ///< asked for, into Of.Calls
  std::vector<AssertPlace> Asserts; ///< asked for, if asserts were

  words::NamedModel named() const { return {Model, Names}; }
  std::vector<const TracedCall *> calls() const; ///< that were asked for
  /// Whether nothing of the model's own code was left out.
  bool isRead() const {
    return Of.Safety.MissingKernels.empty() && Model.NotModelled.empty() &&
           Model.Cut.empty();
  }
  /// An assert that was asked for, or an access that it protects.
  bool isAsked(size_t Call, size_t Assert) const;
  bool isAskedAccess(size_t Call, size_t Access) const;
};

/// All models of the one path in \p O; at least one. The parts that could not
/// be read, a sentence each, go to \p Unread.
llvm::Expected<std::vector<TracedModel>>
readTraces(const Options &O, bool WithRanges, std::vector<std::string> &Unread);

struct TraceReport {
  std::string Path;
  std::optional<std::string> Kernel, Assert; ///< those asked for
  bool All = false; ///< accesses in bounds are shown as well

  bool showsProblemsOnly() const { return !All && !Kernel && !Assert; }
  std::vector<TracedModel> Models;
};

struct TraceCounts {
  unsigned OutOfBounds = 0, InBounds = 0, NotDecided = 0;
  unsigned Constant = 0; ///< in bounds, and depend on no size and no contents
  unsigned NotModelled = 0;
};
TraceCounts count(const TracedModel &M);
TraceCounts count(const TracedCall &C);
bool isWhole(const TracedModel &M);

void writeTraceText(const TraceReport &R, llvm::raw_ostream &OS);
/// docs/guides/json.md has the fields. \p ForPage: on one line, with the files.
void writeTraceJson(const TraceReport &R, bool ForPage, llvm::raw_ostream &OS);
void writeTraceHtml(const TraceReport &R, llvm::raw_ostream &OS);

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
