// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/StateDicts.h"
#include "checks/lib/script/Tensors.h"
#include "checks/unloaded-constants/UnloadedConstantsRule.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The constants of a load_constants() call, and where each name is written.
struct PythonLoad {
  Node At;
  ConstantLoad Load;
  std::vector<Node> Places;
};

/// m.load_constants({"fc.weight": w}, check_full_update=True)
PythonLoad readLoad(Node At, const File &F, Tensors &T) {
  PythonLoad Result;
  Result.At = At;
  ConstantLoad &Load = Result.Load;
  const Call C = namelessCall(At);
  const Argument *Map = C.argument(0, "constants_map");
  if (C.HasUnpacking || !Map)
    return Result;
  const Argument *Full = C.keyword("check_full_update");
  Load.ChecksAll = Full && F.values().booleanOf(Full->Value).value_or(false);
  if (const auto Of = F.values().dictOf(Map->Value); Of && Of->IsComplete) {
    Load.HasAllNames = true;
    for (const Dict::Entry &E : Of->Entries) {
      Load.HasAllNames &= E.Name.has_value();
      if (!E.Name)
        continue;
      Load.Names.push_back({*E.Name});
      if (const auto Given = T.tensorOf(E.Value)) {
        ConstantLoad::Name &Name = Load.Names.back();
        if (Given->Type)
          Name.Type = Given->Type->Value;
        if (Given->Sizes &&
            llvm::all_of(Given->Sizes->Value,
                         [](const Extent &S) { return S.has_value(); })) {
          Name.Sizes.emplace();
          for (const Extent &S : Given->Sizes->Value)
            Name.Sizes->push_back(*S);
        }
      }
      Result.Places.push_back(E.Key);
    }
  } else if (auto State = stateDictOf(Map->Value, F)) {
    Load.IsStateDict = true;
    Load.HasAllNames = State->HasAllKeys;
    for (std::string &Key : State->Keys) {
      Load.Names.push_back({std::move(Key)});
      Result.Places.push_back(Map->Value);
    }
  }
  return Result;
}

/// Which runs of a model come before anything that other files could do with
/// it.
enum class Reach {
  None,     ///< it is not known what becomes of the model
  AtImport, ///< those that happen when the module is imported
  All,      ///< nobody else can reach it
};

/// Finds out what one file does with the models that it loads.
class ModelUses {
public:
  explicit ModelUses(const File &F) : F(F) {}

  /// The calls that reach the model made by the call \p Load, if the file only
  /// calls it and its harmless methods.
  Reach reachOf(Node Load) {
    const auto [It, IsNew] = Known.try_emplace(Load.id());
    if (IsNew)
      It->second = find(Load);
    return It->second;
  }

private:
  Reach find(Node Load) {
    const Node Above = Load.parent();
    // aoti_load_package("m.pt2")(x)
    if (Above.is("call") && Above.field("function") == Load)
      return Reach::All;
    const Node Target = Above.is("assignment") && Above.field("right") == Load
                            ? Above.field("left")
                            : Node();
    if (Target.is("identifier"))
      return ofVariable(Target);
    return Target.is("attribute") && isMemberInSight(Target) ? Reach::All
                                                             : Reach::None;
  }

  /// m(x), m.load_constants(...)
  static bool isUse(Node Model) {
    const Node Above = Model.parent();
    if (Above.is("call"))
      return Above.field("function") == Model;
    const Node Call = Above.parent();
    return Above.is("attribute") && Above.field("object") == Model &&
           Call.is("call") && Call.field("function") == Above &&
           llvm::is_contained(
               {"load_constants", "get_constant_fqns", "get_metadata"},
               Above.field("attribute").text());
  }

  Reach ofVariable(Node Target) const {
    const Node Scope = Names::scopeOf(Target);
    const bool IsLocal = Scope.is("function_definition");
    const auto IsUnderstood = [&](Node N) {
      // 'global m' would let other functions have it.
      return Scope.contains(N) && (N == Target || isUse(N));
    };
    if ((!IsLocal && !Scope.is("module")) ||
        !llvm::all_of(F.names().occurrences(Target), IsUnderstood))
      return Reach::None;
    // Others may import it, unless its name says that it is not for them.
    return IsLocal || Target.text().starts_with("_") ? Reach::All
                                                     : Reach::AtImport;
  }

  /// self._m = load(...), in which no other class has a part
  bool isMemberInSight(Node Target) {
    const StringRef Name = Target.field("attribute").text();
    const Node Class = classOfSelf(Target.field("object"), F);
    if (!Name.starts_with("_") || !Class || F.mentions("getattr("))
      return false;
    return llvm::all_of(attributesNamed(Name), [&](Node N) {
      const Node Object = N.field("object");
      return N == Target || (Object.is("identifier") &&
                             classOfSelf(Object, F) == Class && isUse(N));
    });
  }

  llvm::ArrayRef<Node> attributesNamed(StringRef Name) {
    if (Attributes.empty())
      forEachNode(F.tree().root(), [&](Node N) {
        if (N.is("attribute"))
          Attributes[N.field("attribute").text()].push_back(N);
        return true;
      });
    return Attributes[Name];
  }

  const File &F;
  llvm::StringMap<std::vector<Node>> Attributes; ///< of the file, by name
  llvm::DenseMap<const void *, Reach> Known;     ///< by the call
};

/// True if \p Load may have been executed when \p Run is first reached. Which
/// of two functions is called first is unknown.
bool mayPrecede(Node Load, Node Run) {
  const Node Scope = Names::scopeOf(Run);
  if (!(Names::scopeOf(Load) == Scope) || Load.begin() < Run.begin())
    return true;
  for (Node Up = Run.parent(); Up && !(Up == Scope); Up = Up.parent())
    if (Up.isAnyOf({"for_statement", "while_statement"}) &&
        Load.end() <= Up.end())
      return true;
  return false;
}

/// The problem with the constants of one model.
struct Problems {
  const ModelRun *Of = nullptr; ///< any call of it
  std::vector<Finding> OfLoads, OfRuns;
};

class Checker {
public:
  explicit Checker(const File &F)
      : F(F), T(F), Uses(F),
        LoadCalls(modelMethodCalls(F, T, "load_constants")),
        Runs(modelRuns(F, T)) {}

  std::vector<Finding> check() {
    for (const ModelRun &Load : LoadCalls)
      if (Load.Package)
        checkLoad(Load);
      else if (Load.Export)
        checkNames(Load);
    for (const ModelRun &Run : Runs)
      if (Run.Package && needsConstants(*Run.Model))
        checkRun(Run);
    std::vector<Finding> Result;
    for (auto &[_, P] : ByLoader)
      Result.push_back(joined(P));
    sortByPlace(Result);
    return Result;
  }

private:
  /// m.load_constants({"bias": b}) of a model that has none
  void checkLoad(const ModelRun &Load) {
    const PythonLoad L = readLoad(Load.At, F, T);
    auto &Of = Loads[Load.Load->At.id()];
    Of.push_back(L);
    auto Problem =
        loadProblem(*Load.Model, L.Load, Load.PackageName, Language::Python);
    if (!Problem)
      return;
    const Node At = Problem->Name ? L.Places[*Problem->Name] : Load.At;
    Finding Found(rangeOf(At), std::move(Problem->Text));
    if (!Problem->Note.empty())
      Found.Notes.emplace_back(rangeOf(Load.At), std::move(Problem->Note));
    Problems &P = ByLoader[Load.Load->At.begin()];
    P.Of = &Load;
    P.OfLoads.push_back(std::move(Found));
  }

  // self.weights = [self.p]; m.load_constants({"p": x})
  void checkNames(const ModelRun &Load) {
    const Argument *Model = Load.Export->argument(0, "mod");
    const Node Class =
        Model ? moduleClassOf(makerOf(Model->Value, F), F) : Node();
    const PythonLoad L = readLoad(Load.At, F, T);
    for (const auto &[Name, Place] : llvm::zip(L.Load.Names, L.Places)) {
      const Node Holder = holderOf("self." + Name.Text, Class);
      if (!Holder)
        continue;
      Problems &P = ByLoader[Load.Load->At.begin()];
      P.Of = &Load;
      P.OfLoads.emplace_back(
          rangeOf(Place), heldProblem(Name.Text, Holder.text()),
          std::vector<Note>{{rangeOf(Holder), "it is put in here"}});
      return;
    }
  }

  /// The 'self.weights' that is given a list or dict with \p Attribute in it,
  /// if other methods of \p Class have only that.
  static Node holderOf(StringRef Attribute, Node Class) {
    const Node Init = methodNamed(Class, "__init__");
    Node Holder;
    bool IsReadItself = false, IsHolderRead = false;
    forEachNode(Init, [&](Node N) {
      const Node Above =
          N.parent().is("pair") ? N.parent().parent() : N.parent();
      if (N.is("attribute") && N.text() == Attribute &&
          Above.isAnyOf({"list", "tuple", "dictionary"}) &&
          Above.parent().is("assignment"))
        Holder = Above.parent().field("left");
      return true;
    });
    forEachNode(Holder ? Class : Node(), [&](Node N) {
      if (N.is("attribute") && !Init.contains(N)) {
        IsReadItself |= N.text() == Attribute;
        IsHolderRead |= N.text() == Holder.text();
      }
      return true;
    });
    return IsHolderRead && !IsReadItself ? Holder : Node();
  }

  /// m = aoti_load_package("without-weights.pt2"); m(x)
  void checkRun(const ModelRun &Run) {
    const Reach R = Uses.reachOf(Run.Load->At);
    const auto &Given = Loads[Run.Load->At.id()];
    if (R == Reach::None || Given.size() > MaxLoads ||
        (R == Reach::AtImport && !Names::scopeOf(Run.At).is("module")))
      return;
    std::vector<ConstantLoad> Before;
    std::vector<Note> Notes;
    for (const PythonLoad &L : Given) {
      if (!mayPrecede(L.At, Run.At))
        continue;
      Before.push_back(L.Load);
      if (std::string Text = loadNote(*Run.Model, L.Load); !Text.empty())
        Notes.emplace_back(rangeOf(L.At), std::move(Text));
    }
    const Node Callee = Run.At.field("function");
    const std::string Object = Callee.isAnyOf({"identifier", "attribute"})
                                   ? Callee.text().str() + "."
                                   : "";
    auto Text = runProblem(*Run.Model, Before, /*HasSwap=*/false,
                           Run.PackageName, Object + "load_constants(...)");
    if (!Text)
      return;
    Problems &P = ByLoader[Run.Load->At.begin()];
    P.Of = &Run;
    P.OfRuns.emplace_back(rangeOf(Run.At), std::move(*Text), std::move(Notes));
  }

  /// One defect is one finding. A load that raises ends what would come after.
  static Finding joined(Problems &P) {
    const bool AreRuns = P.OfLoads.empty();
    auto &All = AreRuns ? P.OfRuns : P.OfLoads;
    sortByPlace(All);
    Finding Result = std::move(All.front());
    for (const Finding &Other : llvm::drop_begin(All))
      Result.Notes.emplace_back(Other.range(), alsoNote(AreRuns).str());
    llvm::append_range(
        Result.Notes,
        P.Of->sourceNotes(P.Of->Package
                              ? sourceNote(*P.Of->Model, P.Of->PackageName)
                              : "exported here"));
    return Result;
  }

  /// More than any file has for one model.
  static constexpr size_t MaxLoads = 1000;

  const File &F;
  Tensors T;
  ModelUses Uses;
  const std::vector<ModelRun> LoadCalls, Runs;
  /// By the call that loads the package.
  std::map<const void *, std::vector<PythonLoad>> Loads;
  std::map<unsigned, Problems> ByLoader; ///< by where that call is
};

} // namespace

static constexpr StringRef Words[] = {"load_package"};

const Check UnloadedConstantsPython = {
    [](const File &F) { return Checker(F).check(); }, Words,
    /*RestsOnOrder=*/true};

} // namespace aoti_tidy::python
