// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/package/PackageLayout.h"
#include "checks/lib/safety/AssertText.h"
#include "checks/lib/safety/Trace.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/commands/explain/Answer.h"
#include "driver/commands/trace/TraceWords.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

constexpr size_t MaxKernels = 3;
constexpr size_t MaxSteps = 5;

using Verdict = AccessDecision::Verdict;

/// "ks1 is the size of dimension 0 of input 0": from an assert to the inputs.
std::string chain(const words::NamedModel &Model, const TracedCall &Call,
                  const TracedAssert &Assert) {
  std::vector<std::string> Steps;
  for (const unsigned I : Assert.Names) {
    const TracedName &N = Call.Names[I];
    if (N.Is == TracedName::Kind::Loop || Steps.size() == MaxSteps)
      continue;
    // Not named by the message.
    const bool IsOnTheWay = N.Is == TracedName::Kind::Argument ||
                            N.Is == TracedName::Kind::Computed;
    if (IsOnTheWay && !hasWord(Assert.Assert->Message, N.Name))
      continue;
    Steps.push_back(fmt::format("{} is {}", N.Name, words::meaning(Model, N)));
  }
  return llvm::join(Steps, "; ");
}

bool joinAssert(ExplainedCause &C, const std::string &Path,
                const words::NamedModel &M, const Trace &T) {
  const auto Calls = llvm::to_vector(llvm::seq(T.Calls.size()));
  const auto Places = assertsLike(T, M.Of, Calls, C.Event->Text);
  if (Places.empty())
    return false;
  if (Places.size() > 1)
    C.add(Path, fmt::format("{} asserts have this text", Places.size()));
  for (const auto &[CallIndex, AssertIndex] :
       llvm::ArrayRef(Places).take_front(MaxKernels)) {
    const TracedCall &Call = T.Calls[CallIndex];
    const TracedAssert &A = Call.Asserts[AssertIndex];
    std::string Text = fmt::format("in '{}' ({})", Call.In->Name,
                                   words::place(M.Of, A.Assert->At));
    if (const std::string Chain = chain(M, Call, A); !Chain.empty())
      Text += ": " + Chain;
    C.add(Path, Text);
    if (A.Decision.Is == Prover::Answer::Refuted)
      C.add(Path, "fails if " + words::failure(M, Call, A));
    for (const auto &[Input, Dim] : A.Decision.IfEmpty)
      C.First.push_back(fmt::format(
          "ask first whether dimension {} of input {} was empty: then this "
          "assert fails whatever the inputs hold",
          Dim, Input));
  }
  C.Sure = Confidence::Likely;
  return true;
}

std::vector<std::string> missingKernels(const Trace &T,
                                        llvm::StringRef Kernel) {
  std::vector<std::string> Missing = T.Safety.MissingKernels;
  if (!Kernel.empty())
    llvm::erase_if(Missing,
                   [&](const std::string &Name) { return Name != Kernel; });
  return Missing;
}

/// Accesses that can leave their memory, refuted ones first; only of \p Kernel,
/// if given.
void joinAccesses(ExplainedCause &C, const std::string &Path,
                  const words::NamedModel &M, const Trace &T,
                  llvm::StringRef Kernel, Answer &A) {
  size_t Refuted = 0, Unknown = 0, Shown = 0;
  std::vector<const TracedCall *> Calls;
  std::vector<std::string> UnknownKernels;
  for (const TracedCall &Call : T.Calls) {
    if (!Kernel.empty() && Call.In->Name != Kernel)
      continue;
    Calls.push_back(&Call);
    for (const TracedAccess &Access : Call.Accesses) {
      if (Access.Decision->Is == Verdict::Unknown) {
        ++Unknown;
        if (!llvm::is_contained(UnknownKernels, Call.In->Name))
          UnknownKernels.push_back(Call.In->Name);
      }
      if (Access.Decision->Is != Verdict::Refuted)
        continue;
      ++Refuted;
      if (Access.Unsafe.empty() || Shown++ >= MaxKernels)
        continue;
      const UnsafeAccess &U = *Access.Unsafe.front();
      C.add(Path,
            fmt::format("'{}' ({}) {}: out of bounds if {}", Call.In->Name,
                        words::place(M.Of, Access.Decision->What->At),
                        words::access(*Access.Decision->What),
                        words::witness(M, Call, Access, U)));
      if (const std::string Safe = words::safeIf(M, U); !Safe.empty())
        C.First.push_back(fmt::format("hold the input against this: the access "
                                      "is safe if {}",
                                      Safe));
    }
  }
  if (Refuted > MaxKernels)
    C.add(Path, fmt::format("{} more accesses can leave their memory",
                            Refuted - MaxKernels));
  if (Unknown)
    C.add(Path,
          fmt::format(
              "{} accesses are not decided, in {}", Unknown,
              llvm::join(llvm::ArrayRef(UnknownKernels).take_front(MaxKernels),
                         ", ")));
  const std::vector<std::string> Missing = missingKernels(T, Kernel);
  for (const std::string &Name : Missing)
    A.Unread.push_back(words::notRead(
        fmt::format("the kernel '{}' of '{}'", words::shown(Name), Path),
        "its code is not in the package, or is not understood"));
  if (Calls.empty() && Missing.empty() && !Kernel.empty())
    A.Notes.push_back(
        fmt::format("'{}' has no kernel '{}': it is another package than the "
                    "log's, or this is not its code",
                    Path, words::shown(Kernel)));
  const size_t NotFollowed =
      T.Safety.NotModelled.size() + M->NotModelled.size();
  if (NotFollowed)
    C.add(Path, count(NotFollowed, "place is", "places are") +
                    " of its code not followed, so there may be more accesses");
  else if (!Calls.empty() && !Refuted && !Unknown && Missing.empty() &&
           M->Cut.empty()) {
    const std::string Stops = words::stops(M, Calls);
    C.add(Path, fmt::format("every access of {} is proved in bounds for "
                            "inputs that keep the contract{}",
                            Kernel.empty() ? "its kernels" : "this kernel",
                            Stops.empty() ? "" : "; " + Stops));
  }
}

bool isAboutMemory(const ExplainedCause &C) {
  return llvm::is_contained(
      {"illegal-memory-access", "misaligned-address", "crash", "sanitizer"},
      C.Cause->Id);
}

/// Of a log with the kernels' names.
void joinLastKernel(ExplainedCause &C, const Answer &A) {
  const std::string Kernel = lastKernel(A);
  if (Kernel.empty() ||
      (C.Cause->Group != "memory" && C.Cause->Id != "nan-value"))
    return;
  C.add(A.Log, fmt::format("'{}' is the last kernel that was started", Kernel));
  if (!A.Read.has("printed-values"))
    C.First.push_back(
        fmt::format("print what it reads: compile again with "
                    "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 "
                    "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT={}",
                    Kernel));
}

InputNames namesOf(const EmittedModel &M, llvm::StringRef Package,
                   llvm::ArrayRef<ExportedProgram> Own) {
  const auto File = modelFile(M.Files.front().Name);
  auto Program =
      programOf(File ? File->Model : "model", M.Inputs, Package, {}, Own);
  if (Program)
    return inputNames(*Program);
  llvm::consumeError(Program.takeError());
  return {};
}

} // namespace

void joinTrace(Answer &A) {
  if (A.Causes.empty())
    return;
  ExplainedCause &C = A.Causes.front();
  joinLastKernel(C, A);
  const bool IsAssert = C.Cause->Id == "index-out-of-bounds";
  if (!IsAssert && !isAboutMemory(C))
    return;
  bool Found = false, Read = false;
  for (const std::string &Path : A.Packages) {
    auto Models = readEmittedModels(Path, *plainFiles(AnySize));
    if (!Models) {
      llvm::consumeError(Models.takeError()); // joinPackages() has said it
      continue;
    }
    const std::vector<ExportedProgram> Own = ownPrograms(Path);
    for (const EmittedPackage::Unread &U : Models->Others)
      A.Unread.push_back(words::notRead(Path, U));
    Work OfPackage(Prover::StepsOfPackage);
    for (const EmittedModel &M : Models->Models) {
      for (const EmittedModel::CutFile &Cut : M.Cut)
        A.Unread.push_back(words::notComplete(M.Files[Cut.File].Name, Cut));
      Read = true;
      const InputNames Names = namesOf(M, Path, Own);
      Prover Solver(&OfPackage);
      const Trace T = traceIndices(M, Solver);
      if (IsAssert)
        Found |= joinAssert(C, Path, {M, Names}, T);
      else
        joinAccesses(C, Path, {M, Names}, T, lastKernel(A), A);
    }
  }
  if (IsAssert && Read && !Found)
    A.Notes.push_back("no assert of the packages has this text: the log may be "
                      "another package's");
}

} // namespace aoti_tidy
