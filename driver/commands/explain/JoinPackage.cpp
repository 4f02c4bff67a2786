// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/Conformance.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/commands/explain/Answer.h"
#include "driver/package/PackageWords.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy {
namespace {

constexpr size_t MaxListed = 6;

std::optional<int64_t> number(const ExplainedCause &C, size_t Group) {
  int64_t Value;
  if (!C.Event || Group >= C.Event->Groups.size() ||
      llvm::StringRef(C.Event->Groups[Group]).getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

std::string group(const ExplainedCause &C, size_t Group) {
  return C.Event && Group < C.Event->Groups.size() ? C.Event->Groups[Group]
                                                   : std::string();
}

bool is(const ExplainedCause &C, llvm::StringRef Id) {
  return C.Cause->Id == Id;
}

/// "input 1 'arg3_1': float32 [2..512, 32] on 'cpu'"
std::string describe(const ModelContract &M, unsigned Index) {
  const TensorContract &T = (*M.Inputs)[Index];
  std::string Text = fmt::format("input {} '{}':", Index, T.Name);
  if (T.Type)
    Text += fmt::format(" {}", name(*T.Type));
  if (T.Dims)
    Text += " " + shapeText(llvm::ArrayRef(*T.Dims));
  if (const llvm::StringRef On = deviceOfInput(M, Index); !On.empty())
    Text += fmt::format(" on '{}'", On);
  return Text;
}

/// Whether the package's input is as the log wants it, if that can be told.
std::optional<bool> agrees(const ExplainedCause &C, const ModelContract &M,
                           unsigned Input) {
  const TensorContract &T = (*M.Inputs)[Input];
  if (is(C, "input-dtype"))
    return T.Type ? std::optional(cppName(*T.Type) == group(C, 2))
                  : std::nullopt;
  if (is(C, "input-device")) {
    const llvm::StringRef On = deviceOfInput(M, Input);
    return On.empty() ? std::nullopt
                      : std::optional(llvm::StringRef(group(C, 2))
                                          .contains("(" + On.str() + ")"));
  }
  const auto Dim = number(C, 2), Bound = number(C, 3);
  if (!T.Dims || !Dim || !Bound || *Dim < 0)
    return std::nullopt;
  if (static_cast<size_t>(*Dim) >= T.Dims->size())
    return false;
  const Dimension &D = (*T.Dims)[*Dim];
  if (is(C, "input-size"))
    return D.isConstant() && D.Lower == *Bound;
  if (is(C, "input-range"))
    return D.Lower == *Bound || D.Upper == *Bound;
  if (is(C, "input-stride") && static_cast<size_t>(*Dim) < T.Strides.size() &&
      T.Strides[*Dim])
    return *T.Strides[*Dim] == *Bound;
  return std::nullopt;
}

std::string listed(llvm::ArrayRef<std::string> Names) {
  std::string Text;
  for (const std::string &N : Names.take_front(MaxListed))
    Text += fmt::format("{}'{}'", Text.empty() ? "" : ", ", N);
  return Text + (Names.size() > MaxListed ? ", ..." : "");
}

/// The package is not the log's: that is said, and it is used for nothing.
void setAside(const std::string &Path, const std::string &Why, Answer &A) {
  A.Notes.push_back(fmt::format("'{}' is another package than the log's: {}",
                                Path, words::shown(Why)));
  A.OtherPackages.push_back(Path);
}

void joinInput(ExplainedCause &C, const ModelContract &M,
               const std::string &Path, Answer &A) {
  if (!M.Inputs)
    return;
  const auto Say = [&](const std::string &Text) { C.add(Path, Text); };
  if (is(C, "input-count")) {
    const auto Wanted = number(C, 1);
    if (Wanted && *Wanted != static_cast<int64_t>(M.Inputs->size()))
      return setAside(Path,
                      fmt::format("it takes {} inputs, and the log's takes {}",
                                  M.Inputs->size(), *Wanted),
                      A);
    Say(fmt::format("the model takes {} inputs{}", M.Inputs->size(),
                    M.Keywords && !M.Keywords->empty()
                        ? ", the last ones by name: " + listed(*M.Keywords)
                        : ""));
    if (Wanted)
      C.Sure = Confidence::Certain;
    return;
  }
  const auto Index = number(C, 1);
  // It names no input: list all.
  if (!Index || *Index < 0 ||
      group(C, 0).find("input_handles") == std::string::npos) {
    for (unsigned I = 0; I < std::min(M.Inputs->size(), MaxListed); ++I)
      Say(describe(M, I));
    return;
  }
  if (static_cast<size_t>(*Index) >= M.Inputs->size())
    return setAside(Path, fmt::format("it has no input {}", *Index), A);
  const auto Agrees = agrees(C, M, *Index);
  if (Agrees == false)
    return setAside(
        Path,
        fmt::format("it wants something else of input {} ({}; the log says "
                    "'{}')",
                    *Index, describe(M, *Index), group(C, 0)),
        A);
  Say(describe(M, *Index));
  if (Agrees == true)
    C.Sure = Confidence::Certain;
}

void joinConstants(ExplainedCause &C, const ModelContract &M,
                   const std::string &Path, Answer &A) {
  if (!M.Constants)
    return;
  const bool HasIt = llvm::any_of(*M.Constants, [&](const ConstantContract &K) {
    return K.OriginalName == group(C, 1) || K.Name == group(C, 1);
  });
  if (is(C, "constants-unknown-name") && HasIt)
    return setAside(Path, fmt::format("it has the constant '{}'", group(C, 1)),
                    A);
  std::vector<std::string> Names;
  for (const ConstantContract &K : *M.Constants)
    if (!K.IsFolded)
      Names.push_back(K.OriginalName.empty() ? K.Name : K.OriginalName);
  C.add(Path, Names.empty()
                  ? "the model has no constants: all are part of its kernels"
                  : fmt::format("{}, {}: {}",
                                count(Names.size(), "constant", "constants"),
                                words::store(M.Store), listed(Names)));
  if (is(C, "constants-unknown-name") && !group(C, 1).empty())
    C.Sure = Confidence::Certain;
}

/// A run without weights crashes, before all else.
void joinCrash(ExplainedCause &C, const ModelContract &M,
               const std::string &Path, Answer &A) {
  const bool IsBare =
      M.Constants && !M.Constants->empty() &&
      (M.Store == ConstantStore::Nowhere || M.Store == ConstantStore::Pickles);
  if (!IsBare)
    return;
  C.Cause = findCause("constants-not-loaded");
  C.Sure = Confidence::Likely;
  C.Headline = fmt::format("'{}' does not hold its weights, and a run before "
                           "they are loaded dies like this",
                           Path);
  joinConstants(C, M, Path, A);
}

void joinDevice(ExplainedCause &C, const ModelContract &M,
                const std::string &Path, Answer &A) {
  if (M.Device.empty())
    return;
  const std::string For = fmt::format("compiled for {}", words::device(M));
  const llvm::StringRef Said = C.Headline;
  const bool SaysCpu = Said.contains("compiled for the CPU"),
             SaysGpu = Said.contains("compiled for CUDA") ||
                       Said.contains("compiled for a GPU"),
             SaysType = group(C, 2) == M.Device || group(C, 1) == M.Device;
  if (is(C, "no-gpu") && M.Device != group(C, 1) &&
      llvm::is_contained({"cpu", "cuda", "mps", "xpu"}, group(C, 1)))
    return setAside(Path, "it is " + For, A);
  C.add(Path, For);
  if ((SaysCpu && M.Device == "cpu") || (SaysGpu && M.Device != "cpu") ||
      (SaysType && is(C, "no-gpu")))
    C.Sure = Confidence::Certain;
}

void joinModels(ExplainedCause &C, const Contract &Package) {
  std::vector<std::string> Names;
  for (const ModelContract &M : Package.Models)
    Names.push_back(M.Name);
  C.add(Package.Path, fmt::format("its models: {}", listed(Names)));
  if (!llvm::is_contained(Names, group(C, 1)))
    C.Sure = Confidence::Certain;
}

void joinMachine(ExplainedCause &C, const ModelContract &M,
                 const std::string &Path) {
  const std::string Machine = words::machine(M), Here = words::machineHere(M);
  if (!Machine.empty())
    C.add(Path, fmt::format("compiled on {}{}{}", Machine,
                            Here.empty() ? "" : "; ", Here));
  if (const llvm::StringRef Gpu = words::recorded(M, "AOTI_COMPUTE_CAPABILITY");
      !Gpu.empty())
    C.add(Path, fmt::format("its kernels are for sm_{}", Gpu));
}

void joinFiles(ExplainedCause &C, const Contract &Package) {
  const size_t Cubins = llvm::count_if(Package.Parts, [](const Part &P) {
    return llvm::StringRef(P.Name).ends_with(".cubin") ||
           llvm::StringRef(P.Name).ends_with(".hsaco");
  });
  C.add(Package.Path,
        fmt::format("holds {} compiled GPU kernels (.cubin, .hsaco)", Cubins));
}

void join(ExplainedCause &C, const Contract &Package, Answer &A) {
  if (is(C, "model-name"))
    return joinModels(C, Package);
  if (is(C, "cubin-missing"))
    return joinFiles(C, Package);
  if ((C.Cause->Group == "libraries" || is(C, "archive-version")) &&
      Package.WrittenBy)
    return C.add(Package.Path,
                 fmt::format("written by {}", words::era(Package)));
  // The log does not say which of several models ran.
  if (Package.Models.size() != 1)
    return;
  const ModelContract &M = Package.Models.front();
  if (C.Cause->Group == "inputs")
    joinInput(C, M, Package.Path, A);
  else if (is(C, "crash"))
    joinCrash(C, M, Package.Path, A);
  else if (C.Cause->Group == "constants")
    joinConstants(C, M, Package.Path, A);
  else if (C.Cause->Group == "devices")
    joinDevice(C, M, Package.Path, A);
  else if (is(C, "cpu-isa") || is(C, "gpu-arch"))
    joinMachine(C, M, Package.Path);
}

bool isNoArchive(const std::string &Path) {
  const auto Files = plainFiles(AnySize);
  const auto Status = Files->status(Path);
  if (!Status || !Status->isRegularFile())
    return false;
  const auto Buffer = Files->getBufferForFile(Path, Status->getSize(),
                                              /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return false;
  auto Package = Archive::openZip(**Buffer, Path);
  const bool IsArchive = static_cast<bool>(Package);
  llvm::consumeError(Package.takeError());
  return !IsArchive;
}

bool isNamed(const Answer &A, llvm::StringRef Path) {
  const auto Named = A.Read.Facts.find("package");
  return Named != A.Read.Facts.end() &&
         llvm::any_of(Named->second, [&](llvm::StringRef Name) {
           return llvm::sys::path::filename(Name) ==
                  llvm::sys::path::filename(Path);
         });
}

} // namespace

void joinPackages(Answer &A) {
  for (const std::string &Path : A.Packages) {
    auto Read = readContract(Path, *plainFiles(AnySize));
    if (!Read) {
      const std::string Why = llvm::toString(Read.takeError());
      // The damage may be the cause.
      if (!A.Causes.empty() && A.Causes.front().Cause->Group == "loader" &&
          isNoArchive(Path)) {
        ExplainedCause &C = A.Causes.front();
        C.add(Path, Why);
        if (is(C, "package-damaged") && isNamed(A, Path))
          C.Sure = Confidence::Certain;
      } else {
        A.Unread.push_back(Why);
      }
      continue;
    }
    if (!A.Causes.empty())
      join(A.Causes.front(), *Read, A);
  }
  llvm::erase_if(A.Packages, [&](const std::string &Path) {
    return llvm::is_contained(A.OtherPackages, Path);
  });
}

} // namespace aoti_tidy
