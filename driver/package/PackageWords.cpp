// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageWords.h"
#include "checks/lib/package/Archive.h"
#include "driver/base/Errors.h"
#include "driver/package/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace aoti_tidy::words {

std::string shown(llvm::StringRef Text) {
  std::string Result = quotedName(Text);
  return Result.substr(1, Result.size() - 2);
}

std::string notRead(llvm::StringRef What, llvm::StringRef Why) {
  return fmt::format("{} is not read, so findings in it may be missing: {}",
                     What, Why);
}

std::string notComplete(llvm::StringRef File,
                        const EmittedModel::CutFile &Cut) {
  if (!Cut.IsRead)
    return notRead(fmt::format("'{}'", File), Cut.Sign);
  return fmt::format(
      "'{}' is not complete: {}; findings of the rest are missing", File,
      Cut.Sign);
}

std::string notRead(llvm::StringRef Package, const EmittedPackage::Unread &U) {
  return fmt::format("the model '{}' of '{}' is not read: {}", U.Model, Package,
                     U.Why);
}

std::string size(uint64_t Bytes) {
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

llvm::StringRef form(const Contract &C) {
  constexpr llvm::StringLiteral Forms[] = {"a package", "an unpacked package",
                                           "a library", "a wrapper's source",
                                           "a log with emitted code"};
  return Forms[static_cast<int>(C.Form)];
}

std::string era(const Contract &C) {
  if (!C.WrittenBy)
    return "not known";
  const auto &[From, To, Why] = *C.WrittenBy;
  return From == To ? fmt::format("torch {}", From.str())
                    : fmt::format("torch {} to {}", From.str(), To.str());
}

std::string device(const ModelContract &M) {
  if (M.DeviceFrom == Evidence::None)
    return "not known";
  return M.DeviceFrom == Evidence::Recorded
             ? fmt::format("{} (recorded in {})", shown(M.Device),
                           M.DeviceEvidence)
             : fmt::format("{} (inferred: {})", shown(M.Device),
                           shown(M.DeviceEvidence));
}

llvm::StringRef recorded(const ModelContract &M, std::string_view Key) {
  const auto It = M.Recorded.find(Key);
  return It == M.Recorded.end() ? llvm::StringRef() : It->second;
}

std::string machine(const ModelContract &M) {
  std::vector<std::string> Words;
  for (const llvm::StringRef Key :
       {"AOTI_PLATFORM", "AOTI_MACHINE", "AOTI_CPU_ISA",
        "AOTI_COMPUTE_CAPABILITY"}) {
    if (const llvm::StringRef Value = recorded(M, Key); !Value.empty())
      Words.push_back(
          (Key == "AOTI_COMPUTE_CAPABILITY" ? "compute capability " : "") +
          shown(Value));
  }
  return llvm::join(Words, ", ");
}

std::string machineHere(const ModelContract &M) {
  return isaHere(recorded(M, "AOTI_MACHINE"), recorded(M, "AOTI_CPU_ISA"));
}

llvm::StringRef store(ConstantStore Store) {
  constexpr llvm::StringLiteral Stores[] = {
      "not known where",
      "in the library",
      "NOT in the library",
      "in data/weights, which no loader reads by itself",
      "in a file beside the library, which the package loader reads",
      "NOT in the package"};
  return Stores[static_cast<int>(Store)];
}

std::string sizes(const ConstantContract &C) {
  if (!C.Sizes)
    return "?";
  std::vector<std::string> Sizes;
  for (const int64_t Size : *C.Sizes)
    Sizes.push_back(std::to_string(Size));
  return "[" + llvm::join(Sizes, ", ") + "]";
}

std::string sizes(const TensorContract &T) {
  if (!T.Dims)
    return "?";
  std::vector<std::string> Sizes;
  for (const Dimension &D : *T.Dims)
    Sizes.push_back(!D.Symbol.empty() ? shown(D.Symbol)
                    : D.isConstant()  ? std::to_string(D.Lower)
                                      : "?");
  return "[" + llvm::join(Sizes, ", ") + "]";
}

std::string strides(const TensorContract &T) {
  if (!T.Dims)
    return "?";
  if (T.IsContiguous)
    return "contiguous";
  std::vector<std::string> Strides;
  for (const auto &Stride : T.Strides)
    Strides.push_back(Stride ? std::to_string(*Stride) : "?");
  return "[" + llvm::join(Strides, ", ") + "]";
}

std::string range(const Dimension &D) {
  return D.Upper == Dimension::Unbounded
             ? fmt::format("{} or more", D.Lower)
             : fmt::format("{} to {}", D.Lower, D.Upper);
}

std::string checkedRange(const Dimension &D, InputChecks Checks) {
  std::string Text = range(D);
  if (Checks != InputChecks::Always && (D.LowerAlways || D.UpperAlways)) {
    const bool LowerHolds = D.LowerAlways || D.Lower == 0,
               UpperHolds = D.UpperAlways || D.Upper == Dimension::Unbounded;
    return Text + (!UpperHolds   ? " (the lower bound is checked at every run)"
                   : !LowerHolds ? " (the upper bound is checked at every run)"
                                 : " (checked at every run)");
  }
  if (D.LowerChecked ||
      (Checks != InputChecks::OnRequest && Checks != InputChecks::Always))
    return Text;
  const bool ChecksUpper = D.Upper != Dimension::Unbounded && D.UpperChecked;
  return Text + (ChecksUpper ? " (no lower bound is checked)"
                             : " (no bound is checked)");
}

bool hasAlways(llvm::ArrayRef<TensorContract> Tensors) {
  return llvm::any_of(Tensors, [](const TensorContract &T) {
    return T.Dims && llvm::any_of(*T.Dims, [](const Dimension &D) {
             return D.LowerAlways || D.UpperAlways;
           });
  });
}

std::vector<NamedRange> ranges(llvm::ArrayRef<TensorContract> Tensors) {
  std::vector<NamedRange> Result;
  std::set<std::string> Seen;
  for (const TensorContract &T : Tensors)
    for (const auto &[Index, D] : llvm::enumerate(
             T.Dims ? llvm::ArrayRef(*T.Dims) : llvm::ArrayRef<Dimension>())) {
      if (D.isConstant())
        continue;
      std::string Name = D.Symbol.empty() ? fmt::format("dimension {} of {}",
                                                        Index, shown(T.Name))
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
      Line +=
          fmt::format("{:<{}}", R[I], I + 1 == R.size() ? 0 : Widths[I] + 2);
    OS << llvm::StringRef(Line).rtrim() << '\n';
  }
}

llvm::StringRef checks(InputChecks Checks) {
  constexpr llvm::StringLiteral Texts[] = {
      "not known", "never", "only with AOTI_RUNTIME_CHECK_INPUTS=1",
      "at every run"};
  return Texts[static_cast<int>(Checks)];
}

} // namespace aoti_tidy::words
