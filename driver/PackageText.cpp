// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/artifact/Archive.h"
#include "driver/Errors.h"
#include "driver/PackageReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

using Row = std::vector<std::string>;

/// What a package says, as a terminal can show it: control characters would
/// obey a stranger.
std::string shown(llvm::StringRef Text) {
  std::string Result = quotedName(Text);
  return Result.substr(1, Result.size() - 2);
}

/// "214.3 KiB"
std::string humanSize(uint64_t Bytes) {
  if (Bytes < 1024)
    return fmt::format("{} B", Bytes);
  double Value = static_cast<double>(Bytes);
  for (const llvm::StringRef Unit : {"KiB", "MiB", "GiB"}) {
    Value /= 1024;
    if (Value < 1024)
      return fmt::format("{:.1f} {}", Value, Unit);
  }
  return fmt::format("{:.1f} TiB", Value / 1024);
}

llvm::StringRef formOf(const Contract &C) {
  switch (C.Form) {
  case Contract::Kind::Package:
    return "a package";
  case Contract::Kind::Folder:
    return "an unpacked package";
  case Contract::Kind::Library:
    return "a library";
  case Contract::Kind::WrapperSource:
    return "a wrapper's source";
  }
  llvm_unreachable("a kind without a case");
}

std::string eraOf(const Contract &C) {
  if (!C.WrittenBy)
    return "not known";
  const auto &[From, To, Why] = *C.WrittenBy;
  return From == To ? fmt::format("torch {}", From.str())
                    : fmt::format("torch {} to {}", From.str(), To.str());
}

std::string deviceOf(const ModelContract &M) {
  switch (M.DeviceFrom) {
  case Evidence::None:
    return "not known";
  case Evidence::Recorded:
    return fmt::format("{} (recorded in {})", shown(M.Device),
                       M.DeviceEvidence);
  case Evidence::Inferred:
    return fmt::format("{} (inferred: {})", shown(M.Device),
                       shown(M.DeviceEvidence));
  }
  llvm_unreachable("evidence without a case");
}

/// Of the machine that compiled it: "linux, x86_64, AVX2"; empty before torch
/// 2.10.
std::string machineOf(const ModelContract &M) {
  std::vector<std::string> Words;
  for (const llvm::StringRef Key :
       {"AOTI_PLATFORM", "AOTI_MACHINE", "AOTI_CPU_ISA",
        "AOTI_COMPUTE_CAPABILITY"}) {
    const auto It = M.Recorded.find(std::string_view(Key));
    if (It == M.Recorded.end() || It->second.empty())
      continue;
    Words.push_back((Key == "AOTI_COMPUTE_CAPABILITY" ? "compute capability " : "") +
                    shown(It->second));
  }
  return llvm::join(Words, ", ");
}

std::string sizesOf(const TensorContract &T) {
  if (!T.Dims)
    return "?";
  std::vector<std::string> Sizes;
  for (const Dimension &D : *T.Dims)
    Sizes.push_back(!D.Symbol.empty() ? shown(D.Symbol)
                    : D.isConstant()  ? std::to_string(D.Lower)
                                      : "?");
  return "[" + llvm::join(Sizes, ", ") + "]";
}

std::string stridesOf(const TensorContract &T) {
  if (!T.Dims)
    return "?";
  if (T.IsContiguous)
    return "contiguous";
  std::vector<std::string> Strides;
  for (const auto &Stride : T.Strides)
    Strides.push_back(Stride ? std::to_string(*Stride) : "?");
  return "[" + llvm::join(Strides, ", ") + "]";
}

/// "2 to 512"
std::string rangeOf(const Dimension &D) {
  return D.Upper == Dimension::Unbounded
             ? fmt::format("{} or more", D.Lower)
             : fmt::format("{} to {}", D.Lower, D.Upper);
}

/// The ranges of what has no constant size, each once: "s77" -> "2 to 512".
/// Where a package gives no symbol, the place stands for it.
std::vector<std::pair<std::string, const Dimension *>>
rangesOf(llvm::ArrayRef<TensorContract> Inputs) {
  std::vector<std::pair<std::string, const Dimension *>> Result;
  std::set<std::string> Seen;
  for (const TensorContract &T : Inputs)
    for (const auto &[Index, D] :
         llvm::enumerate(T.Dims ? llvm::ArrayRef(*T.Dims)
                                : llvm::ArrayRef<Dimension>())) {
      if (D.isConstant())
        continue;
      std::string Name = D.Symbol.empty()
                             ? fmt::format("dimension {} of {}", Index, shown(T.Name))
                             : shown(D.Symbol);
      if (Seen.insert(Name).second)
        Result.emplace_back(std::move(Name), &D);
    }
  return Result;
}

void writeTable(llvm::ArrayRef<Row> Rows, llvm::StringRef Indent,
                llvm::raw_ostream &OS) {
  std::vector<size_t> Widths;
  for (const Row &R : Rows)
    for (size_t I = 0; I < R.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], R[I].size());
    }
  for (const Row &R : Rows) {
    std::string Line = Indent.str();
    for (size_t I = 0; I < R.size(); ++I)
      Line += fmt::format("{:<{}}", R[I], I + 1 == R.size() ? 0 : Widths[I] + 2);
    OS << llvm::StringRef(Line).rtrim() << '\n';
  }
}

void writeTensors(llvm::ArrayRef<TensorContract> Tensors, llvm::StringRef Device,
                  llvm::raw_ostream &OS) {
  std::vector<Row> Rows = {{"", "name", "dtype", "shape", "strides", "device"}};
  for (const auto &[Index, T] : llvm::enumerate(Tensors))
    Rows.push_back({std::to_string(Index), shown(T.Name),
                    T.Type ? name(*T.Type).str() : "?", sizesOf(T),
                    stridesOf(T),
                    !T.Device.empty() ? shown(T.Device)
                    : Device.empty()  ? "?"
                                      : "not said"});
  writeTable(Rows, "    ", OS);
}

/// When the shapes above are enforced, and what happens when not.
std::string enforcement(const ModelContract &M) {
  switch (M.Checks) {
  case InputChecks::Unknown:
    return "not known: there is no source that would say";
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
  const auto Ranges = rangesOf(*M.Inputs);
  if (Ranges.empty())
    return;
  std::vector<std::string> Small;
  for (const auto &[Index, Entry] : llvm::enumerate(Ranges)) {
    const auto &[Name, D] = Entry;
    OS << fmt::format("  {:<12}{}: {}", Index ? "" : "ranges", Name, rangeOf(*D));
    if (M.Checks == InputChecks::OnRequest || M.Checks == InputChecks::Always) {
      const bool HasUpper = D->Upper != Dimension::Unbounded;
      if (!D->LowerChecked && (!HasUpper || !D->UpperChecked))
        OS << " (no bound is checked)";
      else if (!D->LowerChecked)
        OS << " (no lower bound is checked)";
    }
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
  OS << fmt::format("\nmodel '{}'\n", shown(M.Name));
  OS << fmt::format("  {:<12}{}\n", "device", deviceOf(M));
  if (const std::string Machine = machineOf(M); !Machine.empty())
    OS << fmt::format("  {:<12}{}\n", "compiled on", Machine);
  if (M.Inputs) {
    OS << fmt::format("  {:<12}{}\n", "inputs", M.Inputs->size());
    if (!M.Inputs->empty())
      writeTensors(*M.Inputs, M.Device, OS);
    writeRanges(M, OS);
    OS << fmt::format("  {:<12}{}\n", "checked", enforcement(M));
  } else {
    OS << fmt::format("  {:<12}not known: {}\n", "inputs", M.SourceMissing);
  }
  if (M.Outputs) {
    OS << fmt::format("  {:<12}{}\n", "outputs", M.Outputs->size());
    if (!M.Outputs->empty())
      writeTensors(*M.Outputs, M.Device, OS);
  }
  for (const auto &[Index, Kernel] : llvm::enumerate(M.Kernels))
    OS << fmt::format("  {:<12}{}\n", Index ? "" : "kernels", shown(Kernel));
  for (const auto &[Key, Value] : M.Recorded)
    if (!llvm::StringRef(Key).starts_with("AOTI_"))
      OS << fmt::format("  {:<12}{} = {}\n", "metadata", shown(Key), shown(Value));
}

} // namespace

void writePackageText(const Contract &Package, llvm::raw_ostream &OS) {
  uint64_t Size = 0;
  for (const Part &P : Package.Parts)
    Size += P.Size;
  OS << fmt::format("{}: {}, {}\n", shown(Package.Path), formOf(Package),
                    humanSize(Size));
  OS << fmt::format("  {:<12}{}", "written by", eraOf(Package));
  if (Package.WrittenBy)
    OS << fmt::format(" ({})", shown(Package.WrittenBy->Evidence));
  OS << '\n';
  for (const ModelContract &M : Package.Models)
    writeModel(M, OS);
  if (Package.Parts.size() < 2)
    return;
  OS << '\n' << "parts\n";
  std::vector<Row> Rows;
  size_t Width = 0;
  for (const Part &P : Package.Parts)
    Width = std::max(Width, humanSize(P.Size).size());
  for (const Part &P : Package.Parts)
    Rows.push_back({fmt::format("{:>{}}", humanSize(P.Size), Width), shown(P.Name)});
  writeTable(Rows, "    ", OS);
}

} // namespace aoti_tidy
