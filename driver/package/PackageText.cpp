// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Errors.h"
#include "driver/package/PackageReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

void writeTensors(llvm::ArrayRef<TensorContract> Tensors,
                  llvm::StringRef Device, llvm::raw_ostream &OS) {
  std::vector<words::Row> Rows = {
      {"", "name", "dtype", "shape", "strides", "device"}};
  for (const auto &[Index, T] : llvm::enumerate(Tensors))
    Rows.push_back({std::to_string(Index), words::shown(T.Name),
                    T.Type ? name(*T.Type).str() : "?", words::sizes(T),
                    words::strides(T),
                    !T.Device.empty() ? words::shown(T.Device)
                    : Device.empty()  ? "?"
                                      : "not said"});
  words::writeTable(Rows, "    ", OS);
}

/// When the shapes above are enforced, and what happens when not.
llvm::StringRef enforcement(InputChecks Checks) {
  switch (Checks) {
  case InputChecks::Unknown:
    return "not known";
  case InputChecks::Never:
    return "never: it was compiled without input checks; other inputs give "
           "garbage or a crash";
  case InputChecks::OnRequest:
    return "only with AOTI_RUNTIME_CHECK_INPUTS=1 in the environment of the "
           "program that\n              runs it; without, other inputs give "
           "garbage or a crash, or happen to work";
  case InputChecks::Always:
    return "at every run: it was compiled with AOT_INDUCTOR_DEBUG_COMPILE=1";
  }
  llvm_unreachable("a way to check without a case");
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
    if (D->Lower == 2 && D->LowerChecked)
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

void writeModel(const ModelContract &M, llvm::raw_ostream &OS) {
  OS << fmt::format("\nmodel '{}'\n", words::shown(M.Name));
  OS << fmt::format("  {:<12}{}\n", "device", words::device(M));
  if (const std::string Machine = words::machine(M); !Machine.empty())
    OS << fmt::format("  {:<12}{}\n", "compiled on", Machine);
  if (M.Inputs) {
    OS << fmt::format("  {:<12}{}\n", "inputs", M.Inputs->size());
    if (!M.Inputs->empty())
      writeTensors(*M.Inputs, M.Device, OS);
    writeRanges(M, OS);
  } else {
    OS << fmt::format("  {:<12}not known: {}\n", "inputs", M.SourceMissing);
  }
  if (M.Checks != InputChecks::Unknown)
    OS << fmt::format("  {:<12}{}\n", "checked", enforcement(M.Checks));
  if (M.Outputs) {
    OS << fmt::format("  {:<12}{}\n", "outputs", M.Outputs->size());
    if (!M.Outputs->empty())
      writeTensors(*M.Outputs, M.Device, OS);
  }
  for (const auto &[Index, Kernel] : llvm::enumerate(M.Kernels))
    OS << fmt::format("  {:<12}{}\n", Index ? "" : "kernels",
                      words::shown(Kernel));
  for (const auto &[Key, Value] : M.Recorded)
    if (!llvm::StringRef(Key).starts_with("AOTI_"))
      OS << fmt::format("  {:<12}{} = {}\n", "metadata", words::shown(Key),
                        words::shown(Value));
}

} // namespace

void writePackageText(const Contract &Package, llvm::raw_ostream &OS) {
  uint64_t Size = 0;
  for (const Part &P : Package.Parts)
    Size += P.Size;
  OS << fmt::format("{}: {}, {}\n", words::shown(Package.Path),
                    words::form(Package), words::size(Size));
  OS << fmt::format("  {:<12}{}", "written by", words::era(Package));
  if (Package.WrittenBy)
    OS << fmt::format(" ({})", words::shown(Package.WrittenBy->Evidence));
  OS << '\n';
  for (const ModelContract &M : Package.Models)
    writeModel(M, OS);
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
