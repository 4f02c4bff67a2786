// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/commands/trace/TraceWords.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include <set>

namespace aoti_tidy {
namespace {

using Kind = TracedName::Kind;
using Verdict = AccessDecision::Verdict;

int rank(const TraceCounts &N) {
  return N.OutOfBounds ? 0 : N.NotDecided + N.NotModelled ? 1 : 2;
}

constexpr size_t MaxPlaces = 5;

bool isOfInterest(const TracedAccess &A) {
  return A.IsDynamic || A.Decision->Is != Verdict::Proved;
}

class TextWriter {
public:
  TextWriter(const TraceReport &R, const TracedModel &M, llvm::raw_ostream &OS)
      : R(R), M(M), OS(OS) {}

  void write() {
    Calls = M.Calls;
    if (R.showsProblemsOnly()) {
      const auto Rank = [&](size_t Call) {
        return std::pair(rank(count(M.Of.Calls[Call])), Call);
      };
      llvm::sort(Calls, [&](size_t A, size_t B) { return Rank(A) < Rank(B); });
      llvm::erase_if(Calls, [&](size_t Call) { return Rank(Call).first == 2; });
    }
    writeHead();
    for (const size_t Call : Calls)
      writeCall(Call);
    writeRest();
  }

private:
  void writeHead();
  void writeTable();
  void writeCall(size_t Index);
  void writeArguments(const TracedCall &C,
                      llvm::ArrayRef<const TracedIndex *> Of);
  void writeAccess(const TracedCall &C, const TracedAccess &A);
  void writeAssert(const TracedCall &C, const TracedAssert &A);
  void writeLoaded(const TracedCall &C, const TracedIndex &I);
  void writeProblems(const TracedCall &C);
  void writeNotModelled(const TracedCall &C);
  void writeRest();
  bool isShown(const TracedAccess &A) const {
    return R.showsProblemsOnly() ? A.Decision->Is != Verdict::Proved
                                 : isOfInterest(A);
  }

  /// "  label       text"
  void field(llvm::StringRef Label, llvm::StringRef Text) {
    OS << fmt::format("  {:<11} {}\n", Label, Text);
  }
  void detail(llvm::StringRef Label, llvm::StringRef Text) {
    if (!Text.empty())
      OS << fmt::format("      {:<9} {}\n", Label, Text);
  }
  void heading(llvm::StringRef Text) {
    paint(Text, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  }
  void paint(llvm::StringRef Text, llvm::raw_ostream::Colors As,
             bool Bold = false) {
    OS.changeColor(As, Bold) << Text;
    OS.resetColor();
  }
  void writeVerdict(const TracedCall &C, const TracedAccess &A) {
    paint(words::verdict(C, A),
          A.Decision->Is == Verdict::Refuted  ? llvm::raw_ostream::RED
          : A.Decision->Is == Verdict::Proved ? llvm::raw_ostream::GREEN
                                              : llvm::raw_ostream::YELLOW,
          A.Decision->Is == Verdict::Refuted);
  }

  /// "c2.kernel.cpp:16"; the head has the folders.
  std::string place(const CodePlace &At) const {
    return fmt::format(
        "{}:{}",
        words::shown(llvm::sys::path::filename(M.Model.Files[At.File].Name,
                                               llvm::sys::path::Style::posix)),
        At.Line);
  }

  const TraceReport &R;
  const TracedModel &M;
  llvm::raw_ostream &OS;
  std::vector<size_t> Calls; ///< those that are shown, the worst first
};

bool dependsOnContents(const TracedCall &C, const TracedIndex &I) {
  return llvm::any_of(I.Names, [&](unsigned Name) {
    const Kind Is = C.Names[Name].Is;
    return Is == Kind::Loaded || Is == Kind::Item || Is == Kind::Opaque;
  });
}

void TextWriter::writeHead() {
  heading(printableName(words::shown(R.Path)));
  if (!M.Name.empty())
    OS << fmt::format(", model '{}'", words::shown(M.Name));
  OS << (M.Model.Device.empty() ? "" : ", for " + words::shown(M.Model.Device))
     << '\n';
  for (const auto &[Index, File] : llvm::enumerate(M.Model.Files))
    field(Index == 0 ? "wrapper" : "kernels", words::shown(File.Name));
  if (M.Of.Calls.empty()) {
    field("indices", M.Model.NotModelled.empty()
                         ? "none: the model has no kernels of its own, it only "
                           "calls operators of ATen"
                         : "none: no call of a kernel is understood");
    return;
  }
  if (llvm::all_of(M.Of.Calls, [](const TracedCall &C) {
        return C.Call->SourceNodes.empty();
      }))
    field("model", "its kernels name the operators that they were made of, and "
                   "record no more of it");
  const bool HasRanges = llvm::any_of(M.Of.Calls, [](const TracedCall &C) {
    return llvm::any_of(C.Names, [](const TracedName &N) { return N.Bounds; });
  });
  if (HasRanges && M.Model.Checks != InputChecks::Unknown)
    field("sizes", fmt::format("the ranges below are checked {}{}",
                               words::checks(M.Model.Checks),
                               M.Model.Checks != InputChecks::Always &&
                                       words::hasAlways(M.Model.Inputs)
                                   ? ", but for those with a remark"
                                   : ""));
  for (const IndexExpr &Assumed : M.Model.Assumptions)
    field("assumes", words::shown(Assumed.str()) + " (checked at every run)");
  if (R.Assert) {
    field("asserts",
          M.Asserts.size() == 1
              ? "one has this text"
              : fmt::format("{} have this text, and it does not say which of "
                            "them failed",
                            M.Asserts.size()));
    return;
  }
  const TraceCounts N = count(M);
  const bool Any = N.OutOfBounds + N.InBounds + N.NotDecided + N.NotModelled;
  field("indices", Any ? "those that depend on a size, or on what a tensor "
                         "holds:"
                       : "none that depends on a size, or on what a tensor "
                         "holds");
  const auto Line = [&](unsigned Count, llvm::StringRef Text) {
    if (Count)
      field("", fmt::format("{} {}", Count, Text));
  };
  Line(N.OutOfBounds, "out of bounds for some input: what is read then is "
                      "garbage, or the process dies");
  const std::string Stops = words::stops(M.named(), M.calls());
  Line(N.InBounds, Stops.empty() ? words::InBounds : "in bounds");
  Line(N.NotDecided, "not decided");
  Line(N.NotModelled, "not followed");
  if (!Stops.empty())
    field("", (isWhole(M) ? "no access leaves its memory; " : "") + Stops);
  if (Calls.size() > 1)
    writeTable();
}

void TextWriter::writeTable() {
  std::vector<words::Row> Rows = {
      {"", "out of bounds", "in bounds", "unknown"}};
  for (const size_t Index : Calls) {
    const TracedCall &C = M.Of.Calls[Index];
    const TraceCounts N = count(C);
    const auto Shown = [](unsigned Count) {
      return Count ? std::to_string(Count) : "-";
    };
    Rows.push_back({words::shown(C.In->Name) +
                        (C.Of > 1 ? fmt::format(" (call {})", C.Number) : ""),
                    Shown(N.OutOfBounds), Shown(N.InBounds),
                    Shown(N.NotDecided + N.NotModelled)});
  }
  OS << '\n';
  words::writeTable(Rows, "  ", OS);
}

void TextWriter::writeCall(size_t Index) {
  const TracedCall &C = M.Of.Calls[Index];
  OS << '\n';
  heading(fmt::format("kernel '{}'", words::shown(C.In->Name)));
  OS << fmt::format(
      " at {}, called at {}{}\n", place(C.In->At), place(C.Call->At),
      C.Of > 1 ? fmt::format(" (call {} of {})", C.Number, C.Of) : "");
  if (const std::string Made = words::madeOf(C); !Made.empty())
    field("made of", Made);
  std::vector<const TracedIndex *> Shown;
  for (const auto &[K, A] : llvm::enumerate(C.Asserts))
    if (R.Assert && M.isAsked(Index, K))
      Shown.push_back(&A);
  for (const auto &[K, A] : llvm::enumerate(C.Accesses))
    if (M.isAskedAccess(Index, K) && isShown(A))
      Shown.push_back(&A);
  writeArguments(C, Shown);
  if (R.showsProblemsOnly())
    return writeProblems(C);
  std::vector<const TracedAccess *> Short;
  unsigned Constant = 0;
  size_t NextAssert = 0;
  const auto WriteAsserts = [&](unsigned BeforeLine) {
    for (; NextAssert < C.Asserts.size() &&
           C.Asserts[NextAssert].Assert->At.Line < BeforeLine;
         ++NextAssert)
      if (R.Assert && M.isAsked(Index, NextAssert))
        writeAssert(C, C.Asserts[NextAssert]);
  };
  for (const auto &[K, A] : llvm::enumerate(C.Accesses)) {
    if (!M.isAskedAccess(Index, K))
      continue;
    WriteAsserts(A.Decision->What->At.Line);
    if (!isOfInterest(A))
      ++Constant;
    else if (A.Decision->Is != Verdict::Proved || dependsOnContents(C, A) ||
             words::isGuarded(C, A) || R.Kernel || R.Assert)
      writeAccess(C, A);
    else
      Short.push_back(&A);
  }
  WriteAsserts(std::numeric_limits<unsigned>::max());
  if (!Short.empty())
    OS << "\n  in bounds for every input, as the sizes alone show\n";
  for (const TracedAccess *A : Short)
    OS << fmt::format("      line {}  {}\n", A->Decision->What->At.Line,
                      words::access(*A->Decision->What));
  if (R.Assert)
    return;
  if (Constant)
    OS << fmt::format(
        "\n  {} more with constant indices and sizes, in bounds\n", Constant);
  writeNotModelled(C);
}

/// Refuted accesses, then undecided ones; a count of the rest.
void TextWriter::writeProblems(const TracedCall &C) {
  for (const Verdict V : {Verdict::Refuted, Verdict::Unknown})
    for (const TracedAccess &A : C.Accesses)
      if (A.Decision->Is == V)
        writeAccess(C, A);
  writeNotModelled(C);
  const TraceCounts N = count(C);
  if (const unsigned Proved = N.InBounds + N.Constant)
    OS << fmt::format("\n  {} more in bounds\n", Proved);
}

void TextWriter::writeNotModelled(const TracedCall &C) {
  if (!C.In->NotModelled.empty())
    OS << "\n  not followed, nothing is said of them\n";
  for (const Kernel::Unmodelled &N : C.In->NotModelled)
    OS << fmt::format("      line {}  {}\n", N.At.Line, words::shown(N.Why));
}

/// The kernel's parameters, then sizes that only shapes have.
void TextWriter::writeArguments(const TracedCall &C,
                                llvm::ArrayRef<const TracedIndex *> Of) {
  std::set<unsigned> Names, Pointers;
  for (const TracedIndex *I : Of) {
    Names.insert(I->Names.begin(), I->Names.end());
    Pointers.insert(I->Pointers.begin(), I->Pointers.end());
  }
  for (const unsigned P : Pointers) {
    const Buffer *B = C.memory(M.Model, P);
    field(words::shown(C.In->Parameters[P].Name),
          words::tensorInFull(M.named(), B));
  }
  const auto WithGuard = [&](const TracedName &N) {
    const std::string Guard = words::guard(M.Model, N);
    return words::meaning(M.named(), N) + (Guard.empty() ? "" : ", " + Guard);
  };
  std::vector<unsigned> InOrder(Names.begin(), Names.end());
  llvm::sort(InOrder, [&](unsigned A, unsigned B) {
    const auto Rank = [&](unsigned Name) {
      const TracedName &N = C.Names[Name];
      const auto P = llvm::find_if(C.In->Parameters, [&](const auto &P) {
        return N.Is == Kind::Argument && P.Name == N.Name;
      });
      return std::tuple(N.Is, P - C.In->Parameters.begin(), Name);
    };
    return Rank(A) < Rank(B);
  });
  for (const unsigned Name : InOrder) {
    const TracedName &N = C.Names[Name];
    if (!Names.contains(Name) || N.Is == Kind::Loaded || N.Is == Kind::Opaque ||
        N.Is == Kind::Loop)
      continue;
    std::string Text = WithGuard(N);
    // "s77: the size of dimension 1 of input 0"
    if (N.Is == Kind::Argument && N.From.size() == 1 &&
        N.Value->op() == IndexExpr::Op::Variable) {
      Text += ": " + WithGuard(C.Names[N.From.front()]);
      Names.erase(N.From.front());
    }
    field(words::shown(N.Name), Text);
  }
}

void TextWriter::writeLoaded(const TracedCall &C, const TracedIndex &I) {
  std::vector<std::string> Opaque;
  for (const unsigned Name : I.Names) {
    const TracedName &N = C.Names[Name];
    if (N.Is == Kind::Loaded)
      detail(words::shown(N.Name), words::meaning(M.named(), N));
    if (N.Is == Kind::Opaque && !llvm::is_contained(Opaque, N.Name))
      Opaque.push_back(N.Name);
  }
  if (!Opaque.empty())
    detail("computed", fmt::format("{} by the kernel, in ways that are not "
                                   "followed",
                                   llvm::join(Opaque, ", ")));
}

void TextWriter::writeAccess(const TracedCall &C, const TracedAccess &A) {
  OS << fmt::format("\n  line {}  {}: ", A.Decision->What->At.Line,
                    words::access(*A.Decision->What));
  writeVerdict(C, A);
  OS << (A.Decision->Why.empty() ? "" : ": " + words::shown(A.Decision->Why))
     << '\n';
  detail("that is", words::inModel(A) + words::counters(C, A));
  writeLoaded(C, A);
  for (const unsigned Assert : A.Asserts)
    detail("assert",
           fmt::format("\"{}\" before it, in line {}",
                       words::shown(C.Asserts[Assert].Assert->Message),
                       C.Asserts[Assert].Assert->At.Line));
  if (!A.Checks.empty())
    detail("checked",
           llvm::join(llvm::map_range(A.Checks, words::expression), ", ") +
               ": by the wrapper, before the call");
  if (!A.Unsafe.empty() && A.Asserts.empty() && A.Checks.empty() &&
      dependsOnContents(C, A))
    detail("assert", "none before it: nothing checks this index");
  for (const UnsafeAccess *U : A.Unsafe) {
    detail(U == A.Unsafe.front() ? "if" : "or if",
           fmt::format("{}, {}", words::witness(M.named(), C, A, *U),
                       words::outcome(*U)));
    detail("safe if", words::safeIf(M.named(), *U));
    detail("guard", words::guardOf(M.Model, *U));
  }
}

void TextWriter::writeAssert(const TracedCall &C, const TracedAssert &A) {
  OS << fmt::format("\n  line {}  asserts \"{}\"\n", A.Assert->At.Line,
                    words::shown(A.Assert->Message));
  if (A.Condition)
    detail("that is", words::condition(*A.Condition) + words::counters(C, A));
  writeLoaded(C, A);
  switch (A.Decision.Is) {
  case Prover::Answer::Proved:
    detail("fails", "for no inputs that fit the model and each other");
    break;
  case Prover::Answer::Unknown:
    detail("fails", "not decided: " + words::undecided(A.Decision));
    break;
  case Prover::Answer::Refuted:
    detail("fails", "if, for example, " + words::failure(M.named(), C, A));
    for (const auto &[Input, Dim] : A.Decision.IfEmpty)
      detail("", fmt::format("if dimension {} of input {} is 0, whatever the "
                             "inputs hold",
                             Dim, Input));
    break;
  }
  detail("then", words::consequence(M.Model, *C.In));
}

void TextWriter::writeRest() {
  const IndexSafety &Safety = M.Of.Safety;
  if (R.Kernel || R.Assert)
    return;
  if (const size_t Left = M.Calls.size() - Calls.size())
    OS << fmt::format(
        "\n{}: all in bounds; --all shows {}\n",
        count(Left, "kernel call is not listed", "kernel calls are not listed"),
        Left == 1 ? "it" : "them");
  if (!Safety.MissingKernels.empty()) {
    OS << "\nnot read: their code is not here, or not understood\n";
    for (const std::string &Name :
         llvm::ArrayRef(Safety.MissingKernels).take_front(MaxPlaces))
      OS << "  " << words::shown(Name) << '\n';
    if (Safety.MissingKernels.size() > MaxPlaces)
      OS << fmt::format("  and {} more\n",
                        Safety.MissingKernels.size() - MaxPlaces);
  }
  const auto &Wrapper = M.Model.NotModelled;
  if (Wrapper.empty())
    return;
  OS << "\nnot followed in the wrapper\n";
  for (const Kernel::Unmodelled &N :
       llvm::ArrayRef(Wrapper).take_front(MaxPlaces))
    OS << fmt::format("  {}  {}\n", place(N.At), words::shown(N.Why));
  if (Wrapper.size() > MaxPlaces)
    OS << fmt::format("  and {} more\n", Wrapper.size() - MaxPlaces);
}

} // namespace

void writeTraceText(const TraceReport &R, llvm::raw_ostream &OS) {
  for (const TracedModel &M : R.Models) {
    if (&M != &R.Models.front())
      OS << '\n';
    TextWriter(R, M, OS).write();
  }
}

} // namespace aoti_tidy
