// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that is done with emitted code: kernels in C++ or Triton are read, bound to
// the wrapper's calls, and their accesses are proved; then everything is reported.
// An input is a wrapper, and behind a line '//--- kernel.cpp' its kernels.
#include "checks/Registry.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "driver/base/CheckList.h"
#include "driver/commands/trace/TraceReport.h"
#include "test/fuzz/Fuzz.h"

using namespace aoti_tidy;

void aoti_tidy::fuzzEmitted(llvm::StringRef Text) {
  const auto [Wrapper, Kernels] = Text.split("//--- kernel.cpp\n");
  EmittedModel Model = readEmittedModel(
      {"x.wrapper.cpp", Wrapper.str()},
      Kernels.empty()
          ? std::nullopt
          : std::optional(EmittedModel::File{"x.kernel.cpp", Kernels.str()}));
  EmittedContext Context(Model);
  for (const CheckInfo &C : allChecks())
    if (EmittedRule *Find = emittedRule(C.Id))
      for (const Finding &F : Find(Context)) {
        promise(!F.Message.empty());
        promise(
            F.Where.File == Model.Files[0].Name ||
            (Model.Files.size() > 1 && F.Where.File == Model.Files[1].Name));
      }
  TraceReport Report;
  Report.Path = "x.wrapper.cpp";
  Report.All = true;
  Report.Models.resize(1);
  TracedModel &Traced = Report.Models.front();
  Traced.Model = std::move(Model);
  Prover Prove;
  Traced.Of = traceIndices(Traced.Model, Prove);
  for (size_t I = 0; I < Traced.Of.Calls.size(); ++I)
    Traced.Calls.push_back(I);
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  writeTraceText(Report, OS);
  writeTraceJson(Report, /*ForPage=*/false, OS);
  writeTraceHtml(Report, OS);
}
