// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/safety/InputGuards.h"
#include <fmt/format.h>
#include <set>

namespace aoti_tidy {
namespace {

/// The lower bound that torch gives a dynamic size by itself.
constexpr int64_t CompilersBound = 2;

/// "0 to 64", "1 or more"
std::string rangeText(const Dimension &D) {
  return D.Upper == Dimension::Unbounded
             ? fmt::format("{} or more", D.Lower)
             : fmt::format("{} to {}", D.Lower, D.Upper);
}

/// "0", "0 and 1", "16 to 20", "65 and more"
std::string sizesText(int64_t From, int64_t To) {
  return To == Dimension::Unbounded ? fmt::format("{} and more", From)
         : From == To               ? fmt::format("{}", From)
         : From + 1 == To           ? fmt::format("{} and {}", From, To)
                                    : fmt::format("{} to {}", From, To);
}

/// The exported and the compiled sizes of one dimension.
class Report {
public:
  Report(const EmittedContext &Context, unsigned Input, unsigned Dim,
         std::vector<Finding> &Findings)
      : Context(Context), Model(Context.model()), Exported(Context.exported()),
        Input(Input), Dim(Dim), Findings(Findings) {}

  void run() {
    const auto Lower = lowerGuard(Model, Input, Dim);
    const auto Upper = upperGuard(Model, Input, Dim);
    if (Lower && Upper && Upper->Bound < Lower->Bound)
      return add(Lower->At,
                 fmt::format("no size passes the checks of dimension {} of "
                             "{}: it must be at least {}, and at most "
                             "{}; make it a constant of the model",
                             Dim, Context.inputText(Input), Lower->Bound,
                             Upper->Bound));
    // Inductor checks its constants as such.
    const Dimension *Declared =
        Exported ? Exported->dimension(Input, Dim) : nullptr;
    if (!Declared || Declared->isConstant())
      return;
    const Dimension *Emitted = inputDimension(Model, Input, Dim);
    if (Lower && Lower->Bound > Declared->Lower)
      add(Lower->At,
          fmt::format("{}; {}",
                      refuses(Declared->Lower, Lower->Bound - 1, *Declared),
                      minimumText(Lower->Bound)),
          Emitted && Emitted->LowerAlways);
    if (Upper && Upper->Bound < Declared->Upper)
      add(Upper->At,
          fmt::format("{}; declare Dim(..., max={}), which is what was "
                      "compiled",
                      refuses(Upper->Bound + 1, Declared->Upper, *Declared),
                      Upper->Bound),
          Emitted && Emitted->UpperAlways);
  }

private:
  static std::string minimumText(int64_t Bound) {
    if (Bound == CompilersBound)
      return "torch compiles for 2 or more by default: declare Dim(..., "
             "min=2), or export with "
             "torch.fx.experimental._config.backed_size_oblivious";
    return fmt::format("declare Dim(..., min={}), which is what was compiled",
                       Bound);
  }

  std::string refuses(int64_t From, int64_t To,
                      const Dimension &Declared) const {
    return fmt::format("this check refuses {} in dimension {} of {}, which the "
                       "exported program allows ({})",
                       sizesText(From, To), Dim, Context.inputText(Input),
                       rangeText(Declared));
  }

  void add(const CodePlace &At, std::string Text, bool IsAlways = false) {
    Finding F(locate(Model, At), std::move(Text));
    if (Model.Checks == InputChecks::OnRequest && !IsAlways)
      if (const auto Gate = runtimeCheckGate(Model))
        F.Notes.emplace_back(
            locate(Model, *Gate),
            "it runs only with AOTI_RUNTIME_CHECK_INPUTS=1; without, "
            "nothing refuses the size, and the kernels were compiled "
            "as if it could not be");
    Findings.push_back(std::move(F));
  }

  const EmittedContext &Context;
  const EmittedModel &Model;
  const ExportedProgram *Exported;
  unsigned Input, Dim;
  std::vector<Finding> &Findings;
};

} // namespace

/// Finds bounds that refuse sizes of the exported program, if given, and pairs
/// of bounds that no size meets, once per symbol.
///
/// Page: docs/checks/aoti-narrowed-range.md
std::vector<Finding> findNarrowedRange(EmittedContext &Context) {
  const EmittedModel &Model = Context.model();
  std::vector<Finding> Findings;
  std::set<std::string> Done;
  for (unsigned Input = 0; Input < Model.Inputs.size(); ++Input) {
    const auto &Dims = Model.Inputs[Input].Dims;
    for (unsigned Dim = 0; Dims && Dim < Dims->size(); ++Dim) {
      const std::string &Symbol = (*Dims)[Dim].Symbol;
      if (Symbol.empty() || Done.insert(Symbol).second)
        Report(Context, Input, Dim, Findings).run();
    }
  }
  return Findings;
}

} // namespace aoti_tidy
