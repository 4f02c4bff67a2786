// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/AccessText.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/package/JsonPage.h"

namespace aoti_tidy {
namespace {

using Access = std::optional<UnsafeAccess>;

class JsonWriter {
public:
  JsonWriter(const ProvedModel &M, JsonPage &J)
      : M(M), Model(M.Of.Model), Named(M.Of.named()), J(J) {}

  void write() {
    J.text("name", M.Of.Name);
    J.text("device", Model.Device);
    J.checks(Model.Checks);
    J.attributeObject("accesses", [&] {
      J.attribute("outOfBounds", M.Counts.OutOfBounds);
      J.attribute("inBounds", M.Counts.InBounds);
      J.attribute("notDecided", M.Counts.NotDecided);
      J.attribute("notFollowed", M.Counts.NotModelled);
    });
    J.attribute("complete", M.isComplete());
    J.objects("inputs", M.Of.Model.Inputs, [&](const TensorContract &T) {
      J.text("name", T.Name);
      J.originalName(M.Of.Names, &T - M.Of.Model.Inputs.data());
    });
    J.attributeArray("sizes", [&] {
      for (const ModelProof::Size &S : M.Proof.Sizes)
        if (S.isDynamic())
          J.object([&] { writeSize(S); });
    });
    J.objects("relations", M.Proof.Relations, [&](const auto &R) {
      J.attribute("input", R.Of->Input);
      J.attribute("dim", R.Of->Dim);
      J.text("equals", words::expression(R.Of->Equals));
      constexpr llvm::StringLiteral Checks[] = {"never", "on-request",
                                                "always"};
      J.attribute("checked", Checks[static_cast<int>(R.Checked)]);
      writeAccess("otherwise", R.Of->Otherwise);
    });
    J.objects("contents", M.Proof.Values, [&](const auto &C) {
      J.text("tensor", C.Range.Of->Name);
      J.maybe("input", C.Range.Of->Input);
      J.text("from", words::expression(C.Range.From));
      J.text("to", words::expression(C.Range.Below - 1));
      J.attribute("otherwise", C.Stops ? "assert" : "out-of-bounds");
      if (C.Stops)
        place(C.Stops->At);
      else
        writeAccess("access", *C.Otherwise);
    });
    J.list("checksOfWrapper",
           llvm::map_range(M.Proof.Checks, words::expression));
    J.attributeArray("asserts", [&] { writeAsserts(); });
    J.attribute("assertsNotDecided", M.Proof.OpenAsserts);
    J.objects("divisors", M.Proof.Divisions, [&](const DivisionByZero *D) {
      J.text("divisor", words::expression(D->Divisor));
      J.attribute("canBeZero",
                  D->IsCertain ? llvm::json::Value(true) : nullptr);
      place(D->What->At);
    });
    J.objects("others", M.Proof.Others,
              [&](const UnsafeAccess *U) { writeAccess(*U); });
  }

private:
  void place(const CodePlace &At) {
    J.text("file", Model.Files[At.File].Name);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }

  void writeAccess(const UnsafeAccess &U) {
    J.text("kernel", U.In->Name);
    place(U.What->At);
    J.shapes(U.Shapes);
    J.attribute("first", U.First);
    J.attribute("count", U.Count);
    J.attribute("elements", U.Elements);
    if (U.Why == UnsafeAccess::Cause::Contents)
      J.attribute("value", U.IndexValue);
    if (U.Need)
      J.text("needs", words::expression(*U.Need));
    J.text("text", accessText(Model, U, [&](size_t Input) {
             return Named.input(Input);
           }));
  }
  void writeAccess(llvm::StringRef Key, const Access &U) {
    J.objectIf(U.has_value(), Key, [&] { writeAccess(*U); });
  }

  void writeSize(const ModelProof::Size &S) {
    const SafeRange &R = *S.Range;
    const auto Bound = [](int64_t Size) {
      return Size == Dimension::Unbounded ? llvm::json::Value(nullptr)
                                          : llvm::json::Value(Size);
    };
    J.text("symbol", R.Symbol);
    J.objects("dimensions", S.Places, [&](const auto &Place) {
      J.attribute("input", Place.first);
      J.attribute("dim", Place.second);
    });
    J.objectIf(S.Declared != nullptr, "declared",
               [&] { J.bounds(*S.Declared); });
    const bool IsKnown = M.saysAnything() && R.NotProved == 0;
    J.attribute("safeFrom", IsKnown ? Bound(R.From) : nullptr);
    J.attribute("safeTo", IsKnown ? Bound(R.To) : nullptr);
    J.attribute("notProved", R.NotProved);
    J.attribute("divides", R.Divides != nullptr);
    writeAccess("below", R.Below);
    writeAccess("above", R.Above);
  }

  void writeAsserts() {
    const auto Write = [&](const IndexAssert &A, llvm::StringRef If) {
      J.object([&] {
        place(A.At);
        J.text("message", A.Message);
        J.text("failsIf", If);
      });
    };
    for (const FailingAssert *F : M.Proof.Failing)
      Write(*F->What, fmt::format("dimension {} of {} is below {}", F->Dim,
                                  Named.input(F->Input), F->SafeFrom));
    for (const ModelProof::Assert &A : M.Proof.Asserts)
      Write(*A.Of->Assert, words::failure(Named, *A.In, *A.Of));
  }

  const ProvedModel &M;
  const EmittedModel &Model;
  const words::NamedModel Named;
  JsonPage &J;
};

} // namespace

void writeProofJson(llvm::StringRef Path, llvm::ArrayRef<ProvedModel> Models,
                    llvm::raw_ostream &OS) {
  JsonPage J(OS, 2);
  J.object([&] {
    J.head();
    J.text("path", Path);
    J.objects("models", Models,
              [&](const ProvedModel &M) { JsonWriter(M, J).write(); });
  });
  OS << '\n';
}

} // namespace aoti_tidy
