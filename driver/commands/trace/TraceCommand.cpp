// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/package/LogArchive.h"
#include "checks/lib/package/PackageLayout.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/Commands.h"
#include "driver/commands/trace/TraceReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Process.h"

namespace aoti_tidy {
namespace {

namespace path = llvm::sys::path;

constexpr size_t MaxListed = 3;

using Models = llvm::Expected<EmittedPackage>;

Models readSource(llvm::StringRef Path, llvm::StringRef Text,
                  llvm::vfs::FileSystem &FS) {
  auto Read = readEmittedFile({Path.str(), Text.str()}, FS);
  if (!Read)
    return usageError("the wrapper of the kernels in '{}' is not beside them, "
                      "or could be one of several",
                      Path);
  EmittedPackage Result;
  Result.Models.push_back(std::move(Read->Model));
  return Result;
}

Models readFolder(llvm::StringRef Folder, llvm::vfs::FileSystem &FS) {
  EmittedPackage Result;
  std::error_code EC;
  for (auto It = FS.dir_begin(Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    if (!It->path().ends_with(".cpp"))
      continue;
    const auto Buffer = FS.getBufferForFile(It->path());
    if (!Buffer || emittedRole(It->path(), (*Buffer)->getBuffer(), FS) !=
                       EmittedRole::Wrapper)
      continue;
    auto Model = readSource(It->path(), (*Buffer)->getBuffer(), FS);
    if (!Model)
      return Model.takeError();
    llvm::move(Model->Models, std::back_inserter(Result.Models));
  }
  return Result;
}

Models readModels(llvm::StringRef Path, llvm::vfs::FileSystem &FS) {
  const auto Status = FS.status(Path);
  const bool IsFolder = Status && Status->isDirectory();
  if (const auto Buffer = FS.getBufferForFile(Path); Buffer && !IsFolder) {
    const llvm::StringRef Content = (*Buffer)->getBuffer();
    // torch does not compress the wrapper.
    const bool IsPackage = Content.starts_with("PK") || mayLogCode(**Buffer);
    if (!IsPackage && emittedRole(Path, Content, FS) != EmittedRole::None)
      return readSource(Path, Content, FS);
    if (llvm::identify_magic(Content) == llvm::file_magic::elf_shared_object)
      return usageError("'{}' is a library, which has no source to trace; give "
                        "the package (.pt2) or the wrapper's .cpp",
                        Path);
    if (!IsPackage && !Path.ends_with(".pt2"))
      return usageError("'{}' is neither a package nor the whole of a wrapper "
                        "or of kernels that torch emitted",
                        Path);
  }
  auto Read = readEmittedModels(Path, FS);
  if (!Read)
    return Read.takeError();
  if (Read->Models.empty() && IsFolder)
    return readFolder(Path, FS);
  return Read;
}

std::string quotedList(llvm::ArrayRef<std::string> Texts,
                       llvm::StringRef Quote) {
  std::vector<std::string> Quoted;
  for (const std::string &Text :
       Texts.take_front(std::min(Texts.size(), MaxListed)))
    Quoted.push_back((Quote + words::shown(Text) + Quote).str());
  return llvm::join(Quoted, ", ") + (Texts.size() > MaxListed ? ", ..." : "");
}

llvm::Error selectKernels(const Options &O, TraceReport &R) {
  std::vector<std::string> Known;
  bool Found = false;
  for (TracedModel &M : R.Models) {
    if (O.TraceKernel)
      M.Calls = callsOf(M.Of, *O.TraceKernel);
    Found |= !M.Calls.empty();
    for (const TracedCall &C : M.Of.Calls)
      if (!llvm::is_contained(Known, C.In->Name))
        Known.push_back(C.In->Name);
  }
  if (!O.TraceKernel || Found)
    return llvm::Error::success();
  const auto Rank = [&](llvm::StringRef Name) {
    return std::pair(Name.edit_distance(*O.TraceKernel), Name);
  };
  llvm::sort(Known, [&](llvm::StringRef A, llvm::StringRef B) {
    return Rank(A) < Rank(B);
  });
  return usageError("no kernel of '{}' is named '{}'; it has {}", R.Path,
                    *O.TraceKernel, quotedList(Known, "'"));
}

llvm::Error selectAsserts(const Options &O, TraceReport &R) {
  if (!O.TraceAssert)
    return llvm::Error::success();
  bool Found = false;
  std::vector<std::string> Known;
  for (TracedModel &M : R.Models) {
    for (const size_t Call : M.Calls)
      for (const TracedAssert &A : M.Of.Calls[Call].Asserts)
        if (!llvm::is_contained(Known, A.Assert->Message))
          Known.push_back(A.Assert->Message);
    M.Asserts = assertsLike(M.Of, M.Model, M.Calls, *O.TraceAssert);
    Found |= !M.Asserts.empty();
    llvm::erase_if(M.Calls, [&](size_t Call) {
      return llvm::none_of(
          M.Asserts, [&](const AssertPlace &P) { return P.first == Call; });
    });
  }
  if (Found)
    return llvm::Error::success();
  const std::string Where =
      O.TraceKernel
          ? fmt::format("the kernels '{}' of '{}'", *O.TraceKernel, R.Path)
          : fmt::format("'{}'", R.Path);
  if (Known.empty())
    return usageError("there are no asserts in {} that are understood", Where);
  return usageError("no assert of {} has this text; those that are understood "
                    "say {}",
                    Where, quotedList(Known, "\""));
}

llvm::Error requireKernels(const Options &, TraceReport &R) {
  std::vector<std::string> Missing;
  for (const TracedModel &M : R.Models) {
    if (!M.Of.Calls.empty())
      return llvm::Error::success();
    llvm::append_range(Missing, M.Of.Safety.MissingKernels);
  }
  if (Missing.empty())
    return llvm::Error::success();
  return usageError("the code of the kernels that '{}' calls is not in it, or "
                    "not understood ({}), so there is nothing to trace",
                    R.Path, quotedList(Missing, "'"));
}

bool useColor(const Options &O) {
  if (O.Color == ColorMode::Auto)
    return O.OutputFile.empty() && llvm::sys::Process::StandardOutHasColors();
  return O.Color == ColorMode::Always;
}

} // namespace

bool TracedModel::isAsked(size_t Call, size_t Assert) const {
  return Asserts.empty() ||
         llvm::is_contained(Asserts, AssertPlace{Call, Assert});
}

bool TracedModel::isAskedAccess(size_t Call, size_t Access) const {
  return Asserts.empty() ||
         llvm::any_of(Of.Calls[Call].Accesses[Access].Asserts,
                      [&](unsigned Assert) { return isAsked(Call, Assert); });
}

std::vector<const TracedCall *> TracedModel::calls() const {
  std::vector<const TracedCall *> Result;
  for (const size_t Call : Calls)
    Result.push_back(&Of.Calls[Call]);
  return Result;
}

bool isWhole(const TracedModel &M) {
  const TraceCounts N = count(M);
  return N.OutOfBounds + N.NotDecided + N.NotModelled == 0 && M.isRead() &&
         M.Calls.size() == M.Of.Calls.size();
}

TraceCounts count(const TracedCall &C) {
  TraceCounts N;
  for (const TracedAccess &A : C.Accesses)
    switch (A.Decision->Is) {
    case AccessDecision::Verdict::Proved:
      ++(A.IsDynamic ? N.InBounds : N.Constant);
      break;
    case AccessDecision::Verdict::Refuted:
      ++N.OutOfBounds;
      break;
    case AccessDecision::Verdict::Unknown:
      ++N.NotDecided;
      break;
    }
  N.NotModelled = C.In->NotModelled.size();
  return N;
}

TraceCounts count(const TracedModel &M) {
  TraceCounts Sum;
  for (const size_t Call : M.Calls) {
    const TraceCounts N = count(M.Of.Calls[Call]);
    Sum.OutOfBounds += N.OutOfBounds;
    Sum.InBounds += N.InBounds;
    Sum.NotDecided += N.NotDecided;
    Sum.Constant += N.Constant;
    Sum.NotModelled += N.NotModelled;
  }
  return Sum;
}

llvm::Expected<std::vector<TracedModel>>
readTraces(const Options &O, bool WithRanges,
           std::vector<std::string> &Unread) {
  const std::string &Path = O.Positional.front();
  if (auto E = refuseToOverwrite("-o", O.OutputFile, {Path, O.Exported}))
    return E;
  auto Read = readModels(Path, *plainFiles(AnySize));
  if (!Read)
    return Read.takeError();
  if (Read->Models.empty())
    return usageError("'{}' holds no emitted code that could be traced; {}",
                      Path, words::SeePackage);
  auto Given = GivenPrograms::read(O.Exported);
  if (!Given)
    return Given.takeError();
  const std::vector<ExportedProgram> Own = ownPrograms(Path);
  std::vector<TracedModel> Models(Read->Models.size());
  Work OfPackage(Prover::StepsOfPackage);
  for (const auto &[M, Emitted] : llvm::zip_equal(Models, Read->Models)) {
    M.Model = std::move(Emitted);
    if (const auto File = modelFile(M.Model.Files.front().Name))
      M.Name = File->Model.str();
    auto Program = programOf(M.Name.empty() ? "model" : M.Name, M.Model.Inputs,
                             Path, *Given, Own);
    if (!Program)
      return Program.takeError();
    M.Names = inputNames(*Program);
    if (O.Memory) // of which no index is a part
      continue;
    Prover Solver(&OfPackage);
    M.Of = traceIndices(M.Model, Solver, WithRanges);
    M.Calls.resize(M.Of.Calls.size());
    std::iota(M.Calls.begin(), M.Calls.end(), 0);
  }
  if (Read->Problem)
    Unread.push_back(*Read->Problem);
  for (const EmittedPackage::Unread &U : Read->Others)
    Unread.push_back(words::notRead(Path, U));
  for (const TracedModel &M : Models)
    for (const EmittedModel::CutFile &C : M.Model.Cut)
      Unread.push_back(words::notComplete(M.Model.Files[C.File].Name, C));
  return Models;
}

llvm::Expected<Page> tracePage(const Options &O) {
  if (O.Positional.size() != 1)
    return usageError(
        "'trace' needs one path: a .pt2, a folder one was "
        "unpacked to, or the .cpp of a wrapper or of its kernels");
  if (O.TraceAssert && llvm::StringRef(*O.TraceAssert).trim().empty())
    return usageError("--assert needs a text: the message of the assert that "
                      "failed, or a part of it");
  TraceReport R;
  R.Path = O.Positional.front();
  R.Kernel = O.TraceKernel;
  R.Assert = O.TraceAssert;
  R.All = O.TraceAll;
  Page Result;
  auto Models = readTraces(O, /*WithRanges=*/O.Format == ReportFormat::Html,
                           Result.Unread);
  if (!Models)
    return Models.takeError();
  R.Models = std::move(*Models);
  for (auto *Step : {requireKernels, selectKernels, selectAsserts})
    if (auto E = Step(O, R)) {
      // What is missing may be the reason.
      std::vector<std::string> Sentences = std::move(Result.Unread);
      Sentences.push_back(llvm::toString(std::move(E)));
      return llvm::createStringError(llvm::join(Sentences, "; "));
    }
  if (O.TraceKernel || O.TraceAssert)
    llvm::erase_if(R.Models,
                   [](const TracedModel &M) { return M.Calls.empty(); });
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) {
    OS.enable_colors(useColor(O));
    if (O.Format == ReportFormat::Json)
      writeTraceJson(R, /*ForPage=*/false, OS);
    else if (O.Format == ReportFormat::Html)
      writeTraceHtml(R, OS);
    else
      writeTraceText(R, OS);
  });
  return Result;
}

} // namespace aoti_tidy
