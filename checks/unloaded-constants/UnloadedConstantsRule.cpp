// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/unloaded-constants/UnloadedConstantsRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Key = ConstantLoad::Key;

const std::string &nameOf(const ConstantContract &C, Key By) {
  return By == Key::Original ? C.OriginalName : C.Name;
}

/// True if a model without weights must be given the constant. Nothing is read
/// of an empty one.
bool isLoaded(const ConstantContract &C) { return !C.IsFolded && C.Bytes > 0; }

/// A tensor of the model that is neither parameter nor buffer.
bool isTensorConstant(const ConstantContract &C) {
  return C.Origin == ConstantContract::Kind::TensorConstant;
}

/// Whether it is known what \p Load leaves out, at least.
bool isKnown(const ConstantLoad &Load) {
  return Load.HasAllNames || Load.IsStateDict;
}

/// Those of \p Model that none of \p Loads, which are known, can give.
std::vector<const ConstantContract *>
missing(const ModelContract &Model, llvm::ArrayRef<ConstantLoad> Loads) {
  const bool HasState = llvm::any_of(Loads, [](const ConstantLoad &Load) {
    return Load.IsStateDict && !Load.HasAllNames;
  });
  llvm::StringSet<> Given[2];
  for (const ConstantLoad &Load : Loads)
    for (const ConstantLoad::Name &Name : Load.Names)
      Given[Load.By == Key::Emitted].insert(Name.Text);
  std::vector<const ConstantContract *> Result;
  for (const ConstantContract &C : *Model.Constants)
    if (isLoaded(C) && (!HasState || isTensorConstant(C)) &&
        !Given[0].contains(C.OriginalName) && !Given[1].contains(C.Name))
      Result.push_back(&C);
  return Result;
}

/// "'fc.weight'", "'fc.weight' and 3 more"
std::string listed(llvm::ArrayRef<const ConstantContract *> Constants, Key By) {
  std::string Text = fmt::format("'{}'", nameOf(*Constants.front(), By));
  if (Constants.size() > 1)
    Text += fmt::format(" and {} more", Constants.size() - 1);
  return Text;
}

/// A kernel that gets no tensor reads from a null pointer.
StringRef whatHappens(const ModelContract &Model) {
  return Model.Device == "cpu" ? "dies of a segmentation fault"
                               : "reads from a null pointer";
}

StringRef fails(Language Lang) {
  return Lang == Language::Cxx ? "throws" : "raises RuntimeError";
}

/// load_constants({{"fc.bias", ...}}): the compiler has kept no such constant.
std::optional<LoadProblem> unknownName(const ModelContract &Model,
                                       const ConstantLoad &Load,
                                       StringRef Package, Language Lang) {
  llvm::StringSet<> Known, Originals;
  for (const ConstantContract &C : *Model.Constants) {
    Known.insert(nameOf(C, Load.By));
    Originals.insert(C.OriginalName);
  }
  for (const auto &[Index, Name] : llvm::enumerate(Load.Names)) {
    if (!Name.IsSure || Known.contains(Name.Text))
      continue;
    if (Load.By == Key::Original)
      return LoadProblem{
          fmt::format("{} has no constant '{}', so this {} \"Constant not "
                      "found: {}\"; leave it out",
                      Package.str(), Name.Text, fails(Lang).str(), Name.Text),
          Index,
          "the compiler has put its value into a kernel, or has found no use "
          "of it; 'get_constant_fqns()' lists what can be loaded"};
    // By a name of the model that was exported.
    if (Originals.contains(Name.Text)) {
      const auto Meant = llvm::find_if(*Model.Constants, [&](const auto &C) {
        return C.OriginalName == Name.Text;
      });
      return LoadProblem{
          fmt::format("'{}' is what the model that was exported calls it, and "
                      "this function does not know it: nothing is updated; "
                      "name it '{}', or call 'load_constants'",
                      Name.Text, Meant->Name),
          Index, ""};
    }
  }
  return std::nullopt;
}

/// load_constants({...}, check_full_update=True) without a parameter. Buffers
/// and tensors that are no parameters are let pass.
std::optional<LoadProblem> notFull(const ModelContract &Model,
                                   const ConstantLoad &Load, StringRef Package,
                                   Language Lang) {
  if (!Load.ChecksAll || !Load.HasAllNames)
    return std::nullopt;
  auto Missing = missing(Model, Load);
  llvm::erase_if(Missing, [](const ConstantContract *C) {
    return C->Origin != ConstantContract::Kind::Parameter;
  });
  if (Missing.empty())
    return std::nullopt;
  return LoadProblem{
      fmt::format("{} has the {} {}, which this does not give although the "
                  "update is to be full, so it {}; give {}",
                  Package.str(),
                  Missing.size() == 1 ? "parameter" : "parameters",
                  listed(Missing, Load.By), fails(Lang).str(),
                  Missing.size() == 1 ? "it, too" : "them, too"),
      std::nullopt, ""};
}

/// load_constants({"weight": w}) where w is a float64, or has other sizes: the
/// bytes are taken as they are.
std::optional<LoadProblem> wrongTensor(const ModelContract &Model,
                                       const ConstantLoad &Load,
                                       StringRef Package) {
  const auto Shown = [](llvm::ArrayRef<int64_t> Sizes) {
    return fmt::format("[{}]", fmt::join(Sizes.begin(), Sizes.end(), ", "));
  };
  for (const auto &[Index, Name] : llvm::enumerate(Load.Names)) {
    const auto C = llvm::find_if(*Model.Constants, [&](const auto &Constant) {
      return nameOf(Constant, Load.By) == Name.Text;
    });
    if (C == Model.Constants->end())
      continue;
    std::string Here, There;
    if (Name.Type && C->Type && *Name.Type != *C->Type) {
      Here = name(*Name.Type).str();
      There = name(*C->Type).str();
    } else if (Name.Sizes && C->Sizes && *Name.Sizes != *C->Sizes) {
      Here = Shown(*Name.Sizes);
      There = Shown(*C->Sizes);
    } else {
      continue;
    }
    return LoadProblem{
        fmt::format(
            "'{}' is {} here and {} in {}, which takes its memory for "
            "that, without a check: results are wrong; pass what it has",
            Name.Text, Here, There, Package.str()),
        Index, ""};
  }
  return std::nullopt;
}

} // namespace

std::optional<LoadProblem> loadProblem(const ModelContract &Model,
                                       const ConstantLoad &Load,
                                       StringRef Package, Language Lang) {
  if (!Model.Constants)
    return std::nullopt;
  if (auto Problem = unknownName(Model, Load, Package, Lang))
    return Problem;
  if (auto Problem = notFull(Model, Load, Package, Lang))
    return Problem;
  return wrongTensor(Model, Load, Package);
}

std::string heldProblem(StringRef Name, StringRef Holder) {
  return fmt::format(
      "forward() reads '{}' out of '{}', a plain list or dict, so "
      "the package has no constant of that name, and this raises "
      "\"Constant not found: {}\"; read 'self.{}' there",
      Name.str(), Holder.str(), Name.str(), Name.str());
}

bool needsConstants(const ModelContract &Model) {
  return Model.Constants &&
         (Model.Store == ConstantStore::Nowhere ||
          Model.Store == ConstantStore::Pickles) &&
         llvm::any_of(*Model.Constants, isLoaded);
}

std::optional<std::string> runProblem(const ModelContract &Model,
                                      llvm::ArrayRef<ConstantLoad> Before,
                                      bool HasSwap, StringRef Package,
                                      StringRef Cure) {
  if (!needsConstants(Model))
    return std::nullopt;
  std::vector<ConstantLoad> Counted;
  for (const ConstantLoad &Load : Before) {
    if (Load.IsForInactive && !HasSwap)
      continue;
    // Names that are not known may be all.
    if (!isKnown(Load))
      return std::nullopt;
    Counted.push_back(Load);
  }
  const auto Missing = missing(Model, Counted);
  if (Missing.empty())
    return std::nullopt;
  if (Before.empty())
    return fmt::format("{} {} and none are loaded before this run, which {}; "
                       "call '{}' first",
                       Package.str(),
                       Model.Store == ConstantStore::Pickles
                           ? "has its weights in files that no loader reads"
                           : "holds no weights",
                       whatHappens(Model).str(), Cure.str());
  if (Counted.empty())
    return fmt::format("the weights of {} are loaded into the buffer that is "
                       "not in use, and this run {}; call "
                       "'swap_constant_buffer()' before it",
                       Package.str(), whatHappens(Model).str());
  return fmt::format("{} needs {}, which nothing before this run loads, so it "
                     "{}; load {}",
                     Package.str(), listed(Missing, Key::Original),
                     whatHappens(Model).str(),
                     Missing.size() == 1 ? "it, too" : "them, too");
}

std::string loadNote(const ModelContract &Model, const ConstantLoad &Load) {
  if (Load.IsForInactive)
    return "this fills the buffer that is not in use";
  if (!isKnown(Load))
    return {};
  const auto Missing = missing(Model, Load);
  if (Missing.empty())
    return {};
  if (Load.IsStateDict &&
      llvm::all_of(Missing, [](const auto *C) { return isTensorConstant(*C); }))
    return fmt::format("'state_dict()' does not have {}: a tensor that is "
                       "neither parameter nor buffer",
                       listed(Missing, Load.By));
  return fmt::format("this does not give {}", listed(Missing, Load.By));
}

std::string sourceNote(const ModelContract &Model, StringRef Package) {
  const size_t Count = llvm::count_if(*Model.Constants, isLoaded);
  const bool IsOne = Count == 1;
  if (Model.Store == ConstantStore::Pickles)
    return fmt::format(
        "{} is loaded here; its {} {} in 'data/weights', which "
        "only 'load_pt2(..., load_weights_from_disk=True)' reads",
        Package.str(), Count, IsOne ? "constant is" : "constants are");
  if (Model.Store == ConstantStore::Nowhere)
    return fmt::format("{} is loaded here; it was compiled without the {} of "
                       "its {} {}",
                       Package.str(), IsOne ? "value" : "values", Count,
                       IsOne ? "constant" : "constants");
  return fmt::format("{} is loaded here", Package.str());
}

StringRef alsoNote(bool IsRun) {
  return IsRun ? "this run, too" : "this load has the same problem";
}

} // namespace aoti_tidy
