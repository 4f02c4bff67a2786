// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/frozen-state/FrozenStateRule.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/ShapeSpecs.h"
#include "checks/lib/script/Tensors.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Whether 'self.x' is written there: it is assigned, or changed in place.
bool isWritten(Node Attribute) {
  const Node Above = Attribute.parent();
  if (Above.isAnyOf({"assignment", "augmented_assignment"}))
    return Above.field("left") == Attribute;
  // self.calls.add_(1)
  const StringRef Method = Above.field("attribute").text();
  return Above.is("attribute") && Above.parent().is("call") &&
         Above.parent().field("function") == Above && Method.ends_with("_") &&
         !Method.ends_with("__") && Method != "requires_grad_";
}

/// The code that forward() of a class runs: its body, and those of the methods
/// that it calls on 'self'.
class ForwardCode {
public:
  explicit ForwardCode(Node Class);

  bool contains(Node N) const;
  /// All 'self.Name' in it, in the order of the text.
  std::vector<Node> selfAttributes(llvm::StringRef Name) const;
  /// The names of the attributes of 'self' that it assigns or changes in place.
  std::vector<std::string> writtenNames() const;

private:
  std::vector<Node> Bodies;
  std::vector<Node> Attributes; ///< 'self.x'
};

ForwardCode::ForwardCode(Node Class) {
  std::vector<StringRef> Names = {"forward"};
  for (size_t I = 0; I < Names.size(); ++I) {
    const Node Body = methodNamed(Class, Names[I]).field("body");
    if (!Body)
      continue;
    Bodies.push_back(Body);
    forEachNode(Body, [&](Node N) {
      if (N.isAnyOf({"function_definition", "lambda"}))
        return false;
      if (!N.is("attribute") || N.field("object").text() != "self")
        return true;
      Attributes.push_back(N);
      const StringRef Name = N.field("attribute").text();
      if (N.parent().is("call") && N.parent().field("function") == N &&
          !llvm::is_contained(Names, Name))
        Names.push_back(Name);
      return true;
    });
  }
}

bool ForwardCode::contains(Node N) const {
  return llvm::any_of(Bodies, [&](Node Body) { return Body.contains(N); });
}

std::vector<Node> ForwardCode::selfAttributes(StringRef Name) const {
  std::vector<Node> Result;
  llvm::copy_if(Attributes, std::back_inserter(Result),
                [&](Node N) { return N.field("attribute").text() == Name; });
  return Result;
}

std::vector<std::string> ForwardCode::writtenNames() const {
  std::vector<std::string> Result;
  for (Node N : Attributes)
    if (const std::string Name = N.field("attribute").text().str();
        isWritten(N) && !llvm::is_contained(Result, Name))
      Result.push_back(Name);
  return Result;
}

/// Whether export() may not trace \p N: a condition around it asks for that, or
/// for the mode.
bool isGuarded(Node N) {
  for (Node Up = N.parent(); Up && !Up.is("function_definition");
       Up = Up.parent()) {
    const StringRef Condition =
        Up.isAnyOf({"if_statement", "elif_clause", "conditional_expression"})
            ? Up.text().split(':').first
            : "";
    if (llvm::any_of(llvm::ArrayRef<StringRef>{"training", "export",
                                               "compiling", "tracing",
                                               "scripting"},
                     [&](StringRef Word) { return Condition.contains(Word); }))
      return true;
  }
  return false;
}

/// Whether what \p N gives is only shown: print(self.step).
bool isShown(Node N) {
  for (Node Up = N.parent(); Up && !Up.is("block"); Up = Up.parent()) {
    const StringRef Callee = Up.field("function").text();
    if (Up.is("call") && (Callee == "print" || Callee.contains("log") ||
                          Callee.contains("warn")))
      return true;
    // if os.environ.get("DEBUG"): print(x)
    if (!Up.is("if_statement") || N.begin() >= Up.field("consequence").begin())
      continue;
    return llvm::all_of(Up.field("consequence").children(), [](Node Statement) {
      const auto Below = Statement.children();
      return Statement.isAnyOf(
                 {"raise_statement", "assert_statement", "pass_statement"}) ||
             (Statement.is("expression_statement") && Below.size() == 1 &&
              Below[0].is("call") &&
              !Below[0].field("function").text().ends_with("_"));
    });
  }
  return false;
}

std::optional<OutsideState> outsideStateOf(StringRef Function) {
  using enum OutsideState;
  if (Function.consume_front("random.") ||
      Function.consume_front("numpy.random."))
    return llvm::is_contained({"choice", "gauss", "normal", "permutation",
                               "rand", "randint", "randn", "random",
                               "randrange", "sample", "uniform"},
                              Function)
               ? std::optional(Random)
               : std::nullopt;
  return llvm::StringSwitch<std::optional<OutsideState>>(Function)
      .Cases({"time.time", "time.time_ns"}, Clock)
      .Cases({"os.environ.get", "os.getenv"}, Environment)
      .Cases({"torch.manual_seed", "torch.cuda.manual_seed"}, Seed)
      .Default(std::nullopt);
}

bool isNumber(Node Value) {
  if (Value.is("unary_operator"))
    Value = Value.field("argument");
  return Value.isAnyOf({"integer", "float"});
}

class Checker {
public:
  explicit Checker(const File &F) : F(F), T(F) {}

  std::vector<Finding> check() {
    for (const ExportedModel &M : exportedModels(F)) {
      const Node Maker = makerOf(M.Model, F);
      for (Node Made : makersWithin(Maker, F)) {
        const Node Class = moduleClassOf(Made, F);
        if (Done.insert(Class.id()).second)
          checkClass(Class, M);
      }
      checkSizes(M);
      checkMoves(M);
      checkAdapters(M);
    }
    sortByPlace(Out);
    return std::move(Out);
  }

private:
  void checkClass(Node Class, const ExportedModel &M) {
    const ForwardCode Code(Class);
    for (const std::string &Name : Code.writtenNames())
      checkAttribute(Name, Class, Code, M);
    if (!mayRaise(M))
      checkOutside(Class, Code, M);
  }

  /// Whether the export, as a strict one, raises on such functions: before torch
  /// 2.8 exports are strict unless they are told otherwise.
  bool mayRaise(const ExportedModel &M) const {
    const Argument *Strict = M.Export->keyword("strict");
    if (M.Export == M.Compile || M.Export->HasUnpacking)
      return true;
    return Strict ? F.values().booleanOf(Strict->Value) != false
                  : !F.settings().torchAtLeast({2, 8});
  }

  /// self.step += 1 where self.step is a number; self.calls += 1 where that is a
  /// buffer of one element.
  void checkAttribute(StringRef Name, Node Class, const ForwardCode &Code,
                      const ExportedModel &M) {
    Node Write;
    bool IsRead = false, DependsOnItself = false;
    for (Node N : Code.selfAttributes(Name)) {
      if (isGuarded(N) || isReset(N))
        return;
      if (isWritten(N)) {
        if (!Write)
          Write = N;
        DependsOnItself |= !N.parent().is("assignment");
      } else if (const Node To = assignedFrom(N); To.text() == N.text()) {
        DependsOnItself = true;
      } else if (!isShown(N)) {
        IsRead = true;
      }
    }
    const Node First = firstValue(Name, Class);
    if (!IsRead || !DependsOnItself || !First)
      return;
    const std::string Text = ("self." + Name).str();
    std::string Problem;
    if (isNumber(F.values().resolved(First)))
      Problem = pythonStateProblem(Text, "a Python number");
    else if (isPlainTensor(First) && Write.parent().is("assignment"))
      Problem = pythonStateProblem(Text, "a tensor, but no buffer");
    else if (const int64_t Count = isBuffer(First) ? elementsIn(First) : 0;
             Count > 0 && Count <= mostCompiledIn())
      Problem = smallBufferProblem(Text, Count, mostCompiledIn());
    else
      return;
    report(Write.parent().is("attribute") ? Write.parent().parent()
                                          : Write.parent(),
           std::move(Problem), M, Note(rangeOf(First), firstValueNote().str()));
  }

  /// Whether it gets a value that does not depend on the last one: forward() may
  /// begin anew in each call.
  static bool isReset(Node Attribute) {
    const Node Above = Attribute.parent();
    if (Above.is("attribute"))
      return llvm::is_contained({"zero_", "fill_", "copy_"},
                                Above.field("attribute").text());
    return Above.is("assignment") && Above.field("left") == Attribute &&
           !Above.field("right").text().contains(Attribute.text());
  }

  /// The left side of the assignment whose right side \p N is in.
  static Node assignedFrom(Node N) {
    for (Node Up = N.parent(); Up && !Up.is("block"); Up = Up.parent())
      if (Up.is("assignment"))
        return Up.field("left");
    return {};
  }

  /// What __init__() alone sets the attribute to, once: the value, or what
  /// register_buffer() is given.
  Node firstValue(StringRef Name, Node Class) const {
    const Node Init = methodNamed(Class, "__init__").field("body");
    Node Result;
    unsigned Count = 0;
    forEachNode(Init, [&](Node N) {
      if (N.is("assignment") &&
          N.field("left").text() == ("self." + Name).str()) {
        ++Count;
        Result = N.field("right");
      }
      if (N.is("call") &&
          N.field("function").text() == "self.register_buffer") {
        const Call C = namelessCall(N);
        const Argument *Buffer = C.argument(0, "name");
        const Argument *Value = C.argument(1, "tensor");
        if (Buffer && Value && F.values().wholeString(Buffer->Value) == Name) {
          ++Count;
          Result = Value->Value;
        }
      }
      return true;
    });
    return Count == 1 ? Result : Node();
  }

  bool isBuffer(Node First) const {
    Node Call = First.parent();
    while (Call.isAnyOf({"argument_list", "keyword_argument"}))
      Call = Call.parent();
    return Call.is("call") &&
           Call.field("function").text() == "self.register_buffer";
  }

  /// self.sum = torch.zeros(4)
  bool isPlainTensor(Node First) {
    return First.parent().is("assignment") && T.tensorOf(First).has_value();
  }

  /// Of a tensor of at most one dimension that is longer than 1; else 0.
  int64_t elementsIn(Node Tensor) {
    const auto Value = T.tensorOf(Tensor);
    int64_t Count = Value && Value->Sizes ? 1 : 0;
    for (const Extent &E : Count ? Value->Sizes->Value : IntList())
      Count =
          E && (*E == 1 || Value->Sizes->Value.size() == 1) ? Count * *E : 0;
    return Count;
  }

  /// The compiler takes longer tensors for what they are: torch 2.8 those of
  /// more than 8 elements, 2.13 those of more than one. Only these two were
  /// measured: 2.9 to 2.12 are taken for 2.13, 2.6 and 2.7 for 2.8.
  int64_t mostCompiledIn() const {
    return F.settings().torchAtLeast({2, 9}) ? 1 : 8;
  }

  void checkOutside(Node Class, const ForwardCode &Code,
                    const ExportedModel &M) {
    llvm::StringSet<> Said;
    for (const Call &C : F.calls()) {
      const auto What = outsideStateOf(C.Callee);
      if (!What || !Code.contains(C.At) || isGuarded(C.At) || isShown(C.At) ||
          (*What == OutsideState::Clock && !isComputedWith(C.At)) ||
          (*What == OutsideState::Seed && !Class.text().contains("rand")) ||
          !Said.insert(C.Callee).second)
        continue;
      report(C.At, outsideProblem(*What, C.Callee), M);
    }
  }

  /// Whether a time gets into a tensor: torch.tensor(time.time()), and no
  /// difference of two times.
  bool isComputedWith(Node Time) const {
    for (Node Up = Time.parent(); Up && !Up.is("block"); Up = Up.parent())
      if (const Call *C = F.callAt(Up))
        return isIn(C->Callee, torchname::Torch);
    return false;
  }

  /// int(x.shape[0] * 0.5) where dynamic_shapes says Dim.AUTO or Dim.DYNAMIC; a
  /// Dim with a name raises at the export.
  void checkSizes(const ExportedModel &M) {
    const Argument *Shapes = M.Export->argument(3, "dynamic_shapes");
    const auto Forward =
        Shapes && M.Export != M.Compile ? forwardOf(M.Model, F) : std::nullopt;
    const Node Body = Forward ? Forward->Function.field("body") : Node();
    for (const Call &C : F.calls()) {
      const Argument *Of = C.positional(0);
      if (C.Callee != "builtins.int" || !Of || !Body.contains(C.At) ||
          isGuarded(C.At) || isShown(C.At))
        continue;
      bool IsFrozen = false;
      forEachNode(Of->Value, [&](Node N) {
        if (N.is("call") &&
            N.field("function").field("attribute").text() != "size")
          return false;
        IsFrozen |=
            isDynamicSize(F.values().resolved(N), *Forward, Shapes->Value);
        return true;
      });
      if (IsFrozen)
        report(C.At, frozenSizeProblem(), M);
    }
  }

  /// 'x.shape[0]' and 'x.size(0)' of a parameter of forward().
  bool isDynamicSize(Node Size, const ForwardSignature &Forward,
                     Node Shapes) const {
    const bool IsCall = Size.is("call");
    const Node Holder = Size.field(IsCall ? "function" : "value");
    const Node Tensor = Holder.field("object");
    const Node Bound =
        Tensor.is("identifier") ? F.names().bindingOf(Tensor) : Node();
    const auto *P = Forward.find(Tensor.text());
    if (!P || !Forward.Function.field("parameters").contains(Bound) ||
        Holder.field("attribute").text() != (IsCall ? "size" : "shape"))
      return false;
    Node Dimension = Size.field("subscript");
    if (IsCall) {
      const Call Asked = namelessCall(Size);
      if (const Argument *A = Asked.positional(0))
        Dimension = A->Value;
    }
    const auto Index = F.values().integerOf(Dimension);
    const Node Said =
        shapeEntry(Shapes, P - Forward.Parameters.data(), P->Name, F);
    const auto Shape = Said ? saidShape(Said, F) : std::nullopt;
    return Shape && llvm::any_of(Shape->Dims, [&](const auto &Dim) {
             return Dim.first == Index &&
                    (Dim.second.Is == SaidDimension::Kind::Auto ||
                     Dim.second.Is == SaidDimension::Kind::Dynamic);
           });
  }

  /// "cpu" or "float32": what the first example input is of which that is known.
  std::string exampleIs(const ExportedModel &M, bool IsDevice) {
    const auto From = examplesOf(*M.Export, F);
    for (Node Example : From ? From->All : llvm::SmallVector<Node, 8>())
      if (const auto Value = T.tensorOf(Example);
          Value && Value->Device && Value->Type)
        return IsDevice ? Value->Device->Value.Type
                        : name(Value->Type->Value).str();
    return "";
  }

  /// program.module().cuda(); model.half() between the export and compiling
  void checkMoves(const ExportedModel &M) {
    if (M.Export == M.Compile || F.mentions("move_to_device_pass"))
      return;
    for (Node At : callsBehind(M.Export->At)) {
      const Node Of = At.field("function").field("object");
      const StringRef Method = At.field("function").field("attribute").text();
      const Call C = namelessCall(At);
      const Argument *Given =
          Method == "to" ? C.argument(0, "device") : nullptr;
      const auto Device = Given ? deviceOf(Given->Value, F) : std::nullopt;
      const std::string To =
          llvm::is_contained({"cuda", "double", "half", "bfloat16"}, Method)
              ? Method.str()
          : Device ? Device->Type
                   : "";
      const bool IsDevice = Device || Method == "cuda";
      const Node Made = F.values().resolved(Of).field("function");
      const bool IsModule =
          IsDevice && Made.field("attribute").text() == "module" &&
          F.callAt(F.values().resolved(Made.field("object"))) == M.Export;
      const bool IsModel =
          isSameVariable(Of, M.Model) && At.end() < M.Compile->At.begin();
      const std::string From =
          !To.empty() && (IsModule || IsModel) ? exampleIs(M, IsDevice) : "";
      if (!From.empty() && From != To &&
          !(Method == "double" && From == "float64") &&
          !(Method == "half" && From == "float16"))
        return report(At, moveProblem(Method, From), M);
    }
  }

  /// pipe.load_lora_weights(...) behind the compiling of pipe.transformer
  void checkAdapters(const ExportedModel &M) {
    static constexpr StringRef Methods[] = {
        "add_adapter",       "fuse_lora",         "load_adapter",
        "load_lora_adapter", "load_lora_weights", "merge_adapter",
        "set_adapters"};
    Node Root = M.Model;
    while (Root.is("attribute"))
      Root = Root.field("object");
    if (F.mentions("load_constants") || F.mentions("update_constant"))
      return;
    for (Node At : callsBehind(M.Compile->At)) {
      const Node Callee = At.field("function"), Of = Callee.field("object");
      const bool IsOfModel =
          isSameVariable(Of, Root) || Of.text() == M.Model.text();
      // It is compiled once more.
      const bool IsAgain = llvm::any_of(F.calls(), [&](const Call &C) {
        return C.Callee == M.Export->Callee && C.At.begin() > At.begin();
      });
      if (IsOfModel && !IsAgain &&
          llvm::is_contained(Methods, Callee.field("attribute").text()))
        return report(At, adapterProblem(Callee.field("attribute").text()), M);
    }
  }

  /// The calls of methods that the function of \p N has behind it.
  std::vector<Node> callsBehind(Node N) const {
    std::vector<Node> Result;
    llvm::copy_if(F.names().calls(), std::back_inserter(Result), [&](Node C) {
      return C.field("function").is("attribute") && C.begin() >= N.end() &&
             Names::scopeOf(C) == Names::scopeOf(N);
    });
    return Result;
  }

  bool isSameVariable(Node A, Node B) const {
    return A.is("identifier") && B.is("identifier") && F.names().bindingOf(A) &&
           F.names().bindingOf(A) == F.names().bindingOf(B);
  }

  void report(Node At, std::string Text, const ExportedModel &M,
              std::optional<Note> First = std::nullopt) {
    std::vector<Note> Notes;
    if (First)
      Notes.push_back(std::move(*First));
    Notes.emplace_back(rangeOf(M.Export->At), exportNote().str());
    Out.emplace_back(rangeOf(At), std::move(Text), std::move(Notes));
  }

  const File &F;
  Tensors T;
  llvm::SmallPtrSet<const void *, 8> Done;
  std::vector<Finding> Out;
};

} // namespace

static constexpr StringRef Words[] = {"aoti_compile_and_package",
                                      "aot_compile"};

const Check FrozenStatePython = {
    [](const File &F) { return Checker(F).check(); }, Words};

} // namespace aoti_tidy::python
