// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/package/PackageReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

void writeTensors(llvm::ArrayRef<TensorContract> Tensors,
                  const InputNames &Names, llvm::StringRef Device,
                  llvm::raw_ostream &OS) {
  std::vector<words::Row> Rows = {
      {"", "name", "dtype", "shape", "strides", "device"}};
  for (const auto &[Index, T] : llvm::enumerate(Tensors))
    Rows.push_back({std::to_string(Index), inputName(Names, Index, T.Name),
                    T.Type ? name(*T.Type).str() : "?", words::sizes(T),
                    words::strides(T),
                    !T.Device.empty() ? words::shown(T.Device)
                    : Device.empty()  ? "?"
                                      : "not said"});
  words::writeTable(Rows, "    ", OS);
}

llvm::StringRef enforcement(InputChecks Checks) {
  constexpr llvm::StringLiteral Texts[] = {
      "not known",
      "never: it was compiled without input checks; other inputs give garbage "
      "or a crash",
      "only with AOTI_RUNTIME_CHECK_INPUTS=1 in the environment of the program "
      "that\n              runs it; without, other inputs give garbage or a "
      "crash, or happen to work",
      "at every run: it was compiled with AOT_INDUCTOR_DEBUG_COMPILE=1"};
  return Texts[static_cast<int>(Checks)];
}

void writeRanges(const ModelContract &M, llvm::raw_ostream &OS) {
  const auto Ranges = words::ranges(*M.Inputs);
  if (Ranges.empty())
    return;
  std::vector<std::string> Small;
  for (const auto &[Index, Entry] : llvm::enumerate(Ranges)) {
    const auto &[Name, D] = Entry;
    OS << fmt::format("  {:<12}{}: {}", Index ? "" : "ranges", Name,
                      words::checkedRange(*D, M.Checks));
    OS << '\n';
    if (D->Lower == 2 && D->LowerChecked && !D->LowerAlways)
      Small.push_back(Name);
  }
  if (Small.empty())
    return;
  OS << fmt::format("              Sizes 0 and 1 of {} are outside what was "
                    "compiled, whatever range the\n              export asked "
                    "for",
                    llvm::join(Small, ", "));
  if (M.Checks == InputChecks::OnRequest)
    OS << ", but only AOTI_RUNTIME_CHECK_INPUTS=1 rejects them";
  OS << ".\n";
}

constexpr size_t ShownConstants = 10;

words::Row rowOf(const ConstantContract &C, bool HasDevices) {
  words::Row R = {" ", words::shown(C.Name), C.Type ? name(*C.Type).str() : "?",
                  words::sizes(C)};
  if (HasDevices)
    R.push_back(C.Device.empty() ? "?" : words::shown(C.Device));
  R.push_back(C.IsFolded ? "(computed before the first run)"
                         : words::shown(C.OriginalName));
  return R;
}

llvm::StringRef unlessLoaded(const ModelContract &M) {
  if (M.Store == ConstantStore::Library || M.Store == ConstantStore::Blob ||
      M.Store == ConstantStore::Unknown)
    return "";
  return M.Device == "cpu"
             ? ": load_constants() before the first run, or that run dies of a "
               "segmentation fault"
             : ": load_constants() before the first run, or that run reads "
               "from a null pointer";
}

void writeConstants(const ModelContract &M, bool ShowAll,
                    llvm::raw_ostream &OS) {
  if (!M.Constants)
    return;
  const auto &All = *M.Constants;
  uint64_t Bytes = 0;
  for (const ConstantContract &C : All)
    Bytes += C.Bytes;
  OS << fmt::format("  {:<12}{}", "constants", All.size());
  if (!All.empty())
    OS << fmt::format(", {}, {}{}", words::size(Bytes), words::store(M.Store),
                      unlessLoaded(M));
  OS << '\n';
  if (All.empty() || (M.Store == ConstantStore::Library && !ShowAll))
    return;
  const bool HasDevices = llvm::any_of(
      All, [&](const ConstantContract &C) { return C.Device != M.Device; });
  words::Row Head = {" ", "name", "dtype", "shape", "in the model"};
  if (HasDevices)
    Head.insert(Head.end() - 1, "device");
  std::vector<words::Row> Rows = {std::move(Head)};
  const size_t Shown =
      ShowAll ? All.size() : std::min(All.size(), ShownConstants);
  for (const ConstantContract &C : llvm::ArrayRef(All).take_front(Shown))
    Rows.push_back(rowOf(C, HasDevices));
  words::writeTable(Rows, "    ", OS);
  if (Shown < All.size())
    OS << fmt::format("       and {} more; --verbose lists all\n",
                      All.size() - Shown);
}

/// Where the tensors are in what a model takes or returns, if that is more than
/// one after the other.
void writePaths(llvm::StringRef Spec, llvm::ArrayRef<std::string> Paths,
                llvm::raw_ostream &OS) {
  if (llvm::any_of(Paths, [](llvm::StringRef P) { return P.contains('\''); }))
    OS << fmt::format("  {:<12}{}\n", Spec.str(),
                      words::shown(llvm::join(Paths, ", ")));
}

/// What the kernels do that those of a model in eval mode do not.
void writeTraining(const ModelContract &M, llvm::raw_ostream &OS) {
  for (const auto &[Operator, Effect] :
       {std::pair("native_dropout", "values are dropped at random in each run"),
        std::pair("native_batch_norm_legit_functional",
                  "each batch is normalized by itself")})
    if (llvm::any_of(M.Kernels, [&](llvm::StringRef Kernel) {
          return Kernel.contains(Operator);
        }))
      OS << fmt::format("  {:<12}likely, by {}: {}; call eval() before the "
                        "export, unless that is meant\n",
                        "training", Operator, Effect);
}

void writeModel(const ModelContract &M, const InputNames &Names,
                llvm::ArrayRef<std::string> Dropped, bool ShowAll,
                llvm::raw_ostream &OS) {
  OS << fmt::format("\nmodel '{}'\n", words::shown(M.Name));
  OS << fmt::format("  {:<12}{}\n", "device", words::device(M));
  if (const std::string Machine = words::machine(M); !Machine.empty()) {
    const std::string Here = words::machineHere(M);
    OS << fmt::format("  {:<12}{}{}\n", "compiled on", Machine,
                      Here.empty() ? "" : " (" + Here + ")");
  }
  if (M.Inputs) {
    OS << fmt::format("  {:<12}{}\n", "inputs", M.Inputs->size());
    if (!M.Inputs->empty())
      writeTensors(*M.Inputs, Names, M.Device, OS);
    if (M.Keywords && !M.Keywords->empty())
      OS << fmt::format("  {:<12}{}: a call in Python gives these by name, and "
                        "no others\n",
                        "keywords",
                        words::shown(llvm::join(*M.Keywords, ", ")));
    writePaths("in_spec", inputPaths(M), OS);
    if (!Dropped.empty())
      OS << fmt::format(
          "  {:<12}{}: forward() takes it as a dynamic number, and the package "
          "has no input for it: whatever is passed is ignored\n",
          "dropped", words::shown(llvm::join(Dropped, ", ")));
    writeRanges(M, OS);
  } else {
    OS << fmt::format("  {:<12}not known: {}\n", "inputs", M.SourceMissing);
  }
  for (const auto &[Index, Assumed] : llvm::enumerate(M.Assumptions))
    OS << fmt::format("  {:<12}{} (checked at every run)\n",
                      Index ? "" : "assumes", words::shown(Assumed.str()));
  const bool IsPartial =
      M.Checks != InputChecks::Always && M.Inputs &&
      (words::hasAlways(*M.Inputs) || !M.Assumptions.empty());
  if (M.Checks != InputChecks::Unknown)
    OS << fmt::format("  {:<12}{}{}\n", "checked",
                      IsPartial ? "at every run where it says so above; the "
                                  "rest\n              "
                                : "",
                      enforcement(M.Checks));
  if (M.Outputs) {
    OS << fmt::format("  {:<12}{}\n", "outputs", M.Outputs->size());
    if (!M.Outputs->empty())
      writeTensors(*M.Outputs, {}, M.Device, OS);
    if (M.OutputPaths)
      writePaths("out_spec", *M.OutputPaths, OS);
  }
  writeConstants(M, ShowAll, OS);
  for (const auto &[Index, Kernel] : llvm::enumerate(M.Kernels))
    OS << fmt::format("  {:<12}{}\n", Index ? "" : "kernels",
                      words::shown(Kernel));
  writeTraining(M, OS);
  for (const auto &[Key, Value] : M.Recorded)
    if (!llvm::StringRef(Key).starts_with("AOTI_"))
      OS << fmt::format("  {:<12}{} = {}\n", "metadata", words::shown(Key),
                        words::shown(Value));
}

void writeMemory(const MemoryPeak &P, llvm::raw_ostream &OS) {
  OS << fmt::format("\nmemory of a run of '{}': {} bytes ({}) or more",
                    words::shown(P.Model), P.Bytes, words::size(P.Bytes));
  for (const auto &[Name, Size] : P.Sizes)
    OS << fmt::format(", {} = {}", words::shown(Name), Size);
  if (P.Bytes)
    OS << fmt::format("\n  {}, with {}, for {}", P.Formula,
                      words::shown(P.Allocation), words::shown(P.For));
  OS << fmt::format("\n  not counted: {}\n",
                    words::shown(llvm::join(P.NotCounted, ", ")));
}

} // namespace

void writePackageText(const ShownPackage &Shown, bool ShowAll,
                      llvm::raw_ostream &OS) {
  const Contract &Package = Shown.Of;
  uint64_t Size = 0;
  for (const Part &P : Package.Parts)
    Size += P.Size;
  OS << fmt::format("{}: {}, {}\n", printableName(words::shown(Package.Path)),
                    words::form(Package), words::size(Size));
  OS << fmt::format("  {:<12}{}", "written by", words::era(Package));
  if (Package.WrittenBy)
    OS << fmt::format(" ({})", words::shown(Package.WrittenBy->Evidence));
  OS << '\n';
  for (const auto &[M, Names, Dropped] :
       llvm::zip_equal(Package.Models, Shown.Names, Shown.Dropped))
    writeModel(M, Names, Dropped, ShowAll, OS);
  for (const MemoryPeak &P : Shown.Memory)
    writeMemory(P, OS);
  if (Package.Parts.size() < 2)
    return;
  OS << '\n' << "parts\n";
  std::vector<words::Row> Rows;
  Rows.reserve(Package.Parts.size());
  size_t Width = 0;
  for (const Part &P : Package.Parts)
    Width = std::max(Width, words::size(P.Size).size());
  for (const Part &P : Package.Parts)
    Rows.push_back({fmt::format("{:>{}}", words::size(P.Size), Width),
                    words::shown(P.Name)});
  words::writeTable(Rows, "    ", OS);
}

} // namespace aoti_tidy
