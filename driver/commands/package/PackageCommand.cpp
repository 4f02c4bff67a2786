// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/emitted/SizeText.h"
#include "checks/lib/emitted/WrapperModel.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/package/Compatibility.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/package/PackageReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace aoti_tidy {

namespace {

llvm::Expected<ShownPackage> withNames(Contract Of,
                                       const GivenPrograms &Given) {
  ShownPackage Result;
  const std::vector<ExportedProgram> Own = ownPrograms(Of.Path);
  for (const ModelContract &M : Of.Models) {
    Result.Names.emplace_back();
    Result.Dropped.emplace_back();
    if (!M.Inputs)
      continue;
    auto Program = programOf(M.Name, *M.Inputs, Of.Path, Given, Own);
    if (!Program)
      return Program.takeError();
    Result.Names.back() = inputNames(*Program);
    if (*Program)
      Result.Dropped.back() = (*Program)->Numbers;
  }
  Result.Of = std::move(Of);
  return Result;
}

MemoryPeak peakAt(const TracedModel &T, const decltype(MemoryPeak::Sizes) &At) {
  const SourceTerms Terms(T.Model.Symbols);
  MemoryPeak Most{T.Name.empty() ? "model" : T.Name, At};
  int64_t Now = 0;
  std::map<size_t, int64_t> Kept; // by buffer
  std::vector<const MemoryEvent *> Steps;
  size_t PeakAt = 0;
  for (const MemoryEvent &E : T.Model.Memory) {
    if (!E.Bytes && Most.For.empty())
      Most.For = E.Name;
    if (const auto Of = Kept.find(E.Of); E.Name.empty() && Of != Kept.end()) {
      Now -= Of->second;
      Kept.erase(Of);
      Steps.push_back(&E);
    }
    const auto Bytes =
        Terms.of(E.Bytes.value_or(0)).evaluate([&](const Variable &V) {
          const auto It = At.find(V.Name);
          return It == At.end() ? std::nullopt : std::optional(It->second);
        });
    const auto Sum = Bytes ? llvm::checkedAdd(Now, *Bytes) : std::nullopt;
    if (!Sum || llvm::StringRef(E.Name).starts_with("aoti_torch_"))
      Most.NotCounted.insert(E.Name);
    if (!E.Bytes || !Sum)
      continue;
    Now = *Sum;
    Kept[E.Of] = *Bytes;
    Steps.push_back(&E);
    if (Now <= Most.Bytes)
      continue;
    Most.Bytes = Now;
    Most.Allocation = E.Name + " at " + words::place(T.Model, E.At);
    Most.For.clear();
    PeakAt = Steps.size();
  }
  std::map<size_t, IndexExpr> AtPeak;
  for (const MemoryEvent *E : llvm::ArrayRef(Steps).take_front(PeakAt))
    if (E->Bytes)
      AtPeak.try_emplace(E->Of, Terms.of(*E->Bytes));
    else
      AtPeak.erase(E->Of);
  IndexExpr Sum = 0;
  for (const auto &[Of, Bytes] : AtPeak)
    Sum = Sum + Bytes;
  Most.Formula = sizeText(Sum);
  return Most;
}

llvm::Error addMemory(const Options &O, ShownPackage &To,
                      std::vector<std::string> &Unread) {
  if (O.Positional.size() != 1)
    return usageError("--memory is about one package");
  auto Models = readTraces(O, /*WithRanges=*/false, Unread);
  if (!Models)
    return Models.takeError();
  const llvm::StringRef Given = *O.Memory;
  std::set<llvm::StringRef> Taken; // by any of the models
  for (const TracedModel &T : *Models) {
    if (!T.Model.NotModelled.empty())
      Unread.push_back(fmt::format("the memory of a run is not known: {}",
                                   T.Model.NotModelled.front().Why));
    if (!T.Model.NotModelled.empty() || !T.Model.Cut.empty())
      continue;
    constexpr int64_t Example = 1024; // where there is no bound
    decltype(MemoryPeak::Sizes) Least, Own, Most;
    for (const auto &[Name, D] : words::ranges(T.Model.Inputs)) {
      if (D->Symbol.empty())
        continue;
      Least[Name] = D->Lower;
      Most[Name] = std::max(
          D->Lower, D->Upper == Dimension::Unbounded ? Example : D->Upper);
      int64_t &Size = Own[Name] = -1;
      Taken.insert(D->Symbol);
      for (const llvm::StringRef Part : llvm::split(Given, ','))
        if (const auto [Of, Value] = Part.split('='); Of == Name)
          (void)llvm::to_integer(Value, Size, 10);
      if (!Given.empty() && (Size < 0 || !D->allows(Size)))
        return usageError("--memory needs {}=SIZE, {}", Name, words::range(*D));
    }
    for (const auto &At : std::set{Least, Given.empty() ? Least : Own, Most})
      To.Memory.push_back(peakAt(T, At));
  }
  if (Unread.empty() && !Given.empty() && Taken.size() != Given.count(',') + 1)
    return usageError("--memory takes each size of the model once, and no "
                      "other, not '{}'",
                      Given);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Page> pageOfProofs(
    const Options &O, llvm::StringRef Command,
    llvm::function_ref<void(llvm::ArrayRef<ProvedModel>, llvm::raw_ostream &)>
        Write) {
  if (O.Positional.size() != 1)
    return usageError("{} needs one path: a .pt2, a folder one was unpacked "
                      "to, or the .cpp of a wrapper",
                      Command);
  Page Result;
  auto Models = readTraces(O, /*WithRanges=*/true, Result.Unread);
  if (!Models)
    return Models.takeError();
  std::vector<ProvedModel> Proved;
  for (const TracedModel &M : *Models)
    Proved.push_back(proved(M));
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) { Write(Proved, OS); });
  return Result;
}

/// 'package --prove': from which size on a model is safe.
static llvm::Expected<Page> provePage(const Options &O) {
  const auto Write =
      O.Format == ReportFormat::Json ? writeProofJson : writeProofText;
  return pageOfProofs(O, "--prove", [&](auto Models, llvm::raw_ostream &OS) {
    Write(O.Positional.front(), Models, OS);
  });
}

llvm::Expected<Page> packagePage(const Options &O) {
  // A gate that is asked for with it would not run.
  if (O.Prove + O.Memory.has_value() + (O.Compatible || O.Target) > 1)
    return usageError("--prove and --memory each go alone; run twice");
  if (O.Prove)
    return provePage(O);
  if (O.Positional.empty())
    return usageError("'package' needs a path: a .pt2, a folder one was "
                      "unpacked to, a .so or a wrapper's .cpp");
  for (llvm::ArrayRef<std::string> Read :
       {llvm::ArrayRef(O.Positional), llvm::ArrayRef(O.Exported)})
    if (auto E = refuseToOverwrite("-o", O.OutputFile, Read))
      return E;
  auto Given = GivenPrograms::read(O.Exported);
  if (!Given)
    return Given.takeError();
  Page Result;
  std::vector<ShownPackage> Packages;
  for (const std::string &Path : O.Positional) {
    auto Package = readContract(Path, *plainFiles(AnySize));
    if (!Package)
      return Package.takeError();
    if (Package->Problem && !O.Memory) // which reads it, too
      Result.Unread.push_back(*Package->Problem);
    auto Shown = withNames(std::move(*Package), *Given);
    if (!Shown)
      return Shown.takeError();
    if (O.Memory)
      if (auto E = addMemory(O, *Shown, Result.Unread))
        return E;
    Packages.push_back(std::move(*Shown));
  }
  if (O.Compatible || O.Target) {
    auto Compared = compatibilityPage(O, Packages);
    if (Compared)
      llvm::append_range(Compared->Unread, Result.Unread);
    return Compared;
  }
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) {
    if (O.Format == ReportFormat::Json)
      return writePackagesJson(Packages, OS);
    llvm::interleave(
        Packages,
        [&](const ShownPackage &P) { writePackageText(P, O.Verbose, OS); },
        [&] { OS << '\n'; });
  });
  return Result;
}

} // namespace aoti_tidy
