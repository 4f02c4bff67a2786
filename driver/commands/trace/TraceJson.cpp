// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/commands/trace/TraceWords.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

using Kind = TracedName::Kind;

llvm::StringRef name(InputChecks C) {
  switch (C) {
  case InputChecks::Unknown:
    return "unknown";
  case InputChecks::Never:
    return "never";
  case InputChecks::OnRequest:
    return "on-request";
  case InputChecks::Always:
    return "always";
  }
  llvm_unreachable("a way to check without a case");
}

llvm::StringRef name(Kind K) {
  switch (K) {
  case Kind::Argument:
    return "argument";
  case Kind::Computed:
    return "computed-size";
  case Kind::InputSize:
    return "input-size";
  case Kind::OperatorSize:
    return "operator-size";
  case Kind::Item:
    return "item";
  case Kind::Loaded:
    return "loaded";
  case Kind::Opaque:
    return "opaque";
  case Kind::Loop:
    return "counter";
  case Kind::Unknown:
    return "unknown";
  }
  llvm_unreachable("a kind of name without a case");
}

llvm::StringRef name(AccessDecision::Verdict V) {
  switch (V) {
  case AccessDecision::Verdict::Proved:
    return "in-bounds";
  case AccessDecision::Verdict::Refuted:
    return "out-of-bounds";
  case AccessDecision::Verdict::Unknown:
    return "not-decided";
  }
  llvm_unreachable("a verdict without a case");
}

llvm::StringRef canFail(Prover::Answer A) {
  switch (A) {
  case Prover::Answer::Proved:
    return "no";
  case Prover::Answer::Refuted:
    return "yes";
  case Prover::Answer::Unknown:
    return "unknown";
  }
  llvm_unreachable("an answer without a case");
}

/// JSON is UTF-8; what a package says need not be.
std::string utf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

class Writer {
public:
  Writer(const TraceReport &R, bool ForPage, llvm::raw_ostream &OS)
      : R(R), ForPage(ForPage), J(OS, ForPage ? 0 : 2) {}

  void write() {
    J.object([&] {
      J.attribute("version", 1);
      J.attributeObject("tool", [&] {
        J.attribute("name", "aoti-tidy");
        J.attribute("version", AOTI_TIDY_VERSION);
      });
      text("path", R.Path);
      optionalText("kernel", R.Kernel);
      optionalText("assert", R.Assert);
      J.attributeArray("models", [&] {
        for (const TracedModel &M : R.Models)
          J.object([&] { writeModel(M); });
      });
    });
  }

private:
  void text(llvm::StringRef Key, llvm::StringRef Text) {
    J.attribute(Key, utf8(Text));
  }
  void optionalText(llvm::StringRef Key,
                    const std::optional<std::string> &Text) {
    J.attribute(Key, Text ? llvm::json::Value(utf8(*Text)) : nullptr);
  }
  void expression(llvm::StringRef Key, const std::optional<IndexExpr> &E) {
    J.attribute(Key, E ? llvm::json::Value(words::expression(*E)) : nullptr);
  }
  void place(const CodePlace &At) {
    J.attribute("file", At.File);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }
  template <typename T>
  void list(llvm::StringRef Key, llvm::ArrayRef<T> Values) {
    J.attributeArray(Key, [&] {
      for (const T &V : Values)
        J.value(V);
    });
  }
  void shapes(llvm::ArrayRef<std::vector<std::optional<int64_t>>> Shapes) {
    J.attributeArray("shapes", [&] {
      for (const auto &Shape : Shapes)
        J.array([&] {
          for (const auto &Size : Shape)
            J.value(Size ? llvm::json::Value(*Size) : nullptr);
        });
    });
  }
  void values(const TracedCall &C, const TracedIndex &I, const Witness &Of);
  void tensor(const TracedModel &M, llvm::StringRef Key, const Buffer *B);
  void unmodelled(llvm::StringRef Key, llvm::ArrayRef<Kernel::Unmodelled> All);
  void writeModel(const TracedModel &M);
  void writeInput(const TensorContract &T);
  void writeCall(const TracedModel &M, size_t Index);
  void writeParameter(const TracedModel &M, const TracedCall &C, unsigned P);
  void writeName(const TracedModel &M, const TracedName &N);
  void writeAccess(const TracedModel &M, const TracedCall &C,
                   const TracedAccess &A);
  void writeWitness(const TracedModel &M, const TracedCall &C,
                    const TracedAccess &A, const UnsafeAccess &U);
  void writeAssert(const TracedModel &M, const TracedCall &C,
                   const TracedAssert &A);

  const TraceReport &R;
  const bool ForPage;
  llvm::json::OStream J;
};

/// What tensors hold, in an example; sizes are in its shapes.
void Writer::values(const TracedCall &C, const TracedIndex &I,
                    const Witness &Of) {
  J.attributeArray("values", [&] {
    for (const unsigned Name : I.Names) {
      const auto Value = Of.find(C.Names[Name].What);
      const Kind Is = C.Names[Name].Is;
      if (Value != Of.end() &&
          (Is == Kind::Loaded || Is == Kind::Item || Is == Kind::OperatorSize))
        J.object([&] {
          J.attribute("name", Name);
          J.attribute("value", Value->second);
        });
    }
  });
}

void Writer::tensor(const TracedModel &M, llvm::StringRef Key,
                    const Buffer *B) {
  if (!B) {
    J.attribute(Key, nullptr);
    return;
  }
  J.attributeObject(Key, [&] {
    text("name", B->Name);
    J.attribute("input", B->Input ? llvm::json::Value(*B->Input) : nullptr);
    J.attribute("constant", B->IsConstant);
    J.attribute("dtype", B->Type ? llvm::json::Value(aoti_tidy::name(*B->Type))
                                 : nullptr);
    J.attributeArray("sizes", [&] {
      for (const IndexExpr &Size : B->Sizes)
        J.value(words::expression(Size));
    });
    text("text", words::tensorInFull(M.named(), *B));
  });
}

void Writer::unmodelled(llvm::StringRef Key,
                        llvm::ArrayRef<Kernel::Unmodelled> All) {
  J.attributeArray(Key, [&] {
    for (const Kernel::Unmodelled &N : All)
      J.object([&] {
        place(N.At);
        text("why", N.Why);
      });
  });
}

void Writer::writeModel(const TracedModel &M) {
  text("name", M.Name);
  text("device", M.Model.Device);
  J.attribute("checks", name(M.Model.Checks));
  J.attributeArray("assumptions", [&] {
    for (const IndexExpr &Assumed : M.Model.Assumptions)
      J.value(utf8(Assumed.str()));
  });
  J.attributeArray("files", [&] {
    for (const EmittedModel::File &File : M.Model.Files)
      J.value(utf8(File.Name));
  });
  if (ForPage)
    J.attributeArray("texts", [&] {
      for (const EmittedModel::File &File : M.Model.Files)
        J.value(utf8(File.Text));
    });
  J.attributeArray("inputs", [&] {
    for (const auto &[Index, T] : llvm::enumerate(M.Model.Inputs))
      J.object([&] {
        text("name", T.Name);
        J.attribute("originalName", Index < M.Names.size()
                                        ? utf8(M.Names[Index])
                                        : llvm::json::Value(nullptr));
        writeInput(T);
      });
  });
  const TraceCounts N = count(M);
  J.attributeObject("accesses", [&] {
    J.attribute("outOfBounds", N.OutOfBounds);
    J.attribute("inBounds", N.InBounds);
    J.attribute("notDecided", N.NotDecided);
    J.attribute("notFollowed", N.NotModelled);
    J.attribute("constant", N.Constant);
  });
  text("stops", words::stops(M.named(), M.calls()));
  J.attributeArray("calls", [&] {
    for (const size_t Index : M.Calls)
      J.object([&] { writeCall(M, Index); });
  });
  J.attributeArray("missingKernels", [&] {
    for (const std::string &Name : M.Of.Safety.MissingKernels)
      J.value(utf8(Name));
  });
  unmodelled("notFollowed", M.Model.NotModelled);
}

void Writer::writeInput(const TensorContract &T) {
  J.attribute("dtype",
              T.Type ? llvm::json::Value(aoti_tidy::name(*T.Type)) : nullptr);
  if (!T.Dims) {
    J.attribute("dims", nullptr);
    return;
  }
  J.attributeArray("dims", [&] {
    for (const Dimension &D : *T.Dims)
      J.object([&] {
        J.attribute("lower", D.Lower);
        J.attribute("upper", D.Upper == Dimension::Unbounded
                                 ? llvm::json::Value(nullptr)
                                 : llvm::json::Value(D.Upper));
        text("symbol", D.Symbol);
        J.attribute("lowerChecked", D.LowerChecked);
        J.attribute("upperChecked", D.UpperChecked);
        J.attribute("lowerAlways", D.LowerAlways);
        J.attribute("upperAlways", D.UpperAlways);
      });
  });
}

void Writer::writeCall(const TracedModel &M, size_t Index) {
  const TracedCall &C = M.Of.Calls[Index];
  text("kernel", C.In->Name);
  place(C.In->At);
  J.attribute("number", C.Number);
  J.attribute("of", C.Of);
  J.attributeObject("call", [&] { place(C.Call->At); });
  J.attributeArray("sourceNodes", [&] {
    for (const std::string &Node : C.Call->SourceNodes)
      J.value(utf8(Node));
  });
  text("madeOf", words::madeOf(C));
  J.attributeArray("parameters", [&] {
    for (unsigned P = 0; P < C.In->Parameters.size(); ++P)
      J.object([&] { writeParameter(M, C, P); });
  });
  J.attributeArray("names", [&] {
    for (const TracedName &N : C.Names)
      J.object([&] { writeName(M, N); });
  });
  J.attributeArray("accesses", [&] {
    for (const auto &[K, A] : llvm::enumerate(C.Accesses))
      J.object([&] {
        J.attribute("asked", M.isAskedAccess(Index, K));
        writeAccess(M, C, A);
      });
  });
  J.attributeArray("asserts", [&] {
    for (const auto &[K, A] : llvm::enumerate(C.Asserts))
      J.object([&] {
        J.attribute("asked", M.isAsked(Index, K));
        writeAssert(M, C, A);
      });
  });
  unmodelled("notFollowed", C.In->NotModelled);
}

void Writer::writeParameter(const TracedModel &M, const TracedCall &C,
                            unsigned P) {
  const KernelParameter &Parameter = C.In->Parameters[P];
  text("name", Parameter.Name);
  J.attribute("pointer", Parameter.IsPointer);
  tensor(M, "tensor", C.memory(M.Model, P));
  expression("value", P < C.Call->Arguments.size() ? C.Call->Arguments[P].Size
                                                   : std::nullopt);
}

void Writer::writeName(const TracedModel &M, const TracedName &N) {
  text("name", N.Name);
  J.attribute("kind", name(N.Is));
  expression("value", N.Value);
  J.attribute("input", N.Input ? llvm::json::Value(*N.Input) : nullptr);
  J.attribute("dim", N.Dim ? llvm::json::Value(*N.Dim) : nullptr);
  expression("first", N.First);
  expression("last", N.Below ? std::optional(*N.Below - 1) : std::nullopt);
  list("from", llvm::ArrayRef(N.From));
  J.attribute("parameter",
              N.Load ? llvm::json::Value(N.Load->Parameter) : nullptr);
  tensor(M, "tensor", N.Memory);
  place(N.At);
  text("text", words::meaning(M.named(), N));
  text("range", words::guard(M.Model, N));
}

void Writer::writeAccess(const TracedModel &M, const TracedCall &C,
                         const TracedAccess &A) {
  const Access &What = *A.Decision->What;
  place(What.At);
  text("code", What.Text);
  text("text", words::access(What));
  J.attribute("write", What.IsWrite);
  J.attribute("parameter", What.Parameter);
  J.attribute("dynamic", A.IsDynamic);
  J.attribute("verdict", name(A.Decision->Is));
  text("reason", A.Decision->Why);
  expression("index", What.Index);
  expression("first", A.First);
  expression("count", A.Count);
  expression("elements", A.Elements);
  text("inModel", words::inModel(A) + words::counters(C, A));
  list("names", llvm::ArrayRef(A.Names));
  list("pointers", llvm::ArrayRef(A.Pointers));
  list("asserts", llvm::ArrayRef(A.Asserts));
  J.attributeArray("checks", [&] {
    for (const IndexExpr &Check : A.Checks)
      J.value(words::expression(Check));
  });
  J.attributeArray("witnesses", [&] {
    for (const UnsafeAccess *U : A.Unsafe)
      J.object([&] { writeWitness(M, C, A, *U); });
  });
}

void Writer::writeWitness(const TracedModel &M, const TracedCall &C,
                          const TracedAccess &A, const UnsafeAccess &U) {
  shapes(U.Shapes);
  J.attribute("first", U.First);
  J.attribute("count", U.Count);
  J.attribute("elements", U.Elements);
  values(C, A, U.Values);
  text("text", words::witness(M.named(), C, A, U));
  text("outcome", words::outcome(U));
  text("safeIf", words::safeIf(M.named(), U));
  if (U.SafeFrom)
    J.attributeObject("safeFrom", [&] {
      J.attribute("input", U.Input);
      J.attribute("dim", U.Dim);
      J.attribute("size", *U.SafeFrom);
    });
  else
    J.attribute("safeFrom", nullptr);
  text("guard", words::guardOf(M.Model, U));
}

void Writer::writeAssert(const TracedModel &M, const TracedCall &C,
                         const TracedAssert &A) {
  place(A.Assert->At);
  text("message", A.Assert->Message);
  J.attribute("condition",
              A.Condition ? llvm::json::Value(words::condition(*A.Condition))
                          : nullptr);
  J.attribute("canFail", canFail(A.Decision.Is));
  text("reason", A.Decision.Is == Prover::Answer::Unknown
                     ? words::undecided(A.Decision)
                     : "");
  if (A.Decision.Is == Prover::Answer::Refuted)
    J.attributeObject("witness", [&] {
      shapes(A.Decision.Shapes);
      values(C, A, A.Decision.Values);
      text("text", words::failure(M.named(), C, A));
      J.attributeArray("ifEmpty", [&] {
        for (const auto &[Input, Dim] : A.Decision.IfEmpty)
          J.object([&] {
            J.attribute("input", Input);
            J.attribute("dim", Dim);
          });
      });
    });
  else
    J.attribute("witness", nullptr);
  text("consequence", words::consequence(M.Model, *C.In));
  list("names", llvm::ArrayRef(A.Names));
  list("pointers", llvm::ArrayRef(A.Pointers));
  list("protects", llvm::ArrayRef(A.Protects));
}

} // namespace

void writeTraceJson(const TraceReport &R, bool ForPage, llvm::raw_ostream &OS) {
  Writer(R, ForPage, OS).write();
  OS << '\n';
}

} // namespace aoti_tidy
