// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/package/Compatibility.h"
#include "checks/lib/torch/TorchVersion.h"
#include "driver/base/Errors.h"
#include "driver/package/HostCpu.h"
#include "driver/package/JsonPage.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

struct Target {
  std::optional<TargetCpu> Cpu;
  std::string CpuName, Gpu; ///< "80"
  std::optional<TorchVersion> Torch;
};

llvm::Expected<Target> parseTarget(llvm::StringRef Text) {
  Target Result;
  for (const llvm::StringRef Part : llvm::split(Text, ',')) {
    auto [Key, Value] = Part.split('=');
    if (Key == "cpu") {
      Result.Cpu = cpuNamed(Value);
      Result.CpuName = Value.str();
      if (!Result.Cpu)
        return usageError("--target: '{}' is no CPU that LLVM knows; try "
                          "x86-64-v3, skylake-avx512 or aarch64",
                          Value);
    } else if (Key == "gpu" && Value.consume_front("sm_") && !Value.empty()) {
      Result.Gpu = Value.str();
    } else if (Key == "torch") {
      Result.Torch = TorchVersion::parse(Value);
      if (!Result.Torch)
        return usageError("--target: torch is '{}'; {}", Value,
                          TorchVersion::Form);
    } else {
      return usageError("--target is '{}'; write it as "
                        "cpu=x86-64-v3,gpu=sm_80,torch=2.8, each of them or "
                        "not",
                        Text);
    }
  }
  return Result;
}

void checkModel(const ModelContract &M, const Target &On, llvm::StringRef Path,
                Compatibility &To) {
  const auto NotKnown = [&](llvm::StringRef What) {
    To.NotKnown.push_back(
        fmt::format("{} the model '{}' of '{}' was compiled for is not "
                    "recorded, as before torch 2.10",
                    What, words::shown(M.Name), Path));
  };
  const llvm::StringRef Machine = words::recorded(M, "AOTI_MACHINE"),
                        Isa = words::recorded(M, "AOTI_CPU_ISA"),
                        Gpu = words::recorded(M, "AOTI_COMPUTE_CAPABILITY");
  if (On.Cpu && Machine.empty()) {
    NotKnown("which CPU");
  } else if (On.Cpu && Machine != On.Cpu->Machine) {
    To.Breaks.push_back(
        {M.Name, "machine", "", Machine.str(),
         fmt::format("its library does not load on {}", On.CpuName)});
  } else if (On.Cpu && !Isa.empty()) {
    const auto Missing = missingOfIsa(Isa, On.Cpu->Features);
    if (!Missing)
      To.NotKnown.push_back(fmt::format("whether {} has {} is not known",
                                        On.CpuName, words::shown(Isa)));
    else if (!Missing->empty())
      To.Breaks.push_back(
          {M.Name, "CPU features", "", Isa.str(),
           fmt::format("{} lacks {}, so that a run dies there", On.CpuName,
                       llvm::join(*Missing, ", "))});
  }
  if (On.Gpu.empty() || M.Device != "cuda")
    return;
  if (Gpu.empty())
    NotKnown("which GPU");
  else if (!runsOnGpu(Gpu, On.Gpu))
    To.Breaks.push_back({M.Name, "GPU architecture", "", "sm_" + Gpu.str(),
                         fmt::format("its kernels do not load on sm_{}, unless "
                                     "it was compiled with "
                                     "emit_multi_arch_kernel",
                                     On.Gpu)});
}

/// "input 1, dtype: was float32, is float64: ..."
std::string textOf(const Break &B) {
  std::string Text = B.Model.empty()
                         ? words::shown(B.Subject)
                         : fmt::format("model '{}', {}", words::shown(B.Model),
                                       words::shown(B.Subject));
  Text += B.Was.empty() ? fmt::format(": {}", words::shown(B.Is))
                        : fmt::format(": was {}, is {}", words::shown(B.Was),
                                      words::shown(B.Is));
  return B.Effect.empty() ? Text : Text + ": " + B.Effect;
}

struct Answer {
  std::string Old, New; ///< Old is empty for a machine
  Compatibility Of;
};

void writeText(llvm::ArrayRef<Answer> Answers, llvm::StringRef Target,
               llvm::raw_ostream &OS) {
  for (const Answer &A : Answers) {
    const auto &[Breaks, NotKnown] = A.Of;
    const std::string What =
        A.Old.empty() ? fmt::format("{} on {}", printableName(A.New),
                                    words::shown(Target))
                      : fmt::format("{} in the place of {}",
                                    printableName(A.New), printableName(A.Old));
    OS << What << ": "
       << (!Breaks.empty()
               ? count(Breaks.size(), "thing breaks", "things break")
           : NotKnown.empty() ? "nothing breaks"
                              : "nothing that is known breaks")
       << '\n';
    for (const Break &B : Breaks)
      OS << "  " << textOf(B) << '\n';
  }
}

void writeJson(llvm::ArrayRef<Answer> Answers, llvm::StringRef Target,
               llvm::raw_ostream &OS) {
  JsonPage J(OS, 2);
  J.object([&] {
    J.head();
    J.objects("comparisons", Answers, [&](const Answer &A) {
      J.maybe("old", A.Old.empty() ? std::nullopt : std::optional(A.Old));
      J.text("new", A.New);
      J.maybe("target",
              A.Old.empty() ? std::optional(Target.str()) : std::nullopt);
      J.attribute("compatible", A.Of.Breaks.empty());
      J.texts("notKnown", A.Of.NotKnown);
      J.objects("breaks", A.Of.Breaks, [&](const Break &B) {
        J.text("model", B.Model);
        J.text("subject", B.Subject);
        J.maybe("was", B.Was.empty() ? std::nullopt : std::optional(B.Was));
        J.text("is", B.Is);
        J.text("text", textOf(B));
      });
    });
  });
  OS << '\n';
}

} // namespace

llvm::Expected<Compatibility> onTarget(const Contract &Package,
                                       llvm::StringRef Text) {
  auto On = parseTarget(Text);
  if (!On)
    return On.takeError();
  Compatibility Result;
  if (On->Torch && !Package.WrittenBy)
    Result.NotKnown.push_back(
        fmt::format("which torch wrote '{}' is not known", Package.Path));
  else if (On->Torch && Package.WrittenBy->From > *On->Torch)
    Result.Breaks.push_back(
        {"", "torch", "", words::era(Package),
         fmt::format("torch {} may lack functions that its code calls",
                     On->Torch->str())});
  for (const ModelContract &M : Package.Models)
    checkModel(M, *On, Package.Path, Result);
  return Result;
}

llvm::Expected<Page> compatibilityPage(const Options &O,
                                       llvm::ArrayRef<ShownPackage> Packages) {
  std::vector<Answer> Answers;
  if (O.Compatible) {
    if (Packages.size() != 2)
      return usageError("--compatible needs two packages: the old one, and the "
                        "one that takes its place");
    Answers.push_back({Packages[0].Of.Path, Packages[1].Of.Path,
                       replacing(Packages[0], Packages[1])});
    Packages = Packages.drop_front();
  }
  for (const ShownPackage &P : Packages) {
    if (!O.Target)
      continue;
    auto On = onTarget(P.Of, *O.Target);
    if (!On)
      return On.takeError();
    Answers.push_back({"", P.Of.Path, std::move(*On)});
  }
  Page Result;
  for (const Answer &A : Answers) {
    llvm::append_range(Result.Unread, A.Of.NotKnown);
    if (!A.Of.Breaks.empty())
      Result.Exit = ExitCode::Findings;
  }
  const auto Write = O.Format == ReportFormat::Json ? writeJson : writeText;
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) {
    Write(Answers, O.Target.value_or(""), OS);
  });
  return Result;
}

} // namespace aoti_tidy
