// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/DeviceName.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr StringRef OutputPath = "aot_inductor.output_path";
/// More of them in one file are no person's: the rest is reported as it is.
constexpr size_t MaxRewritten = 64;

/// Makes the edits of one compile and of its loads. Each step returns whether
/// the code has the form that is rewritten.
class Rewriter {
public:
  Rewriter(const Call &Compile, const File &F) : F(F) {
    Result.Compile = &Compile;
  }

  std::optional<LegacyExport> run() {
    return findLoads() && rewriteCompile() &&
                   llvm::all_of(Result.Loads,
                                [&](const Call *C) { return rewriteLoad(*C); })
               ? std::optional(std::move(Result))
               : std::nullopt;
  }

private:
  /// so = torch._export.aot_compile(...), and all that is done with 'so' is to
  /// load it.
  bool findLoads() {
    const Node Assignment = Result.Compile->At.parent();
    const Node Name = Assignment.field("left");
    if (!Assignment.is("assignment") || !Name.is("identifier") ||
        !Assignment.parent().is("expression_statement"))
      return false;
    for (const Node Use : F.names().occurrences(Name)) {
      if (Use == Name)
        continue;
      const Call *Load = F.callAt(callAround(Use));
      const Argument *Path = Load ? Load->argument(0, "so_path") : nullptr;
      if (!Path || !(Path->Value == Use) ||
          Load->Callee != torchname::ExportAotLoad ||
          !(F.names().assignedValue(Use) == Result.Compile->At))
        return false;
      Result.Loads.push_back(Load);
    }
    return !Result.Loads.empty();
  }

  static Node callAround(Node Argument) {
    Node Up = Argument.parent();
    if (Up.is("keyword_argument"))
      Up = Up.parent();
    return Up.is("argument_list") ? Up.parent() : Node();
  }

  /// 'torch' of 'torch._export.f'; empty if the function is named otherwise.
  StringRef torchIn(Node Callee) const {
    const Node Package = Callee.field("object");
    const Node Root = Package.field("object");
    return Root.is("identifier") && F.names().qualifiedName(Root) == "torch"
               ? Root.text()
               : "";
  }

  static bool isReadable(const Call &C) {
    return !C.HasUnpacking && !C.At.hasError() && !isInString(C.At);
  }

  bool rewriteCompile() {
    const Call &C = *Result.Compile;
    const Node Callee = C.At.field("function");
    const StringRef Torch = torchIn(Callee);
    const Argument *Model = C.argument(0, "f");
    const Argument *Options = C.keyword("options");
    const size_t Exported = C.Arguments.size() - (Options ? 1 : 0);
    // The options come last: what is before them is export's.
    if (Torch.empty() || !isReadable(C) || Exported < 2 ||
        Model != &C.Arguments.front() || !isModule(Model->Value, F) ||
        (Options && Options != &C.Arguments.back()))
      return false;
    for (const Argument &A : llvm::ArrayRef(C.Arguments).take_front(Exported))
      if (!llvm::is_contained({"", "f", "args", "kwargs", "dynamic_shapes"},
                              A.Keyword))
        return false;
    Result.Edits.push_back(
        {rangeOf(Callee), (Torch + "._inductor.aoti_compile_and_package(" +
                           Torch + ".export.export")
                              .str()});
    if (!Model->Keyword.empty())
      Result.Edits.push_back({rangeOf(Model->Whole.field("name")), "mod"});
    const Argument &Last = C.Arguments[Exported - 1];
    Result.Edits.push_back({{Last.Whole.end(), Last.Whole.end()},
                            separatorBehind(Last) + "strict=True)"});
    return !Options || rewriteOptions(*Options);
  }

  /// options={"aot_inductor.output_path": "m.so", ...} becomes
  /// package_path="m.pt2", inductor_configs={...}
  bool rewriteOptions(const Argument &Options) {
    const auto Configs = F.values().dictOf(Options.Value);
    if (!Options.Value.is("dictionary") || !Configs || !Configs->IsComplete)
      return false;
    const Dict::Entry *Output = nullptr;
    for (const Dict::Entry &E : Configs->Entries)
      if (E.Name == OutputPath)
        Output = &E;
    const Node Keyword = Options.Whole.field("name");
    if (!Output) {
      Result.Edits.push_back({rangeOf(Keyword), "inductor_configs"});
      return true;
    }
    const auto Suffix = suffixAt(Output->Value, ".so", F.names());
    // Others may name the file, too.
    if (!Suffix || !isOnlyMention(*Suffix))
      return false;
    const unsigned End = Output->Value.end();
    const StringRef Text = F.tree().text();
    const std::string Path =
        ("package_path=" + Text.slice(Output->Value.begin(), Suffix->Begin) +
         ".pt2" + Text.slice(Suffix->End, End))
            .str();
    if (Configs->Entries.size() == 1) {
      Result.Edits.push_back({rangeOf(Options.Whole), Path});
      return !Options.Value.text().contains('#');
    }
    Result.Edits.push_back({removalOf(Output->Whole), ""});
    Result.Edits.push_back({rangeOf(Keyword), Path + separatorBehind(Options) +
                                                  "inductor_configs"});
    return true;
  }

  /// Whether no other text of the file ends as the path does, "/m.so".
  bool isOnlyMention(TextRange Suffix) const {
    const StringRef Text = F.tree().text();
    StringRef Name = Text.take_front(Suffix.End);
    Name = Name.drop_front(Name.find_last_of("/\"'}") + 1);
    return Text.count(Name) == 1;
  }

  /// The text between \p A and an argument that is added: a new line if \p A
  /// has its own.
  static std::string separatorBehind(const Argument &A) {
    const StringRef Text = A.Whole.tree().text();
    const StringRef Indent = indentAt(Text, A.Whole.begin());
    const StringRef Before = Text.take_front(A.Whole.begin());
    const bool BeginsLine = Before.ends_with(("\n" + Indent).str());
    return BeginsLine ? withLineEndsOf(Text, (",\n" + Indent).str()) : ", ";
  }

  bool rewriteLoad(const Call &C) {
    const Node Callee = C.At.field("function");
    const StringRef Torch = torchIn(Callee);
    const Argument *Path = C.argument(0, "so_path");
    const Argument *Device = C.argument(1, "device");
    const auto Name =
        Device ? F.values().wholeString(Device->Value) : std::nullopt;
    if (Torch.empty() || !isReadable(C) || C.Arguments.size() != 2 || !Name ||
        !hasNoEffect(Device->Value, F) ||
        !isDeviceOfAotLoad(*Name, F.settings().torchOrNewest()))
      return false;
    Result.Edits.push_back(
        {rangeOf(Callee), (Torch + "._inductor.aoti_load_package").str()});
    if (!Path->Keyword.empty())
      Result.Edits.push_back({rangeOf(Path->Whole.field("name")), "path"});
    const auto Known = DeviceName::parseForModel(*Name);
    if (!Known || !Known->Index) {
      Result.Edits.push_back({removalOf(Device->Whole), ""});
      return true;
    }
    Result.Edits.push_back({rangeOf(Device->Whole),
                            "device_index=" + std::to_string(*Known->Index)});
    return F.settings().torchAtLeast({2, 8});
  }

  const File &F;
  LegacyExport Result;
};

/// config.aot_inductor.output_path = "m.so"
bool configuresPath(const File &F) {
  return llvm::any_of(configSettings(F), [](const ConfigSetting &Set) {
    return Set.Key == OutputPath &&
           (!Set.By || Set.By->Callee == torchname::ConfigPatch);
  });
}

} // namespace

std::vector<LegacyExport> legacyExports(const File &F) {
  std::vector<LegacyExport> Result;
  if (configuresPath(F))
    return Result;
  size_t Left = MaxRewritten;
  for (const Call &C : F.calls()) {
    if (C.Callee != torchname::ExportAotCompile)
      continue;
    if (Left-- == 0)
      break;
    if (auto E = Rewriter(C, F).run())
      Result.push_back(std::move(*E));
  }
  return Result;
}

} // namespace aoti_tidy::python
