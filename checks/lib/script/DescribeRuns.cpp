// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/DescribeRuns.h"
#include "checks/lib/package/DescribeInput.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/PackageLoads.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Through names, and into the object of a call.
constexpr unsigned MaxDepth = 12;

class Describer {
public:
  Describer(const File &F, FindPlace PlaceOf) : F(F), T(F), PlaceOf(PlaceOf) {}

  std::vector<RunRecord> all() {
    std::vector<RunRecord> Result;
    for (const ModelRun &Run : allModelRuns(F, T))
      Result.push_back(record(Run));
    return Result;
  }

private:
  RunRecord record(const ModelRun &Run) {
    RunRecord Result;
    const ShownPlace At = PlaceOf(Run.At);
    Result.File = At.File;
    Result.Line = At.Line;
    Result.Column = At.Column;
    const ShownPlace Loader = PlaceOf(Run.Load->At);
    Result.LoaderFile = Loader.File;
    Result.LoaderLine = Loader.Line;
    package(Run, Result);
    if (Run.Model) {
      Result.Device = Run.Model->Device;
      if (Run.Model->Inputs)
        Result.Takes = Run.Model->Inputs->size();
    }
    // run(x for x in xs)
    const Node Arguments = Run.At.field("arguments");
    if (!Arguments.is("argument_list")) {
      Result.WhyNoInputs = runtext::ListNotFollowed;
      return Result;
    }
    const GivenInputs Given =
        givenInputs(RunArguments(Run.At, F).inOrder(Run.Model.get()), F, T);
    if (Given.Unknown) {
      Result.WhyNoInputs = whyNoList(Given.Unknown);
      return Result;
    }
    Result.Inputs.emplace();
    for (const GivenInputs::Input &I : Given.Inputs)
      Result.Inputs->push_back(describe(I, At.File));
    return Result;
  }

  /// Which package \p Run loads, and how that is known.
  void package(const ModelRun &Run, RunRecord &Into) const {
    if (Run.Package && Run.Model) {
      Into.Package = Run.Package->Path;
      Into.FoundBy = Run.FoundBy;
    } else if (Run.Package) {
      Into.WhyNoPackage = runtext::noSuchModel(
          Run.Package->Path, modelNameOf(*Run.Load, F).value_or(""));
    } else if (Run.Compile) {
      const Argument *Path = Run.Compile->keyword("package_path");
      Into.Package = (Path ? F.values().wholeString(Path->Value) : std::nullopt)
                         .value_or("aoti_compile_and_package()");
      const ShownPlace At = PlaceOf(Run.Compile->At);
      Into.FoundBy =
          At.File == Into.File
              ? fmt::format("the call that writes it, line {}", At.Line)
              : fmt::format("the call that writes it, {}:{}",
                            llvm::sys::path::filename(At.File).str(), At.Line);
    } else if (Run.Elsewhere) {
      Into.Package = Run.Elsewhere->Path;
      Into.FoundBy = runtext::writtenBy(Run.Elsewhere->Script);
    } else {
      Into.WhyNoPackage = modelNameOf(*Run.Load, F)
                              ? whyNoPackage(*Run.Load, F)
                              : runtext::ModelNameAtRunTime.str();
    }
  }

  /// Why it is not known what is in \p List.
  std::string whyNoList(Node List) {
    if (List.is("keyword_argument"))
      return fmt::format("'{}' is given by its name",
                         List.field("name").text().str());
    std::string Why = whyUnknown(List);
    return Why.empty() ? runtext::ListNotFollowed.str() : Why;
  }

  InputRecord describe(const GivenInputs::Input &Input, StringRef RunIn) {
    InputRecord Result;
    if (Input.Value)
      Result = describeInput({*Input.Value}, [&](Place From) -> unsigned {
        const Node Made = T.expressionAt(From);
        if (!Made)
          return 0;
        const ShownPlace At = PlaceOf(Made);
        return At.File == RunIn ? At.Line : 0;
      });
    if (!Result.isKnown())
      Result.WhyNot = whyNot(Input.At);
    return Result;
  }

  std::string whyNot(Node Expr) {
    std::string Why = whyUnknown(Expr);
    return Why.empty() ? runtext::notFollowed(brief(Expr, 40)) : Why;
  }

  bool isKnown(Node E);
  std::string whyUnknown(Node E, unsigned Depth = 0);
  std::string whyUnknownName(Node Use) const;

  const File &F;
  Tensors T;
  const FindPlace PlaceOf;
};

/// Why the value of the name \p Use is not known.
std::string Describer::whyUnknownName(Node Use) const {
  const StringRef Name = Use.text();
  const Node Binding = F.names().bindingOf(Use);
  if (!Binding)
    return F.names().originsOf(Use).size() > 1
               ? fmt::format("'{}' is given several values", Name.str())
               : "";
  for (Node Up = Binding.parent(); Up; Up = Up.parent()) {
    if (Up.isAnyOf({"parameters", "lambda_parameters"}))
      return runtext::isParameter(Name, Up.parent().field("name").text());
    if (Up.isAnyOf({"for_statement", "for_in_clause"}))
      return fmt::format("'{}' is what a loop takes from '{}'", Name.str(),
                         brief(Up.field("right"), 40));
    if (Up.isAnyOf({"import_statement", "import_from_statement"}))
      return fmt::format("'{}' is imported", Name.str());
    if (Up.isAnyOf({"block", "module"}))
      break;
  }
  return "";
}

/// Whether what is not known of something is not for \p E.
bool Describer::isKnown(Node E) {
  const auto Value = T.tensorOf(E);
  return Value && Value->Device && Value->Type;
}

/// Why the value of \p E is not known, as far as its form tells; empty if it
/// does not.
std::string Describer::whyUnknown(Node E, unsigned Depth) {
  E = F.values().resolved(E);
  if (!E || Depth > MaxDepth || isKnown(E))
    return "";
  if (E.is("identifier"))
    return whyUnknownName(E);
  if (E.is("attribute"))
    return classOfSelf(E.field("object"), F)
               ? runtext::isMember(E.field("attribute").text())
               : whyUnknown(E.field("object"), Depth + 1);
  if (E.is("subscript"))
    return whyUnknown(E.field("value"), Depth + 1);
  if (E.is("binary_operator")) {
    std::string Why = whyUnknown(E.field("left"), Depth + 1);
    return Why.empty() ? whyUnknown(E.field("right"), Depth + 1) : Why;
  }
  if (!E.is("call"))
    return "";
  const Node Callee = E.field("function");
  // A module's names are known; the object 'x' of 'x.f()' may not be.
  if (Callee.is("attribute") && !F.names().qualifiedName(Callee))
    if (auto Why = whyUnknown(Callee.field("object"), Depth + 1); !Why.empty())
      return Why;
  for (const Node &A : E.field("arguments").children()) {
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (auto Why = whyUnknown(Value, Depth + 1); !Why.empty())
      return Why;
  }
  // torch.zeros(8, device=0): only that is not known.
  if (const auto Partly = T.tensorOf(E))
    for (const Node &A : E.field("arguments").children()) {
      const StringRef Name = A.field("name").text();
      if ((Name == "device" && !Partly->Device) ||
          (Name == "dtype" && !Partly->Type))
        return runtext::notFollowed(brief(A, 40));
    }
  return runtext::notFollowedCall(brief(Callee, 40));
}

} // namespace

std::vector<RunRecord> runRecords(const File &F, FindPlace PlaceOf) {
  return Describer(F, PlaceOf).all();
}

std::vector<std::string> takersOfLoaders(const File &F) {
  // Which nobody runs a model by.
  constexpr StringRef Asking[] = {"print", "type",    "isinstance",
                                  "repr",  "hasattr", "callable"};
  std::vector<std::string> Takers;
  if (llvm::none_of(F.calls(), isPackageLoad))
    return Takers;
  Tensors T(F);
  const std::vector<ModelRun> Runs = allModelRuns(F, T);
  const LoadedModels Models(F);
  for (const Call &Load : F.calls()) {
    if (!isPackageLoad(Load) || llvm::any_of(Runs, [&](const ModelRun &Run) {
          return Run.Load == &Load;
        }))
      continue;
    for (const Call &C : F.calls()) {
      const StringRef Name = C.Callee;
      const StringRef Last = Name.substr(Name.rfind('.') + 1);
      if (!llvm::is_contained(Asking, Last) &&
          llvm::any_of(C.Arguments, [&](const Argument &A) {
            return Models.loadOf(A.Value) == Load.At;
          })) {
        Takers.push_back(Last.str());
        break;
      }
    }
  }
  return Takers;
}

} // namespace aoti_tidy::python
