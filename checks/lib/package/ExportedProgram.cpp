// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/ExportedProgram.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::Expected;
using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// No weights, but a line per operator.
constexpr uint64_t MaxProgramSize = 64 << 20;

/// torch 2.7 and older write the largest number for no bound.
constexpr int64_t NoBound = std::numeric_limits<int64_t>::max() / 2;

/// torch 2.8 and newer: models/<name>.json; older:
/// serialized_exported_program.json.
std::optional<StringRef> programName(StringRef Path) {
  const auto [Folder, File] = Path.rsplit('/');
  if (Path == "serialized_exported_program.json" ||
      File == "serialized_exported_program.json")
    return "model";
  StringRef Name = Path;
  if (!Name.consume_front("models/")) {
    Name = Name.split('/').second;
    if (!Name.consume_front("models/"))
      return std::nullopt;
  }
  if (!Name.consume_back(".json") || Name.empty() || Name.contains('/'))
    return std::nullopt;
  return Name;
}

/// "Symbol('s77', positive=True, integer=True)", or "s77" in older versions;
/// empty for an expression.
StringRef symbolOf(StringRef Expr) {
  if (Expr.consume_front("Symbol('")) {
    const auto [Name, Rest] = Expr.split('\'');
    return Rest.ends_with(")") && !Rest.contains('(') ? Name : "";
  }
  const bool IsName =
      llvm::all_of(Expr, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  return IsName && !Expr.empty() && llvm::isAlpha(Expr.front()) ? Expr : "";
}

const json::Object *objectAt(const json::Object *In,
                             std::initializer_list<StringRef> Keys) {
  for (StringRef Key : Keys)
    In = In ? In->getObject(Key) : nullptr;
  return In;
}

std::optional<Dimension> sizeOf(const json::Value &Size,
                                const json::Object *Ranges) {
  const json::Object *Of = Size.getAsObject();
  if (!Of)
    return std::nullopt;
  Dimension Result;
  if (const auto Constant = Of->getInteger("as_int")) {
    Result.Lower = Result.Upper = *Constant;
    return Result;
  }
  const json::Object *Expr = Of->getObject("as_expr");
  const auto Text = Expr ? Expr->getString("expr_str") : std::nullopt;
  const StringRef Symbol = Text ? symbolOf(*Text) : "";
  const json::Object *Range =
      Ranges && !Symbol.empty() ? Ranges->getObject(Symbol) : nullptr;
  if (!Range)
    return std::nullopt;
  Result.Symbol = Symbol.str();
  if (const auto Least = Range->getInteger("min_val"))
    Result.Lower = std::max<int64_t>(*Least, 0);
  if (const auto Most = Range->getInteger("max_val"); Most && *Most < NoBound)
    Result.Upper = *Most;
  return Result;
}

std::optional<ExportedProgram> readProgram(const json::Value &Json) {
  const json::Object *Root = Json.getAsObject();
  const json::Object *Module = objectAt(Root, {"graph_module"});
  const json::Object *Tensors = objectAt(Module, {"graph", "tensor_values"});
  const json::Object *Signature = objectAt(Module, {"signature"});
  const json::Array *Specs =
      Signature ? Signature->getArray("input_specs") : nullptr;
  if (!Tensors || !Specs)
    return std::nullopt;
  const json::Object *Ranges = Root->getObject("range_constraints");
  ExportedProgram Result;
  for (const json::Value &Spec : *Specs) {
    const json::Object *Arg =
        objectAt(Spec.getAsObject(), {"user_input", "arg"});
    for (const StringRef Kind : {"as_sym_int", "as_sym_float", "as_sym_bool"})
      if (const json::Object *Number = objectAt(Arg, {Kind}))
        if (const auto Name = Number->getString("as_name"))
          Result.Numbers.push_back(Name->str());
    const json::Object *Tensor = objectAt(Arg, {"as_tensor"});
    const auto Name = Tensor ? Tensor->getString("name") : std::nullopt;
    if (!Name)
      continue; // a weight, or a number that is a constant of the model
    const json::Object *Meta = Tensors->getObject(*Name);
    const json::Array *Sizes = Meta ? Meta->getArray("sizes") : nullptr;
    if (!Sizes)
      return std::nullopt;
    ExportedProgram::Input &Input = Result.Inputs.emplace_back();
    Input.Name = Name->str();
    for (const json::Value &Size : *Sizes)
      Input.Dims.push_back(sizeOf(Size, Ranges));
  }
  return Result;
}

std::string count(size_t N, StringRef Of) {
  return fmt::format("{} {}{}", N, std::string_view(Of), N == 1 ? "" : "s");
}

} // namespace

const Dimension *ExportedProgram::dimension(unsigned Input,
                                            unsigned Dim) const {
  if (Input >= Inputs.size() || Dim >= Inputs[Input].Dims.size() ||
      !Inputs[Input].Dims[Dim])
    return nullptr;
  return &*Inputs[Input].Dims[Dim];
}

Expected<std::vector<ExportedProgram>> readExportedPrograms(Archive &From,
                                                            StringRef Path) {
  std::vector<ExportedProgram> Result;
  for (size_t Index = 0; Index < From.names().size(); ++Index) {
    const auto Name = programName(From.names()[Index]);
    if (!Name)
      continue;
    auto Text = From.read(Index, MaxProgramSize);
    if (!Text)
      return Text.takeError();
    auto Json = parseJson(*Text);
    if (!Json)
      return llvm::createStringError(fmt::format(
          "{} is damaged: its {} {}", quotedName(Path),
          quotedName(From.names()[Index]), llvm::toString(Json.takeError())));
    auto Program = readProgram(*Json);
    if (!Program)
      return llvm::createStringError(
          fmt::format("{}: {} is no exported program of a form that is known",
                      quotedName(Path), quotedName(From.names()[Index])));
    Program->Model = Name->str();
    Result.push_back(std::move(*Program));
  }
  return Result;
}

Expected<std::vector<ExportedProgram>>
readExportedPrograms(StringRef Path, llvm::vfs::FileSystem &FS) {
  auto From = Archive::open(Path, FS);
  if (!From)
    return From.takeError();
  auto Programs = readExportedPrograms(**From, Path);
  if (Programs && Programs->empty())
    return llvm::createStringError(
        fmt::format("{} holds no exported program; write one with "
                    "torch.export.save(exported_program, path)",
                    quotedName(Path)));
  return Programs;
}

std::string mismatch(const ExportedProgram &Program,
                     llvm::ArrayRef<TensorContract> Inputs) {
  if (Program.Inputs.size() != Inputs.size())
    return fmt::format("it has {}, the model {}",
                       count(Program.Inputs.size(), "input"), Inputs.size());
  for (size_t I = 0; I < Inputs.size(); ++I) {
    if (!Inputs[I].Dims)
      continue;
    const auto &Compiled = *Inputs[I].Dims;
    const auto &Exported = Program.Inputs[I].Dims;
    if (Compiled.size() != Exported.size())
      return fmt::format("its input {} has {}, the model's {}", I,
                         count(Exported.size(), "dimension"), Compiled.size());
    for (size_t Dim = 0; Dim < Compiled.size(); ++Dim)
      if (Exported[Dim] && Exported[Dim]->isConstant() &&
          !Compiled[Dim].allows(Exported[Dim]->Lower))
        return fmt::format("its input {} is {} in dimension {}, which the "
                           "model's cannot be",
                           I, Exported[Dim]->Lower, Dim);
  }
  return "";
}

} // namespace aoti_tidy
