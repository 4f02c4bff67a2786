// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/commands/trace/TraceWords.h"
#include "driver/package/JsonPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

using Kind = TracedName::Kind;

// In the order of the enumerators.
constexpr llvm::StringLiteral Kinds[] = {
    "argument", "computed-size", "input-size", "operator-size", "item",
    "loaded",   "opaque",        "counter",    "unknown"};
constexpr llvm::StringLiteral Verdicts[] = {"in-bounds", "out-of-bounds",
                                            "not-decided"};

llvm::StringRef canFail(Prover::Answer A) {
  return A == Prover::Answer::Proved    ? "no"
         : A == Prover::Answer::Refuted ? "yes"
                                        : "unknown";
}

class JsonWriter {
public:
  JsonWriter(const TraceReport &R, bool ForPage, llvm::raw_ostream &OS)
      : R(R), ForPage(ForPage), J(OS, ForPage ? 0 : 2) {}

  void write() {
    J.object([&] {
      J.head();
      J.text("path", R.Path);
      J.maybe("kernel", R.Kernel);
      J.maybe("assert", R.Assert);
      J.objects("models", R.Models,
                [&](const TracedModel &M) { writeModel(M); });
    });
  }

private:
  void expression(llvm::StringRef Key, const std::optional<IndexExpr> &E) {
    J.attribute(Key, E ? llvm::json::Value(words::expression(*E)) : nullptr);
  }
  void expressions(llvm::StringRef Key, llvm::ArrayRef<IndexExpr> All) {
    J.list(Key, llvm::map_range(All, words::expression));
  }
  void place(const CodePlace &At) {
    J.attribute("file", At.File);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }

  /// The contents of tensors in an example; sizes are in its shapes.
  void values(const TracedCall &C, const TracedIndex &I, const Witness &Of) {
    J.attributeArray("values", [&] {
      for (const unsigned Name : I.Names) {
        const auto Value = Of.find(C.Names[Name].What);
        const Kind Is = C.Names[Name].Is;
        if (Value != Of.end() && (Is == Kind::Loaded || Is == Kind::Item ||
                                  Is == Kind::OperatorSize))
          J.object([&] {
            J.attribute("name", Name);
            J.attribute("value", Value->second);
          });
      }
    });
  }

  void tensor(const TracedModel &M, llvm::StringRef Key, const Buffer *B) {
    J.objectIf(B != nullptr, Key, [&] {
      J.text("name", B->Name);
      J.maybe("input", B->Input);
      J.attribute("constant", B->IsConstant);
      J.type(B->Type);
      expressions("sizes", B->Sizes);
      J.text("text", words::tensorInFull(M.named(), *B));
    });
  }

  void unmodelled(llvm::ArrayRef<Kernel::Unmodelled> All) {
    J.objects("notFollowed", All, [&](const Kernel::Unmodelled &N) {
      place(N.At);
      J.text("why", N.Why);
    });
  }

  void writeParameter(const TracedModel &M, const TracedCall &C, unsigned P) {
    const KernelParameter &Parameter = C.In->Parameters[P];
    J.text("name", Parameter.Name);
    J.attribute("pointer", Parameter.IsPointer);
    tensor(M, "tensor", C.memory(M.Model, P));
    expression("value", P < C.Call->Arguments.size() ? C.Call->Arguments[P].Size
                                                     : std::nullopt);
  }

  void writeName(const TracedModel &M, const TracedName &N) {
    J.text("name", N.Name);
    J.attribute("kind", Kinds[static_cast<int>(N.Is)]);
    expression("value", N.Value);
    J.maybe("input", N.Input);
    J.maybe("dim", N.Dim);
    expression("first", N.First);
    expression("last", N.Below ? std::optional(*N.Below - 1) : std::nullopt);
    J.list("from", N.From);
    J.attribute("parameter",
                N.Load ? llvm::json::Value(N.Load->Parameter) : nullptr);
    tensor(M, "tensor", N.Memory);
    place(N.At);
    J.text("text", words::meaning(M.named(), N));
    J.text("range", words::guard(M.Model, N));
  }

  void writeWitness(const TracedModel &M, const TracedCall &C,
                    const TracedAccess &A, const UnsafeAccess &U) {
    J.shapes(U.Shapes);
    J.attribute("first", U.First);
    J.attribute("count", U.Count);
    J.attribute("elements", U.Elements);
    values(C, A, U.Values);
    J.text("text", words::witness(M.named(), C, A, U));
    J.text("outcome", words::outcome(U));
    J.text("safeIf", words::safeIf(M.named(), U));
    J.objectIf(U.SafeFrom.has_value(), "safeFrom", [&] {
      J.attribute("input", U.Input);
      J.attribute("dim", U.Dim);
      J.attribute("size", *U.SafeFrom);
    });
    J.text("guard", words::guardOf(M.Model, U));
  }

  void writeAccess(const TracedModel &M, const TracedCall &C,
                   const TracedAccess &A) {
    const Access &What = *A.Decision->What;
    place(What.At);
    J.text("code", What.Text);
    J.text("text", words::access(What));
    J.attribute("write", What.IsWrite);
    J.attribute("parameter", What.Parameter);
    J.attribute("dynamic", A.IsDynamic);
    J.attribute("verdict", Verdicts[static_cast<int>(A.Decision->Is)]);
    J.text("reason", A.Decision->Why);
    expression("index", What.Index);
    expression("first", A.First);
    expression("count", A.Count);
    expression("elements", A.Elements);
    J.text("inModel", words::inModel(A) + words::counters(C, A));
    J.list("names", A.Names);
    J.list("pointers", A.Pointers);
    J.list("asserts", A.Asserts);
    expressions("checks", A.Checks);
    J.objects("witnesses", A.Unsafe,
              [&](const UnsafeAccess *U) { writeWitness(M, C, A, *U); });
  }

  void writeAssert(const TracedModel &M, const TracedCall &C,
                   const TracedAssert &A) {
    place(A.Assert->At);
    J.text("message", A.Assert->Message);
    J.attribute("condition",
                A.Condition ? llvm::json::Value(words::condition(*A.Condition))
                            : nullptr);
    J.attribute("canFail", canFail(A.Decision.Is));
    J.text("reason", A.Decision.Is == Prover::Answer::Unknown
                         ? words::undecided(A.Decision)
                         : "");
    J.objectIf(A.Decision.Is == Prover::Answer::Refuted, "witness", [&] {
      J.shapes(A.Decision.Shapes);
      values(C, A, A.Decision.Values);
      J.text("text", words::failure(M.named(), C, A));
      J.objects("ifEmpty", A.Decision.IfEmpty, [&](const auto &Empty) {
        J.attribute("input", Empty.first);
        J.attribute("dim", Empty.second);
      });
    });
    J.text("consequence", words::consequence(M.Model, *C.In));
    J.list("names", A.Names);
    J.list("pointers", A.Pointers);
    J.list("protects", A.Protects);
  }

  void writeCall(const TracedModel &M, size_t Index) {
    const TracedCall &C = M.Of.Calls[Index];
    J.text("kernel", C.In->Name);
    place(C.In->At);
    J.attribute("number", C.Number);
    J.attribute("of", C.Of);
    J.attributeObject("call", [&] { place(C.Call->At); });
    J.texts("sourceNodes", C.Call->SourceNodes);
    J.text("madeOf", words::madeOf(C));
    J.objects("parameters", llvm::seq<unsigned>(0, C.In->Parameters.size()),
              [&](unsigned P) { writeParameter(M, C, P); });
    J.objects("names", C.Names, [&](const TracedName &N) { writeName(M, N); });
    J.objects("accesses", llvm::enumerate(C.Accesses), [&](const auto &A) {
      J.attribute("asked", M.isAskedAccess(Index, A.index()));
      writeAccess(M, C, A.value());
    });
    J.objects("asserts", llvm::enumerate(C.Asserts), [&](const auto &A) {
      J.attribute("asked", M.isAsked(Index, A.index()));
      writeAssert(M, C, A.value());
    });
    unmodelled(C.In->NotModelled);
  }

  void writeModel(const TracedModel &M) {
    J.text("name", M.Name);
    J.text("device", M.Model.Device);
    J.checks(M.Model.Checks);
    J.assumptions(M.Model.Assumptions);
    std::vector<std::string> Names, Texts;
    for (const EmittedModel::File &File : M.Model.Files) {
      Names.push_back(File.Name);
      if (ForPage)
        Texts.push_back(File.Text);
    }
    J.texts("files", Names);
    if (ForPage)
      J.texts("texts", Texts);
    J.objects("inputs", llvm::enumerate(M.Model.Inputs), [&](const auto &I) {
      J.text("name", I.value().Name);
      J.originalName(M.Names, I.index());
      J.type(I.value().Type);
      J.dimensions(I.value().Dims);
    });
    const TraceCounts N = count(M);
    J.attributeObject("accesses", [&] {
      J.attribute("outOfBounds", N.OutOfBounds);
      J.attribute("inBounds", N.InBounds);
      J.attribute("notDecided", N.NotDecided);
      J.attribute("notFollowed", N.NotModelled);
      J.attribute("constant", N.Constant);
    });
    J.text("stops", words::stops(M.named(), M.calls()));
    J.objects("calls", M.Calls, [&](size_t Index) { writeCall(M, Index); });
    J.texts("missingKernels", M.Of.Safety.MissingKernels);
    unmodelled(M.Model.NotModelled);
  }

  const TraceReport &R;
  const bool ForPage;
  JsonPage J;
};

} // namespace

void writeTraceJson(const TraceReport &R, bool ForPage, llvm::raw_ostream &OS) {
  JsonWriter(R, ForPage, OS).write();
  OS << '\n';
}

} // namespace aoti_tidy
