// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Report.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

class RunsWriter {
public:
  explicit RunsWriter(llvm::raw_ostream &OS)
      : OS(OS), Base(workingDirectory()) {}

  void write(const RunRecord &R) {
    OS << fmt::format("{}:{}:{}: ", printableName(displayPath(R.File, Base)),
                      R.Line, R.Column);
    if (R.Package.empty()) {
      OS << fmt::format(
          "a run of a package that is not known{}: {}\n",
          R.Device.empty() ? "" : ", on " + R.Device + " by its runner's class",
          R.WhyNoPackage);
    } else {
      OS << fmt::format(
          "a run of '{}', for {}, known by {}\n", displayPath(R.Package, Base),
          R.Device.empty() ? "a device that is not known" : R.Device,
          R.FoundBy);
    }
    if (R.LoaderLine)
      OS << fmt::format("  loader   made at {}:{}\n",
                        displayPath(R.LoaderFile, Base), R.LoaderLine);
    if (R.EachInput) {
      writeInput("inputs  ", *R.EachInput);
      return;
    }
    if (!R.Inputs) {
      OS << fmt::format("  inputs   not known{}: {}\n",
                        R.Takes ? fmt::format(", of {}", *R.Takes) : "",
                        R.WhyNoInputs);
      return;
    }
    if (R.Inputs->empty())
      OS << "  inputs   none\n";
    for (size_t I = 0; I < R.Inputs->size(); ++I)
      writeInput(fmt::format("input {:<2}", I), (*R.Inputs)[I]);
  }

private:
  void writeInput(llvm::StringRef Name, const InputRecord &I) {
    OS << fmt::format("  {} {}", Name.str(),
                      fmt::join(std::vector{property(I.Device, "device"),
                                            property(I.Type, "dtype"),
                                            property(I.Sizes, "shape")},
                                ", "));
    if (!I.WhyNot.empty())
      OS << ": " << I.WhyNot;
    OS << '\n';
  }

  static std::string property(const KnownText &K, llvm::StringRef Name) {
    if (K.Text.empty())
      return fmt::format("{} not known", Name.str());
    return K.Line ? fmt::format("{} (line {})", K.Text, K.Line) : K.Text;
  }

  llvm::raw_ostream &OS;
  const std::string Base;
};

} // namespace

void writeRuns(const Report &R, llvm::raw_ostream &OS) {
  RunsWriter Writer(OS);
  for (const RunRecord &Run : R.Result.Runs)
    Writer.write(Run);
}

std::string coverageText(llvm::ArrayRef<RunRecord> Runs) {
  unsigned Packages = 0, Known = 0, All = 0;
  for (const RunRecord &R : Runs) {
    Packages += !R.Package.empty();
    Known += R.known();
    All += R.all();
  }
  return fmt::format(
      "{} of a model, the package known of {}; device and dtype known of {} of "
      "{}",
      Runs.size() == 1 ? "1 run" : fmt::format("{} runs", Runs.size()),
      Packages, Known, All == 1 ? "1 input" : fmt::format("{} inputs", All));
}

} // namespace aoti_tidy
