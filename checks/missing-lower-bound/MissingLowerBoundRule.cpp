// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// Kernels that are named before they are only counted.
constexpr size_t MaxKernels = 3;

struct Need {
  int64_t AtLeast = 0;
  std::vector<const UnsafeAccess *> Accesses;
  std::vector<const FailingAssert *> Asserts;
};

std::map<std::pair<unsigned, unsigned>, Need>
needsOf(const IndexSafety &Safety) {
  std::map<std::pair<unsigned, unsigned>, Need> Needs;
  const auto AddTo = [](auto &Of, const auto &New) {
    if (llvm::none_of(Of, [&](const auto *Old) { return Old->In == New.In; }))
      Of.push_back(&New);
  };
  for (const UnsafeAccess &U : Safety.Unsafe) {
    if (!U.SafeFrom)
      continue;
    Need &N = Needs[{U.Input, U.Dim}];
    N.AtLeast = std::max(N.AtLeast, *U.SafeFrom);
    AddTo(N.Accesses, U);
  }
  for (const FailingAssert &A : Safety.FailingAsserts) {
    Need &N = Needs[{A.Input, A.Dim}];
    N.AtLeast = std::max(N.AtLeast, A.SafeFrom);
    AddTo(N.Asserts, A);
  }
  return Needs;
}

const char *consequence(const EmittedModel &Model, const Kernel &In) {
  if (!isHostCode(Model, In))
    return Model.Device == "cuda"
               ? "after which the process cannot use CUDA any more"
               : "on the device";
  return In.AssertsAbort
             ? "which ends the process, since the kernel is parallel"
             : "and run() throws";
}

class Report {
public:
  explicit Report(const EmittedContext &Context)
      : Context(Context), Model(Context.model()), Exported(Context.exported()) {
  }

  std::optional<Finding> of(unsigned Input, unsigned Dim, const Need &N) const {
    const Dimension *Emitted = inputDimension(Model, Input, Dim);
    if (!Emitted)
      return std::nullopt;
    const Dimension *Declared =
        Exported ? Exported->dimension(Input, Dim) : nullptr;
    std::string Text;
    if (Emitted->Lower < N.AtLeast)
      Text = unguarded(Input, Dim, *Emitted, N);
    else if (Declared && Declared->Lower < N.AtLeast && !Emitted->LowerAlways)
      Text = fmt::format(
          "the exported program lets dimension {} of {} be {}, but kernels "
          "need at least {}; declare it with Dim(..., min={}), and run with "
          "AOTI_RUNTIME_CHECK_INPUTS=1, without which no size is checked",
          Dim, Context.inputText(Input), allowed(Declared->Lower, N), N.AtLeast,
          N.AtLeast);
    else
      return std::nullopt;

    const SizeSymbol *Symbol = sizeSymbol(Model, Input, Dim);
    auto At = lowerGuard(Model, Input, Dim);
    if (!At)
      At = upperGuard(Model, Input, Dim);
    if (!At && !Symbol)
      return std::nullopt;
    Finding F(locate(Model, At ? At->At : Symbol->At), std::move(Text));
    addKernels(N, F.Notes);
    if (Symbol)
      F.Notes.emplace_back(locate(Model, Symbol->At),
                           fmt::format("{}, for which '{} >= {}' has to hold",
                                       sizeText(*Symbol, Dim, Input),
                                       Symbol->Name, N.AtLeast));
    return F;
  }

private:
  /// "0", "0 or 1", "0 to 2"
  static std::string allowed(int64_t From, const Need &N) {
    const int64_t To = N.AtLeast - 1;
    return From == To       ? fmt::format("{}", From)
           : From + 1 == To ? fmt::format("{} or {}", From, To)
                            : fmt::format("{} to {}", From, To);
  }

  std::string unguarded(unsigned Input, unsigned Dim, const Dimension &Emitted,
                        const Need &N) const {
    const std::string Be =
        fmt::format("dimension {} of {} be {}", Dim, Context.inputText(Input),
                    allowed(Emitted.Lower, N));
    const std::string Needs =
        fmt::format("but kernels need at least {}", N.AtLeast);
    if (Model.Checks != InputChecks::OnRequest &&
        Model.Checks != InputChecks::Always)
      return fmt::format("the model lets {}, for it has no checks of its "
                         "inputs, {}; refuse smaller ones before run()",
                         Be, Needs);
    if (!Emitted.LowerChecked)
      return fmt::format(
          "the checks let {}, for they have no lower bound, {}; {}", Be, Needs,
          LowerBoundCure);
    return fmt::format("this check lets {}, {}; declare it with "
                       "Dim(..., min={})",
                       Be, Needs, N.AtLeast);
  }

  void addKernels(const Need &N, std::vector<Note> &Notes) const {
    const auto InputText = [&](size_t I) { return Context.inputText(I); };
    const size_t All = N.Accesses.size() + N.Asserts.size();
    const CodePlace First = N.Accesses.empty() ? N.Asserts.front()->What->At
                                               : N.Accesses.front()->What->At;
    for (const UnsafeAccess *U : N.Accesses)
      if (Notes.size() < MaxKernels)
        Notes.emplace_back(locate(Model, U->What->At),
                           fmt::format("in '{}', {}", U->In->Name,
                                       accessText(Model, *U, InputText)));
    for (const FailingAssert *A : N.Asserts)
      if (Notes.size() < MaxKernels)
        Notes.emplace_back(locate(Model, A->What->At),
                           fmt::format("in '{}', '{}' fails if it is {}, {}",
                                       A->In->Name, A->What->Message,
                                       A->SafeFrom - 1,
                                       consequence(Model, *A->In)));
    if (All > MaxKernels)
      Notes.emplace_back(locate(Model, First),
                         fmt::format("and in {} more", All - MaxKernels));
  }

  const EmittedContext &Context;
  const EmittedModel &Model;
  const ExportedProgram *Exported;
};

} // namespace

/// Finds dimensions of inputs that the emitted checks, or the exported program
/// if given, let be smaller than the kernels need.
///
/// Page: docs/checks/aoti-missing-lower-bound.md
std::vector<Finding> findMissingLowerBound(EmittedContext &Context) {
  const IndexSafety &Safety = Context.indexSafety();
  std::vector<Finding> Findings;
  const Report ReportOf(Context);
  for (const auto &[Where, N] : needsOf(Safety))
    if (auto F = ReportOf.of(Where.first, Where.second, N))
      Findings.push_back(std::move(*F));
  return Findings;
}

} // namespace aoti_tidy
