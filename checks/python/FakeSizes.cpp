// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/Checks.h"
#include "checks/python/FakeKernels.h"
#include "checks/python/FakeValues.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Longer expressions are not repeated in messages.
constexpr size_t MaxQuoted = 48;

std::string quoted(Node N) {
  const StringRef Text = N.text();
  return Text.size() > MaxQuoted || Text.contains('\n') ? "it" : Text.str();
}

/// Finds in fakes what makes numbers of symbols, and what asks for data.
class Reader {
public:
  explicit Reader(const File &F) : F(F) {}

  std::vector<Finding> read();

private:
  /// A call by which a helper is reached.
  using Calls = std::vector<Node>;

  void function(const FakeValues &V, const Calls &By);
  void helper(Node Call, const FakeValues &V, const Calls &By);
  void visit(Node N, const FakeValues &V, const Calls &By);
  void call(Node N, const FakeValues &V, const Calls &By);
  void conversion(Node Call, StringRef Function, Node Of, const FakeValues &V,
                  const Calls &By);
  void loop(Node Range, const Calls &By);
  void condition(Node Of, const FakeValues &V, const Calls &By);
  bool isSkipped(Node N) const;

  /// Null if something was found there already, by another fake.
  Finding *add(Node At, std::string Text, const Calls &By);
  static void replace(Finding *In, Node Old, std::string New) {
    if (In)
      In->Fix.push_back({TextRange::of(Old), std::move(New)});
  }

  const File &F;
  const FakeKernel *Kernel = nullptr;
  llvm::DenseSet<unsigned> Seen;
  std::vector<Finding> Result;
};

/// What runs only when something has gone wrong already, or only without symbols.
bool Reader::isSkipped(Node N) const {
  if (N.isAnyOf({"function_definition", "class_definition", "lambda",
                 "raise_statement"}))
    return true;
  const Node Parent = N.parent();
  if (Parent.is("assert_statement"))
    return !(Parent.children().front() == N);
  if (!N.is("block") && !Parent.is("conditional_expression"))
    return false;
  Node Condition = Parent.field("condition");
  if (Parent.is("else_clause"))
    Condition = Parent.parent().field("condition");
  if (Parent.is("conditional_expression")) {
    const auto Parts = Parent.children();
    if (Parts.size() != 3 || Parts[1] == N)
      return false;
    Condition = Parts[1];
  }
  // Whoever asks has a reason.
  for (StringRef Asked : {"isinstance", "is_compiling", "is_meta", "device",
                          "is_dynamo_compiling", "is_scripting", "is_fake",
                          "is_exporting", "hasattr", "type("})
    if (Condition.text().contains(Asked))
      return true;
  return false;
}

Finding *Reader::add(Node At, std::string Text, const Calls &By) {
  if (!Seen.insert(At.begin()).second)
    return nullptr;
  Finding &Found = Result.emplace_back();
  Found.Where = TextRange::of(At);
  Found.Text = std::move(Text);
  for (const Node &Call : llvm::reverse(By))
    Found.Notes.push_back({TextRange::of(Call), "called here", {}});
  if (!Kernel->Registration.is("decorator"))
    Found.Notes.push_back({TextRange::of(Kernel->Registration),
                           "registered as a fake here",
                           {}});
  return &Found;
}

void Reader::conversion(Node Call, StringRef Function, Node Of,
                        const FakeValues &V, const Calls &By) {
  const std::string Text = quoted(Call);
  if (V.isDatum(Of) || (Function != "range" && V.isComputed(Of))) {
    add(Call,
        fmt::format("'{}' asks for the data of a tensor in a fake, where there "
                    "is none: export fails; a size that depends on data is "
                    "'torch.library.get_ctx().new_dynamic_size()'",
                    Text),
        By);
    return;
  }
  if (!V.isSize(Of))
    return;
  if (Function == "range") {
    loop(Call, By);
    return;
  }
  const std::string Size = quoted(Of);
  if (Function == "float") {
    Finding *Found = add(
        Call,
        fmt::format("'{}' freezes a dynamic dimension in a fake; use "
                    "'torch.sym_float({})'",
                    Text, Size),
        By);
    if (F.names().qualifiedName(Call.field("function")) == "builtins.float" &&
        llvm::any_of(F.names().imports(), [](const Import &I) {
          return I.Bound == "torch" && I.Module == "torch" &&
                 Names::scopeOf(I.Clause).is("module");
        }))
      replace(Found, Call.field("function"), "torch.sym_float");
    return;
  }
  // Quotients and roots are no integers yet.
  bool IsInteger = true;
  forEachNode(Of, [&](Node N) {
    if ((N.is("binary_operator") && (N.field("operator").text() == "/" ||
                                     N.field("operator").text() == "**")) ||
        N.is("float") || (N.is("identifier") && F.names().assignedValue(N)) ||
        (N.is("call") && !N.field("function").is("attribute")))
      IsInteger = false;
    return IsInteger;
  });
  if (!IsInteger) {
    add(Call,
        fmt::format("'{}' freezes a dynamic dimension in a fake; use "
                    "'torch.sym_int({})', or integers all the way ('//')",
                    Text, Size),
        By);
    return;
  }
  Finding *Found =
      add(Call,
          fmt::format("'{}' freezes a dynamic dimension in a fake; use '{}'", Text,
                      Size),
          By);
  const bool IsSimple = Of.isAnyOf({"identifier", "attribute", "call",
                                    "subscript"});
  replace(Found, Call,
          IsSimple ? Of.text().str() : "(" + Of.text().str() + ")");
}

void Reader::loop(Node Range, const Calls &By) {
  add(Range,
      fmt::format("'{}' freezes a dynamic dimension in a fake: the loop runs as "
                  "often as the example's size says; compute without it",
                  quoted(Range)),
      By);
}

/// 'if', 'while', 'assert' and the like need to know at once.
void Reader::condition(Node Of, const FakeValues &V, const Calls &By) {
  llvm::SmallVector<Node, 8> Open = {Of};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    if (N.isAnyOf({"boolean_operator", "parenthesized_expression",
                   "not_operator"})) {
      Open.append(N.children());
      continue;
    }
    if (N && V.isDatum(N))
      add(N,
          fmt::format("'{}' asks for the data of a tensor in a fake, where "
                      "there is none: export fails; decide by sizes, or leave "
                      "it to the kernel",
                      quoted(N)),
          By);
  }
}

void Reader::call(Node N, const FakeValues &V, const Calls &By) {
  const Node Callee = N.field("function");
  const auto Arguments = N.field("arguments").children();
  if (Callee.is("attribute")) {
    const StringRef Method = Callee.field("attribute").text();
    const Node Object = Callee.field("object");
    if (Method == "numel" && Arguments.empty() && V.isSizes(Object)) {
      Finding *Found = add(
          N,
          fmt::format("'{}' freezes every dynamic dimension in it, other than a "
                      "tensor's 'numel()'; use 'math.prod({})'",
                      quoted(N), quoted(Object)),
          By);
      // x.shape.numel() is x.numel().
      const Node Tensor = Object.field("object");
      if (Object.is("attribute") && V.isTensor(Tensor))
        replace(Found, Object, Tensor.text().str());
      return;
    }
    if (Method == "bit_length" && V.isSize(Object)) {
      add(N,
          fmt::format("'{}' freezes a dynamic dimension in a fake", quoted(N)), By);
      return;
    }
    if (Method == "data_ptr" && V.isComputed(Object)) {
      add(N,
          fmt::format("'{}' asks for the data of a tensor in a fake, where "
                      "there is none: export fails",
                      quoted(N)),
          By);
      return;
    }
  }
  const auto Name = F.names().qualifiedName(Callee);
  if (!Name) {
    if (Callee.is("identifier"))
      helper(N, V, By);
    return;
  }
  if (Arguments.empty())
    return;
  const Node First = Arguments.front();
  StringRef Function = *Name;
  if (Function == "builtins.len" && V.isTensor(First)) {
    // 'range(x.shape[0])' would be no better.
    const Node Around = N.parent().parent();
    if (Around.is("call") && F.names().qualifiedName(Around.field(
                                 "function")) == "builtins.range") {
      loop(Around, By);
      return;
    }
    Finding *Found = add(N,
                         fmt::format("'{}' freezes the first dimension of '{}' "
                                     "in a fake; use '{}.shape[0]'",
                                     quoted(N), quoted(First), quoted(First)),
                         By);
    const bool IsSimple = First.isAnyOf({"identifier", "attribute", "call",
                                         "subscript"});
    if (IsSimple)
      replace(Found, N, First.text().str() + ".shape[0]");
  } else if (Function == "builtins.int" || Function == "builtins.float" ||
             Function == "builtins.bool" || Function == "operator.index") {
    if (Function == "builtins.bool" && !V.isDatum(First))
      return;
    Function.consume_front("builtins.");
    conversion(N, Function, First, V, By);
  } else if (Function == "builtins.range") {
    for (const Node &A : Arguments)
      conversion(N, "range", A, V, By);
  } else if (Function == "builtins.map" && Arguments.size() == 2 &&
             F.names().qualifiedName(First) == "builtins.int" &&
             V.isSizes(Arguments[1])) {
    Finding *Found =
        add(N,
            fmt::format("'{}' freezes every dynamic dimension in it; use '{}'",
                        quoted(N), quoted(Arguments[1])),
            By);
    replace(Found, N, Arguments[1].text().str());
  } else if (llvm::is_contained({StringRef("math.sqrt"), StringRef("math.log"),
                                 StringRef("math.log2"),
                                 StringRef("math.isqrt"),
                                 StringRef("math.gcd")},
                                Function)) {
    if (llvm::any_of(Arguments, [&](Node A) { return V.isSize(A); }))
      add(N,
          fmt::format("'{}' freezes a dynamic dimension in a fake{}", quoted(N),
                      Function == "math.sqrt" ? "; use '** 0.5'" : ""),
          By);
  } else if (Function == "torch.tensor") {
    const auto Elements = F.values().elementsOf(First);
    if (V.isSizes(First) || V.isSize(First) ||
        (Elements && llvm::any_of(*Elements, [&](Node E) {
           return V.isSize(E);
         })))
      add(N,
          fmt::format("'{}' freezes the dynamic dimensions in it: a fake has no data "
                      "to put them into; use 'torch.empty'",
                      quoted(N)),
          By);
  } else if (Function == "builtins.divmod") {
    if (V.isSize(First))
      add(N,
          fmt::format("'{}' fails when export makes the size dynamic; use '//' "
                      "and '%'",
                      quoted(N)),
          By);
  } else if (Function == "builtins.list" || Function == "builtins.enumerate") {
    if (V.isTensor(First))
      add(N,
          fmt::format("'{}' goes through a tensor and freezes its first dimension in "
                      "a fake",
                      quoted(N)),
          By);
  } else if (Function == "torch.equal" || Function == "torch.allclose" ||
             Function == "torch.is_nonzero") {
    if (V.isComputed(First))
      add(N,
          fmt::format("'{}' asks for the data of a tensor in a fake, where there "
                      "is none: export fails; leave it to the kernel",
                      quoted(N)),
          By);
  }
}

/// A function of the file that the fake calls is part of it.
void Reader::helper(Node Call, const FakeValues &V, const Calls &By) {
  const Node Function = F.names().definition(Call.field("function"));
  if (!Function.is("function_definition") || By.size() >= 2 ||
      Function.parent().is("decorated_definition"))
    return;
  const FakeValues Own(F, Function);
  llvm::SmallVector<StringRef, 8> Tensors, Sizes;
  size_t Position = 0;
  for (const Node &A : Call.field("arguments").children()) {
    if (A.isSplat())
      break;
    const bool IsNamed = A.is("keyword_argument");
    if (!IsNamed && Position >= Own.parameters().size())
      break;
    const StringRef Name = IsNamed ? A.field("name").text()
                                   : Own.parameters()[Position++].text();
    const Node Value = IsNamed ? A.field("value") : A;
    if (V.isTensor(Value))
      Tensors.push_back(Name);
    else if (V.isSize(Value))
      Sizes.push_back(Name);
  }
  Calls Through = By;
  Through.push_back(Call);
  function(FakeValues(F, Function, Tensors, Sizes), Through);
}

void Reader::visit(Node N, const FakeValues &V, const Calls &By) {
  if (N.is("call")) {
    call(N, V, By);
  } else if (N.isAnyOf({"if_statement", "while_statement", "elif_clause"})) {
    condition(N.field("condition"), V, By);
  } else if (N.isAnyOf({"assert_statement", "if_clause"})) {
    if (const auto Parts = N.children(); !Parts.empty())
      condition(Parts.front(), V, By);
  } else if (N.is("conditional_expression")) {
    if (const auto Parts = N.children(); Parts.size() == 3)
      condition(Parts[1], V, By);
  } else if (N.isAnyOf({"for_statement", "for_in_clause"})) {
    const Node Over = N.field("right");
    if (V.isTensor(Over))
      add(Over,
          fmt::format("a loop over '{}' freezes its first dimension in "
                      "a fake",
                      quoted(Over)),
          By);
  } else if (N.is("binary_operator") && N.field("operator").text() == "*") {
    const Node Left = N.field("left"), Right = N.field("right");
    const auto IsSequence = [](Node Of) {
      return Of.isAnyOf({"list", "tuple"});
    };
    if ((IsSequence(Left) && V.isSize(Right)) ||
        (IsSequence(Right) && V.isSize(Left)))
      add(N,
          fmt::format("'{}' freezes a dynamic dimension in a fake: it has as "
                      "many elements as the example's size says",
                      quoted(N)),
          By);
  } else if (N.is("attribute") && N.field("attribute").text() == "nbytes" &&
             V.isTensor(N.field("object"))) {
    const std::string Tensor = N.field("object").text().str();
    Finding *Found =
        add(N,
            fmt::format("'{}' fails on a tensor of dynamic sizes; use '{}.numel() "
                        "* {}.element_size()'",
                        quoted(N), Tensor, Tensor),
            By);
    replace(Found, N, "(" + Tensor + ".numel() * " + Tensor +
                          ".element_size())");
  }
}

void Reader::function(const FakeValues &V, const Calls &By) {
  forEachNode(V.function().field("body"), [&](Node N) {
    if (!(N == V.function().field("body")) && isSkipped(N))
      return false;
    visit(N, V, By);
    return true;
  });
}

std::vector<Finding> Reader::read() {
  for (const FakeKernel &K : fakeKernelsIn(F)) {
    Kernel = &K;
    function(FakeValues(F, K.Function), {});
  }
  llvm::sort(Result, [](const Finding &A, const Finding &B) {
    return A.Where.Begin < B.Where.Begin;
  });
  return std::move(Result);
}

} // namespace

std::vector<Finding> symIntMeta(const File &F) { return Reader(F).read(); }

} // namespace aoti_tidy::python
