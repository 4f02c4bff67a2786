// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/training-mode/ModelMode.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;

enum class Mode { Unknown, Same, Eval, Train };

/// What 'model.Method(...)' makes of the mode.
Mode modeAfter(StringRef Method, Node Call, const File &F) {
  static constexpr StringRef Harmless[] = {
      "load_state_dict", "state_dict",    "parameters", "named_parameters",
      "buffers",         "named_buffers", "zero_grad",  "forward"};
  if (Method == "eval")
    return Mode::Eval;
  if (Method == "train") {
    const python::Call C = namelessCall(Call);
    const Argument *To = C.argument(0, "mode");
    if (!To)
      return C.HasUnpacking ? Mode::Unknown : Mode::Train;
    const auto Known = F.values().booleanOf(To->Value);
    return !Known ? Mode::Unknown : *Known ? Mode::Train : Mode::Eval;
  }
  if (Method != "apply" &&
      (returnsItself(Method) || llvm::is_contained(Harmless, Method)))
    return Mode::Same;
  return Mode::Unknown;
}

/// Whether a function leaves the mode of a model that it is given.
bool leavesMode(StringRef Function) {
  return Function == torchname::Export ||
         Function == torchname::ExportAotCompile || Function == "torch.save" ||
         Function == "copy.deepcopy" || Function == "builtins.print" ||
         Function == "builtins.type" || Function == "builtins.isinstance";
}

class ModelReader {
public:
  ModelReader(const ExportedModel &Model, const File &F)
      : Export(Model.Export->At), F(F) {}

  std::optional<ModeSteps> read(Node Expr) {
    // From the export back to what makes the module; the caller knows which
    // calls do.
    std::vector<Node> Way;
    for (;;) {
      Expr = withoutParentheses(Expr);
      const Node Callee = Expr.field("function");
      const Call *Known = F.callAt(Expr);
      if (Way.size() > MaxDepth || !Expr.isAnyOf({"identifier", "call"}))
        return std::nullopt;
      if (Expr.is("identifier")) {
        Way.push_back(Expr);
        Expr = F.names().assignedValue(Expr);
      } else if (Known && Known->Callee == "copy.deepcopy") {
        const Argument *Of = Known->positional(0);
        Expr = Of ? Of->Value : Node();
      } else if (!Known && Callee.is("attribute") &&
                 returnsItself(Callee.field("attribute").text())) {
        Way.push_back(Expr);
        Expr = Callee.field("object");
      } else {
        break;
      }
    }
    Mode Is = Mode::Train;
    for (Node Step : llvm::reverse(Way))
      Is = Step.is("identifier")
               ? afterName(Is, Step)
               : after(Is, modeAfter(methodOf(Step), Step, F), Step);
    return Is == Mode::Train ? std::optional(std::move(Steps)) : std::nullopt;
  }

private:
  static StringRef methodOf(Node Call) {
    return Call.field("function").field("attribute").text();
  }

  /// The mode after a step.
  Mode after(Mode Before, Mode Step, Node At) {
    if (Before == Mode::Unknown || Step == Mode::Unknown)
      return Mode::Unknown;
    if (Step == Mode::Train && Before == Mode::Eval)
      add(At, ModeStep::TrainsAgain);
    return Step == Mode::Same ? Before : Step;
  }

  /// The mode of what \p Name was given, \p Is, when the export is reached.
  Mode afterName(Mode Is, Node Name) {
    const Node Target = F.names().bindingOf(Name);
    const Node Given = F.names().assignedValue(Name);
    // Between a module and its functions, the text tells no order.
    if (!Target || !(Names::scopeOf(Name) == Names::scopeOf(Target)))
      return Mode::Unknown;
    for (Node Use : F.names().occurrences(Name)) {
      // Before this model was made, it stood for another one.
      if (Use == Target || Use == Name || Use.begin() < Given.end())
        continue;
      const Node Bound = F.names().bindingOf(Use);
      if (!Bound || Bound == Target)
        Is = afterUse(Is, Use, Target);
    }
    return Is;
  }

  Mode afterUse(Mode Is, Node Use, Node Target) {
    const bool IsBefore = Use.end() <= Export.begin();
    if (!IsBefore && !isLoopedWith(Use)) {
      if (isEval(Use))
        add(Use.parent().parent(), ModeStep::EvalsLate);
      return Is;
    }
    // Functions run whenever they are called.
    if (!(Names::scopeOf(Use) == Names::scopeOf(Target)) || !IsBefore)
      return Export.contains(Use) ? Is : Mode::Unknown;
    const Node Above = Use.parent();
    const Node Whole = Above.parent();
    if (Above.is("attribute") && Above.field("object") == Use) {
      const StringRef Attribute = Above.field("attribute").text();
      if (Whole.is("call") && Whole.field("function") == Above)
        return afterCalls(Is, Whole, Use);
      if (Attribute == "training" && Whole.is("assignment") &&
          Whole.field("left") == Above) {
        add(Whole, ModeStep::SetsOneModule);
        return F.values().booleanOf(Whole.field("right")) == false
                   ? Is
                   : Mode::Unknown;
      }
      return Mode::Unknown;
    }
    // model(x)
    if (Above.is("call") && Above.field("function") == Use)
      return Is;
    const Node Call = Above.is("keyword_argument") ? Whole.parent() : Whole;
    const python::Call *Known = F.callAt(Call);
    if (Known && leavesMode(Known->Callee))
      return Is;
    // model = model.to(device): the name's next binding, which is read on its
    // own.
    return Above.is("assignment") && Above.field("left") == Use ? Is
                                                                : Mode::Unknown;
  }

  /// model.to("cuda").eval(), from its first call on.
  Mode afterCalls(Mode Is, Node Call, Node Use) {
    for (;;) {
      const Mode Step = modeAfter(methodOf(Call), Call, F);
      if (Step == Mode::Train && isConditionalFor(Use))
        return Mode::Unknown;
      Is = after(Is, Step, Call);
      const Node Next = Call.parent(), Outer = Next.parent();
      if (!returnsItself(methodOf(Call)) || !Next.is("attribute") ||
          !Outer.is("call") || Outer.field("function") != Next)
        return Is;
      Call = Outer;
    }
  }

  /// Each once: of a name that is bound again, all uses are seen twice.
  void add(Node At, ModeStep Step) {
    if (llvm::none_of(Steps, [&](const auto &S) { return S.first == At; }))
      Steps.push_back({At, Step});
  }

  bool isEval(Node Use) const {
    const Node Above = Use.parent();
    const Node Call = Above.parent();
    return Above.is("attribute") && Above.field("object") == Use &&
           Call.is("call") && Call.field("function") == Above &&
           modeAfter(Above.field("attribute").text(), Call, F) == Mode::Eval;
  }

  /// Whether a loop around the export comes by \p Use as well.
  bool isLoopedWith(Node Use) const {
    for (Node Up = Export.parent(); Up; Up = Up.parent())
      if (Up.isAnyOf({"for_statement", "while_statement"}) && Up.contains(Use))
        return true;
    return false;
  }

  /// Whether \p Use may not have been executed when the export is.
  bool isConditionalFor(Node Use) const {
    Node Around = Use.parent();
    while (Around && !Around.contains(Export))
      Around = Around.parent();
    return isConditional(Use, Around);
  }

  const Node Export;
  const File &F;
  ModeSteps Steps;
};

} // namespace

std::optional<ModeSteps> trainingModeOf(const ExportedModel &Model,
                                        const File &F) {
  return ModelReader(Model, F).read(Model.Model);
}

} // namespace aoti_tidy::python
