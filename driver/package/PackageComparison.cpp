// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/package/PackageReport.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

struct Line {
  std::string Subject;
  std::vector<std::string> Values;

  bool differs() const { return !llvm::all_equal(Values); }
};

/// "float32 [s77, 16], contiguous, cpu; s77: 2 to 64"
std::string wordsOf(const TensorContract &T) {
  std::string Result =
      fmt::format("{} {}, {}", T.Type ? name(*T.Type).str() : "?",
                  words::sizes(T), words::strides(T));
  if (!T.Device.empty())
    Result += ", " + words::shown(T.Device);
  for (const auto &[Name, D] : words::ranges(T))
    Result += fmt::format("; {}: {}", Name, words::range(*D));
  return Result;
}

class Comparison {
public:
  explicit Comparison(llvm::ArrayRef<Contract> Packages) : Packages(Packages) {
    compare("torch", [](const Contract &C) { return words::era(C); });
    compare("size", [](const Contract &C) {
      uint64_t Size = 0;
      for (const Part &P : C.Parts)
        Size += P.Size;
      return words::size(Size);
    });
    for (const std::string &Name : modelNames())
      compareModel(Name);
  }

  std::vector<Line> Lines;

private:
  template <typename Function>
  void compare(std::string Subject, Function &&ValueOf) {
    Line L{std::move(Subject), {}};
    for (const Contract &C : Packages)
      L.Values.push_back(ValueOf(C));
    Lines.push_back(std::move(L));
  }

  std::vector<std::string> modelNames() const {
    std::vector<std::string> Result;
    for (const Contract &C : Packages)
      for (const ModelContract &M : C.Models)
        if (!llvm::is_contained(Result, M.Name))
          Result.push_back(M.Name);
    return Result;
  }

  template <typename Function>
  void compareOfModel(llvm::StringRef Model, llvm::StringRef Subject,
                      Function &&ValueOf) {
    compare(fmt::format("{}: {}", words::shown(Model), Subject),
            [&](const Contract &C) -> std::string {
              const auto It = llvm::find_if(
                  C.Models, [&](const auto &M) { return M.Name == Model; });
              return It == C.Models.end() ? "-" : ValueOf(*It);
            });
  }

  using Tensors = std::optional<std::vector<TensorContract>>;
  void compareTensors(llvm::StringRef Model, llvm::StringRef Subject,
                      Tensors ModelContract::*Of) {
    const auto Count = [&](const ModelContract &M) -> std::string {
      return M.*Of ? std::to_string((M.*Of)->size()) : "not known";
    };
    compareOfModel(Model, fmt::format("{}s", Subject), Count);
    size_t Most = 0;
    for (const Contract &C : Packages)
      for (const ModelContract &M : C.Models)
        if (M.Name == Model && M.*Of)
          Most = std::max(Most, (M.*Of)->size());
    for (size_t I = 0; I < Most; ++I)
      compareOfModel(Model, fmt::format("{} {}", Subject, I),
                     [&](const ModelContract &M) -> std::string {
                       return M.*Of && I < (M.*Of)->size()
                                  ? wordsOf((*(M.*Of))[I])
                                  : "-";
                     });
  }

  void compareModel(llvm::StringRef Name) {
    compareOfModel(Name, "device", words::device);
    compareOfModel(Name, "compiled on", words::machine);
    compareTensors(Name, "input", &ModelContract::Inputs);
    compareOfModel(Name, "inputs checked", [](const ModelContract &M) {
      return words::checks(M.Checks).str();
    });
    compareTensors(Name, "output", &ModelContract::Outputs);
    compareOfModel(Name, "constants", [](const ModelContract &M) {
      return M.Constants ? fmt::format("{}, {}", M.Constants->size(),
                                       words::store(M.Store))
                         : "not known";
    });
    compareOfModel(Name, "kernels", [](const ModelContract &M) {
      return std::to_string(M.Kernels.size());
    });
  }

  llvm::ArrayRef<Contract> Packages;
};

} // namespace

void writeComparisonText(llvm::ArrayRef<ShownPackage> Shown,
                         llvm::raw_ostream &OS) {
  std::vector<Contract> Packages;
  for (const ShownPackage &P : Shown)
    Packages.push_back(P.Of);
  const Comparison C(Packages);
  // Paths are too long for columns.
  for (const auto &[Index, Package] : llvm::enumerate(Packages))
    OS << fmt::format("({}) {}: {}\n", Index + 1, words::shown(Package.Path),
                      words::form(Package));
  const bool Differ =
      llvm::any_of(C.Lines, [](auto &L) { return L.differs(); });
  if (Differ) {
    OS << "\ndifferent\n";
    for (const Line &L : C.Lines) {
      if (!L.differs())
        continue;
      OS << fmt::format("  {}\n", L.Subject);
      for (const auto &[Index, Value] : llvm::enumerate(L.Values))
        OS << fmt::format("    ({}) {}\n", Index + 1, Value);
    }
  }
  OS << "\nthe same\n";
  std::vector<words::Row> Rows;
  for (const Line &L : C.Lines)
    if (!L.differs() && !L.Values.front().empty())
      Rows.push_back({L.Subject, L.Values.front()});
  words::writeTable(Rows, "  ", OS);
}

} // namespace aoti_tidy
