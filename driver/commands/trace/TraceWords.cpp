// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/trace/TraceWords.h"
#include "checks/lib/package/Conformance.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/InputGuards.h"
#include "checks/lib/safety/ModelProof.h"
#include "driver/base/Errors.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

namespace aoti_tidy::words {
namespace {

using Kind = TracedName::Kind;
using Op = IndexExpr::Op;

/// "tmp0#2" is tmp0.
std::string withoutNumbers(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    const auto [Before, After] = Text.split('#');
    Result += Before;
    Text = After.drop_while([](char C) { return llvm::isDigit(C); });
  }
  return Result;
}

bool isLong(llvm::StringRef Expression) { return Expression.size() > 100; }

/// The closing parenthesis of one before \p Text.
size_t closing(llvm::StringRef Text) {
  unsigned Depth = 1;
  for (size_t I = 0; I < Text.size(); ++I) {
    Depth += Text[I] == '(';
    Depth -= Text[I] == ')';
    if (Depth == 0)
      return I;
  }
  return llvm::StringRef::npos;
}

bool isDynamic(const TensorContract &T) {
  return !T.Dims || !llvm::all_of(*T.Dims, [](const Dimension &D) {
    return D.isConstant();
  });
}

std::string given(const NamedModel &Model, const TracedCall &Call,
                  const TracedIndex &I, const Buffer *Memory,
                  llvm::ArrayRef<std::vector<std::optional<int64_t>>> Shapes,
                  const Witness &Values) {
  const auto Tensor = [&](const Buffer &B) {
    return B.Input ? Model.input(*B.Input) : tensor(B);
  };
  std::vector<std::string> Texts;
  for (unsigned Input = 0; Input < Shapes.size(); ++Input) {
    const bool Matters = (Memory && Memory->Input == Input) ||
                         llvm::any_of(I.Names, [&](unsigned Name) {
                           const TracedName &N = Call.Names[Name];
                           return N.Is == Kind::InputSize && N.Input == Input;
                         });
    if (Matters && !Shapes[Input].empty() && isDynamic(Model->Inputs[Input]))
      Texts.push_back(fmt::format("{} has shape {}", Model.input(Input),
                                  shapeText(Shapes[Input])));
  }
  for (const unsigned Name : I.Names) {
    const TracedName &N = Call.Names[Name];
    const auto Value = Values.find(N.What);
    if (Value == Values.end())
      continue;
    if (N.Is == Kind::Item && N.Memory)
      Texts.push_back(
          fmt::format("{} is {}", Tensor(*N.Memory), Value->second));
    else if (N.Is == Kind::Loaded && N.Memory)
      Texts.push_back(
          fmt::format("{} holds {}", Tensor(*N.Memory),
                      contentsText(*Call.In, N.What.Name, Value->second)));
    else if (N.Is == Kind::Item || N.Is == Kind::Loaded ||
             N.Is == Kind::OperatorSize)
      Texts.push_back(fmt::format("{} is {}", N.Name, Value->second));
  }
  return joinedByAnd(Texts);
}

/// "input 1 is outside [-s77, s77)", for an assert about the range of one value
/// of an input; else empty.
std::string outside(const NamedModel &Model, const TracedCall &Call,
                    const TracedAssert &A) {
  const auto Range = rangeOf(Call, A);
  return Range ? fmt::format("{} is outside [{}, {})",
                             Model.input(*Range->Of->Input),
                             expression(Range->From), expression(Range->Below))
               : "";
}

} // namespace

std::string stops(const NamedModel &Model,
                  llvm::ArrayRef<const TracedCall *> Calls) {
  unsigned Failing = 0, Open = 0;
  std::vector<std::string> Ranges, Checks;
  std::string Example;
  const auto Add = [](std::vector<std::string> &To, std::string Text) {
    if (!llvm::is_contained(To, Text))
      To.push_back(std::move(Text));
  };
  for (const TracedCall *C : Calls) {
    for (const TracedAssert &A : C->Asserts) {
      Open += A.Decision.Is == Prover::Answer::Unknown;
      if (A.Decision.Is != Prover::Answer::Refuted)
        continue;
      ++Failing;
      Add(Ranges, outside(Model, *C, A));
      if (Example.empty())
        Example = failure(Model, *C, A);
    }
    for (const TracedAccess &A : C->Accesses)
      for (const IndexExpr &Check : A.Checks)
        Add(Checks, expression(Check));
  }
  constexpr size_t MaxNamed = 2;
  const bool AreNamed =
      Ranges.size() <= MaxNamed && !llvm::is_contained(Ranges, "");
  std::vector<std::string> Texts;
  if (Failing)
    Texts.push_back(fmt::format(
        "{} the run{}", count(Failing, "assert stops", "asserts stop"),
        AreNamed          ? " if " + llvm::join(Ranges, " or ")
        : Example.empty() ? " for some inputs"
                          : ", for example if " + Example));
  if (Open)
    Texts.push_back(fmt::format("whether {} {}{} stop it is not decided", Open,
                                Failing ? "more " : "",
                                Open == 1 ? "assert can" : "asserts can"));
  const std::string Checked = llvm::join(Checks, " and ");
  if (!Checks.empty())
    Texts.push_back(Checks.size() > MaxNamed || isLong(Checked)
                        ? "checks of the wrapper stop the run for some inputs"
                        : "the wrapper stops the run unless " + Checked);
  return llvm::join(Texts, "; ");
}

std::string place(const EmittedModel &Model, const CodePlace &At) {
  llvm::StringRef File = llvm::sys::path::filename(
      Model.Files[At.File].Name, llvm::sys::path::Style::posix);
  if (File.find('.') == 52)
    File = File.drop_front(53);
  return fmt::format("{}:{}", shown(File), At.Line);
}

std::string expression(const IndexExpr &E) {
  if (E.op() == Op::Add && E.operands()[0].op() == Op::Constant) {
    const int64_t Constant = E.operands()[0].constant();
    const IndexExpr Rest =
        IndexExpr::make(Op::Add, E.operands().drop_front().vec());
    return fmt::format("{} {} {}", withoutNumbers(Rest.str()),
                       Constant < 0 ? '-' : '+',
                       Constant < 0 ? -uint64_t(Constant) : uint64_t(Constant));
  }
  return withoutNumbers(E.str());
}

std::string code(llvm::StringRef Text) {
  constexpr llvm::StringRef Cast = "static_cast<int64_t>(";
  std::string Result = Text.str();
  size_t From = 0;
  while ((From = Result.find(Cast, From)) != std::string::npos) {
    const size_t Begin = From + Cast.size();
    const size_t Length = closing(llvm::StringRef(Result).drop_front(Begin));
    if (Length == llvm::StringRef::npos)
      break;
    const std::string Inner = Result.substr(Begin, Length);
    const size_t End = Begin + Length + 1;
    const bool IsWhole =
        (From > 0 && Result[From - 1] == '[' && Result[End] == ']') ||
        llvm::all_of(Inner,
                     [](char C) { return llvm::isAlnum(C) || C == '_'; });
    const std::string Bare = IsWhole ? Inner : "(" + Inner + ")";
    Result.replace(From, End - From, Bare);
  }
  // Triton's "in_ptr0 + (x1)".
  for (size_t At = 0; (At = Result.find(" (", At)) != std::string::npos; ++At) {
    const size_t End = Result.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyz0123456789_", At + 2);
    if (End != std::string::npos && End > At + 2 && Result[End] == ')')
      Result.erase(End, 1).erase(At + 1, 1);
  }
  return shown(Result);
}

std::string access(const Access &A) {
  const char *Verb = A.IsWrite ? "writes" : "reads";
  const std::string Where = code(A.Text);
  if (A.Count == IndexExpr(1))
    return fmt::format("{} {}", Verb, Where);
  const bool IsConstant = A.Count.op() == Op::Constant;
  return fmt::format("{} {} elements {} {}", Verb,
                     IsConstant ? expression(A.Count) : "some",
                     A.IsWrite ? "to" : "from", Where);
}

std::string tensor(const Buffer &B) {
  if (B.Input)
    return fmt::format("input {}", *B.Input);
  return fmt::format("{}'{}'", B.IsConstant ? "the constant " : "",
                     shown(B.Name));
}

std::string NamedModel::input(unsigned Index) const {
  if (!Names || Index >= Names->size())
    return fmt::format("input {}", Index);
  return fmt::format("input {} ('{}')", Index, shown((*Names)[Index]));
}

std::string tensorInFull(const NamedModel &Model, const Buffer &B) {
  auto Sizes = llvm::map_to_vector(B.Sizes, expression);
  const bool IsInput = B.Input && *B.Input < Model->Inputs.size();
  // The wrapper says nothing of it but the sizes that it reads.
  if (IsInput && Sizes.empty() && !B.ExtentKnown) {
    for (unsigned Dim = 0;
         const SizeSymbol *S = sizeSymbol(Model.Of, *B.Input, Dim); ++Dim)
      Sizes.push_back(shown(S->Name));
    Sizes.push_back("...");
  }
  std::string What = B.Input ? Model.input(*B.Input) : tensor(B);
  if (IsInput) {
    const bool IsWhole = Model->Inputs[*B.Input].Name == B.Name;
    // "input 0 ('history', 'arg0_1')"
    if (IsWhole && What.back() == ')')
      What.insert(What.size() - 1, fmt::format(", '{}'", shown(B.Name)));
    else
      What += IsWhole ? fmt::format(" ('{}')", shown(B.Name))
                      : fmt::format(", seen as '{}'", shown(B.Name));
  }
  if (!B.Input && !B.IsConstant)
    What += ", which the model makes";
  const bool IsByKernel = IsInput && B.Type && !Model->Inputs[*B.Input].Type;
  return fmt::format("{}: {} [{}]{}", What,
                     B.Type ? name(*B.Type) : llvm::StringRef("unknown dtype"),
                     llvm::join(Sizes, ", "),
                     IsByKernel ? ", by its kernel" : "");
}

std::string tensorInFull(const NamedModel &Model, const Buffer *B) {
  return B ? tensorInFull(Model, *B) : "a tensor that is not followed";
}

std::string meaning(const NamedModel &Model, const TracedName &N) {
  switch (N.Is) {
  case Kind::Argument:
  case Kind::Computed:
    return N.Value ? expression(*N.Value) : "a number that is not followed";
  case Kind::InputSize:
    return fmt::format("the size of dimension {} of {}", *N.Dim,
                       Model.input(*N.Input));
  case Kind::OperatorSize:
    return N.Memory && N.Dim
               ? fmt::format("the size of dimension {} of {}, which an "
                             "operator made",
                             *N.Dim, tensor(*N.Memory))
               : "the size of what an operator made";
  case Kind::Item:
    return "the number in " + tensorInFull(Model, N.Memory);
  case Kind::Loaded:
    return fmt::format("a value of {}, read in line {}: {}",
                       tensorInFull(Model, N.Memory), N.At.Line,
                       N.Load ? code(N.Load->Text) : "?");
  case Kind::Opaque:
    return "computed by the kernel, in a way that is not followed";
  case Kind::Loop:
    if (N.First && N.Below)
      return fmt::format("counts from {} to {}", expression(*N.First),
                         expression(*N.Below - 1));
    return "a counter";
  case Kind::Unknown:
    return "a size that is not followed";
  }
  llvm_unreachable("a kind of name without a case");
}

std::string guard(const EmittedModel &Model, const TracedName &N) {
  if (!N.Bounds)
    return "";
  return checkedRange(*N.Bounds, Model.Checks);
}

std::string guardOf(const EmittedModel &Model, const UnsafeAccess &U) {
  if (U.Why != UnsafeAccess::Cause::Size || U.Input >= Model.Inputs.size())
    return "";
  const Dimension *D = inputDimension(Model, U.Input, U.Dim);
  return Model.Checks == InputChecks::OnRequest && D && D->LowerChecked
             ? lowerGuardText(D->Lower)
             : "nothing rejects such a size";
}

std::string undecided(const AssertDecision &D) {
  return D.IsOverBudget ? OverBudgetText
                        : "the model computes the index itself, or in ways "
                          "that are not followed";
}

std::string inModel(const TracedAccess &A) {
  if (!A.First || !A.Count || !A.Memory)
    return "";
  const std::string First = expression(*A.First), Count = expression(*A.Count);
  std::string Text;
  if (*A.Count == IndexExpr(1))
    Text = isLong(First) ? "an element" : "element " + First;
  else if (isLong(First) || isLong(Count))
    Text = "some elements";
  else
    Text = fmt::format("{} elements, the first is {},", Count, First);
  Text += " of " + tensor(*A.Memory);
  if (A.Elements && !isLong(expression(*A.Elements)))
    Text += ", which has " + expression(*A.Elements);
  return Text;
}

std::string counters(const TracedCall &Call, const TracedIndex &I) {
  std::string Text;
  std::set<std::string> Seen;
  const auto InModel = [&](const IndexExpr &E) {
    return expression(Call.Terms->of(E).value_or(E));
  };
  for (const unsigned Name : I.Names) {
    const TracedName &N = Call.Names[Name];
    // Masked ranges differ; the first is the place's own.
    if (N.Is != Kind::Loop || !N.First || !N.Below ||
        !Seen.insert(N.Name).second)
      continue;
    Text += fmt::format("{} {} from {} to {}", Text.empty() ? "; for" : ",",
                        N.Name, InModel(*N.First), InModel(*N.Below - 1));
  }
  return isLong(Text) ? "" : Text;
}

std::string condition(const IndexExpr &E) {
  // "or the lane is not in use"
  if (const IndexExpr &Wanted = demandOf(E); !(Wanted == E))
    return condition(Wanted) + ", in the lanes that are in use";
  const auto IsRelation = [](const IndexExpr &R) {
    return R.op() == Op::Less || R.op() == Op::LessEqual;
  };
  if (E.op() != Op::And || E.operands().size() != 2 ||
      !llvm::all_of(E.operands(), IsRelation) ||
      E.operands()[0].operands()[1] != E.operands()[1].operands()[0])
    return expression(E);
  const IndexExpr &Lower = E.operands()[0], &Upper = E.operands()[1];
  const IndexExpr &Index = Lower.operands()[1];
  const bool IsName = Index.op() == Op::Variable;
  const auto Sign = [](const IndexExpr &R) {
    return R.op() == Op::Less ? "<" : "<=";
  };
  return fmt::format("{} {} {}{}{} {} {}", expression(Lower.operands()[0]),
                     Sign(Lower), IsName ? "" : "(", expression(Index),
                     IsName ? "" : ")", Sign(Upper),
                     expression(Upper.operands()[1]));
}

std::string madeOf(const TracedCall &C) {
  if (!C.Call->SourceNodes.empty()) {
    const auto Nodes = llvm::map_to_vector(
        C.Call->SourceNodes, [](llvm::StringRef Node) { return shown(Node); });
    return "the model's nodes " + llvm::join(Nodes, ", ");
  }
  llvm::StringRef Name = C.In->Name;
  return Name.consume_front("cpp_fused_")
             ? shown(Name.rtrim("0123456789").rtrim('_'))
             : "";
}

bool isGuarded(const TracedCall &Call, const TracedAccess &A) {
  return !A.Checks.empty() || llvm::any_of(A.Asserts, [&](unsigned Assert) {
    return Call.Asserts[Assert].Decision.Is != Prover::Answer::Proved;
  });
}

llvm::StringRef verdict(const TracedCall &Call, const TracedAccess &A) {
  switch (A.Decision->Is) {
  case AccessDecision::Verdict::Proved:
    return isGuarded(Call, A) ? "in bounds" : InBounds;
  case AccessDecision::Verdict::Refuted:
    return "OUT OF BOUNDS for some input";
  case AccessDecision::Verdict::Unknown:
    return "not decided";
  }
  llvm_unreachable("a verdict without a case");
}

std::string witness(const NamedModel &Model, const TracedCall &Call,
                    const TracedAccess &A, const UnsafeAccess &U) {
  return given(Model, Call, A, A.Memory, U.Shapes, U.Values);
}

std::string outcome(const UnsafeAccess &U) {
  return fmt::format("it {} of {}, which has {}", verb(U), tensor(*U.Memory),
                     U.Elements == 0 ? "none" : std::to_string(U.Elements));
}

std::string safeIf(const NamedModel &Model, const UnsafeAccess &U) {
  if (!U.SafeFrom)
    return "";
  return fmt::format("dimension {} of {} is at least {}", U.Dim,
                     Model.input(U.Input), *U.SafeFrom);
}

std::string failure(const NamedModel &Model, const TracedCall &Call,
                    const TracedAssert &A) {
  return given(Model, Call, A, nullptr, A.Decision.Shapes, A.Decision.Values);
}

std::string consequence(const EmittedModel &Model, const Kernel &In) {
  if (Model.Device == "cpu")
    return In.AssertsAbort
               ? "the process is aborted: the assert is in an OpenMP region, "
                 "out of which nothing can be thrown"
               : "the run throws an error with this text";
  if (Model.Device == "cuda")
    return "the device stops, and every later CUDA call of the process fails";
  return "";
}

} // namespace aoti_tidy::words
