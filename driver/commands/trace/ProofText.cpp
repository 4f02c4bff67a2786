// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Conformance.h"
#include "checks/lib/safety/AccessText.h"
#include "driver/base/Errors.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

using Check = ModelProof::Check;

constexpr size_t MaxLines = 20, MaxPlacesOfSize = 2;

llvm::StringRef textOf(Check C) {
  constexpr llvm::StringLiteral Texts[] = {"never", "on request", "always"};
  return Texts[static_cast<int>(C)];
}

/// When a bound is compared; one that there is not needs no check.
Check boundCheck(bool Exists, bool IsChecked, bool Always, InputChecks Checks) {
  if (!Exists || Always || (IsChecked && Checks == InputChecks::Always))
    return Check::Always;
  return IsChecked && Checks == InputChecks::OnRequest ? Check::OnRequest
                                                       : Check::Never;
}

std::string checkedText(const Dimension &D, InputChecks Checks) {
  const Check Lower =
      boundCheck(D.Lower > 0, D.LowerChecked, D.LowerAlways, Checks);
  const Check Upper = boundCheck(D.Upper != Dimension::Unbounded,
                                 D.UpperChecked, D.UpperAlways, Checks);
  if (Lower == Upper)
    return textOf(Lower).str();
  return D.Upper == Dimension::Unbounded ? textOf(Lower).str()
         : D.Lower == 0 ? textOf(Upper).str()
                        : fmt::format("lower: {}, upper: {}", textOf(Lower),
                                      textOf(Upper));
}

class ProofWriter {
public:
  ProofWriter(const ProvedModel &M, llvm::raw_ostream &OS)
      : M(M), Model(M.Of.Model), Named(M.Of.named()), OS(OS) {}

  void write() {
    writeHead();
    writeSizes();
    for (const auto &[I, R] : llvm::enumerate(M.Proof.Relations))
      writeRelation(R, I == 0);
    for (const auto &[I, C] : llvm::enumerate(M.Proof.Values))
      writeContents(C, I == 0);
    std::vector<std::string> Checks;
    for (const IndexExpr &E : M.Proof.Checks)
      Checks.push_back(words::expression(E) +
                       ", else the wrapper stops the run");
    writeLines("checks", Checks);
    writeAsserts();
    std::vector<std::string> Divisors;
    for (const DivisionByZero *D : M.Proof.Divisions)
      Divisors.push_back(fmt::format(
          fmt::runtime(D->IsCertain
                           ? "{0} must not be 0, else {1} divides by it, and "
                             "the process dies of SIGFPE"
                           : "whether {1} divides by 0, {0}, is not decided"),
          words::expression(D->Divisor), place(D->What->At)));
    writeLines("divisors", Divisors);
    std::vector<std::string> Others;
    for (const UnsafeAccess *U : M.Proof.Others)
      Others.push_back(breaksTogether(*U));
    writeLines("also", Others);
    if (IsOnRequest)
      OS << "\n  on request: only with AOTI_RUNTIME_CHECK_INPUTS=1 in the "
            "environment of the\n  program that runs it\n";
  }

private:
  void field(llvm::StringRef Name, llvm::StringRef Text) {
    OS << fmt::format("  {:<12}{}\n", Name, Text);
  }
  void writeLines(llvm::StringRef Name, llvm::ArrayRef<std::string> Lines) {
    for (const auto &[I, Line] :
         llvm::enumerate(Lines.take_front(std::min(Lines.size(), MaxLines))))
      field(I == 0 ? Name : "", Line);
    if (Lines.size() > MaxLines)
      field("", fmt::format("and {} more; --format=json has all",
                            Lines.size() - MaxLines));
  }

  std::string place(const CodePlace &At) const {
    return words::place(Model, At);
  }
  std::string breaks(const UnsafeAccess &U) const {
    return fmt::format("{} {}", place(U.What->At),
                       words::shown(outcomeText(Model, U, [&](size_t Input) {
                         return Named.input(Input);
                       })));
  }
  /// With all shapes, of which several matter.
  std::string breaksTogether(const UnsafeAccess &U) const {
    std::vector<std::string> Shapes;
    for (const auto &Shape : U.Shapes)
      Shapes.push_back(shapeText(Shape));
    return breaks(U) +
           (Shapes.size() < 2
                ? ""
                : "; the inputs' shapes are " + llvm::join(Shapes, ", ")) +
           (U.Need ? "; it needs " + words::expression(*U.Need) : "");
  }
  std::string dimension(unsigned Input, unsigned Dim) const {
    return fmt::format("dimension {} of {}", Dim, Named.input(Input));
  }

  void writeHead() {
    OS << fmt::format("\nmodel '{}', for {}\n",
                      M.Of.Name.empty() ? "model" : words::shown(M.Of.Name),
                      words::shown(Model.Device));
    const TraceCounts &N = M.Counts;
    std::vector<std::string> Parts;
    const auto Add = [&](unsigned Count, llvm::StringRef Text) {
      if (Count)
        Parts.push_back(fmt::format("{} {}", Count, Text));
    };
    Add(N.InBounds, "proved");
    Add(N.OutOfBounds, "out of bounds for some inputs");
    Add(N.NotDecided, "not decided");
    Add(N.NotModelled, "not followed");
    Add(M.Of.Of.Safety.MissingKernels.size(), "of its kernels not read");
    Add(Model.NotModelled.size(), "lines of the wrapper not followed");
    field("accesses", Parts.empty() ? "none" : llvm::join(Parts, ", "));
    if (M.isComplete())
      return;
    field("", "what is said below is about those that are decided; 'aoti-tidy "
              "trace' lists the");
    field("", "others");
  }

  std::string safeText(const SafeRange &R) const {
    if (!M.saysAnything())
      return "not known";
    if (R.NotProved)
      return "not proved: " + count(R.NotProved, "access", "accesses");
    Dimension Safe;
    Safe.Lower = R.From;
    Safe.Upper = R.To;
    return words::range(Safe);
  }

  void writeSizes() {
    const auto Sizes = llvm::make_filter_range(
        M.Proof.Sizes, [](const auto &S) { return S.isDynamic(); });
    if (Sizes.empty())
      return field("sizes", "none is dynamic");
    std::vector<words::Row> Rows = {
        {"", "size", "of", "declared", "checked", "safe"}};
    for (const ModelProof::Size &S : Sizes) {
      std::vector<std::string> Places;
      for (const auto &[Input, Dim] :
           llvm::ArrayRef(S.Places).take_front(MaxPlacesOfSize))
        Places.push_back(dimension(Input, Dim));
      if (S.Places.size() > MaxPlacesOfSize)
        Places.push_back("...");
      const std::string Checked =
          S.Declared ? checkedText(*S.Declared, Model.Checks) : "never";
      IsOnRequest |= llvm::StringRef(Checked).contains("on request");
      Rows.push_back({"", words::shown(S.Range->Symbol),
                      llvm::join(Places, ", "),
                      S.Declared ? words::range(*S.Declared) : "?", Checked,
                      safeText(*S.Range)});
    }
    OS << "  sizes\n";
    words::writeTable(Rows, "   ", OS);
    for (const ModelProof::Size &S : Sizes) {
      const SafeRange &R = *S.Range;
      const auto Say = [&](int64_t At, const std::optional<UnsafeAccess> &U) {
        field("", fmt::format("{} = {}: {}", words::shown(R.Symbol), At,
                              U ? breaks(*U) : "not decided"));
      };
      if (R.Divides)
        field("", fmt::format("{} = 0: {} divides by it, and the process dies "
                              "of SIGFPE",
                              words::shown(R.Symbol), place(R.Divides->At)));
      else if (R.From > 0)
        Say(R.From - 1, R.Below);
      if (R.To != Dimension::Unbounded)
        Say(R.To + 1, R.Above);
    }
  }

  void writeRelation(const ModelProof::Relation &R, bool IsFirst) {
    IsOnRequest |= R.Checked == Check::OnRequest;
    field(IsFirst ? "relations" : "",
          fmt::format("{} is {}, checked {}{}",
                      dimension(R.Of->Input, R.Of->Dim),
                      words::expression(R.Of->Equals), textOf(R.Checked),
                      R.Of->Otherwise ? "; else" : ""));
    if (R.Of->Otherwise)
      field("", "  " + breaksTogether(*R.Of->Otherwise));
  }

  void writeContents(const ModelProof::Contents &C, bool IsFirst) {
    const Buffer &Of = *C.Range.Of;
    field(IsFirst ? "contents" : "",
          fmt::format("{}: {} to {}, else {}",
                      Of.Input ? Named.input(*Of.Input) : words::tensor(Of),
                      words::expression(C.Range.From),
                      words::expression(C.Range.Below - 1),
                      C.Stops ? fmt::format("the assert of {} stops the run",
                                            place(C.Stops->At))
                              : "out of bounds:"));
    if (C.Otherwise)
      field("", "  " + breaks(*C.Otherwise));
  }

  void writeAsserts() {
    std::vector<std::string> Lines;
    for (const FailingAssert *F : M.Proof.Failing)
      Lines.push_back(fmt::format("{}: \"{}\" fails if {} is below {}",
                                  place(F->What->At),
                                  words::shown(F->What->Message),
                                  dimension(F->Input, F->Dim), F->SafeFrom));
    for (const ModelProof::Assert &A : M.Proof.Asserts)
      Lines.push_back(fmt::format("{}: \"{}\" fails if, for example, {}",
                                  place(A.Of->Assert->At),
                                  words::shown(A.Of->Assert->Message),
                                  words::failure(Named, *A.In, *A.Of)));
    if (M.Proof.OpenAsserts)
      Lines.push_back(fmt::format("whether {} more can fail is not decided",
                                  M.Proof.OpenAsserts));
    writeLines("asserts", Lines);
  }

  const ProvedModel &M;
  const EmittedModel &Model;
  const words::NamedModel Named;
  llvm::raw_ostream &OS;
  bool IsOnRequest = false;
};

} // namespace

bool ProvedModel::isComplete() const {
  return Counts.NotDecided + Counts.NotModelled == 0 && Of.isRead();
}

ProvedModel proved(const TracedModel &M) {
  TraceCounts Counts = count(M);
  Counts.InBounds += Counts.Constant;
  return {M, proofOf(M.Model, M.Of), Counts};
}

void writeProofText(llvm::StringRef Path, llvm::ArrayRef<ProvedModel> Models,
                    llvm::raw_ostream &OS) {
  OS << fmt::format("{}: what is proved of its inputs\n",
                    printableName(words::shown(Path)));
  for (const ProvedModel &M : Models)
    ProofWriter(M, OS).write();
}

} // namespace aoti_tidy
