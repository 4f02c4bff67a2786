// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/Functions.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/loader-device/LoaderDeviceRule.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Of a camera, 'device_id' is the number. A tensor has a 'rank', too.
bool namesDevice(StringRef Name, const File &F) {
  if (Name == "rank")
    return F.mentions("torch.distributed");
  return llvm::is_contained({"local_rank", "gpu_rank", "device_rank"}, Name) ||
         (namesGpuNumber(Name) && !namesCapture(F.tree().text()));
}

/// Tells where a device is chosen that may have an index that is not known, or
/// above 0: a parameter, an argument of the command line, "cuda:" and a rank.
class DeviceChoice {
public:
  explicit DeviceChoice(const File &F) : F(F) {}

  /// Null if \p Expr is none, as far as the file shows.
  Node placeOf(Node Expr) {
    constexpr unsigned MaxPlaces = 500;
    if (!Expr || Places.size() == MaxPlaces)
      return {};
    // One that is asked for while it is being decided is none.
    const auto [It, IsNew] = Places.try_emplace(Expr.id());
    if (IsNew)
      It->second = decide(withoutParentheses(Expr));
    return It->second;
  }

  /// Whether \p Name is a parameter for which the file's calls of the function,
  /// if it has any, may pass any device.
  bool isGivenAny(Node Name) {
    const Node Function = Names::scopeOf(Name);
    const auto Parameters = parametersOf(Function);
    const auto *P = llvm::find_if(Parameters, [&](const FunctionParameter &Of) {
      return Of.Name == Name;
    });
    if (P == Parameters.end())
      return false;
    const bool HasSelf =
        llvm::is_contained({"self", "cls"}, Parameters.front().Name.text());
    const bool IsMaker = Function.field("name").text() == "__init__";
    const Node Called = IsMaker ? classOf(Function) : Function;
    bool IsCalled = false;
    for (const Node &N : F.names().calls()) {
      if (lastName(N.field("function")) != Called.field("name").text())
        continue;
      IsCalled = true;
      const Node Given = givenFor(*P, P - Parameters.begin() - HasSelf, N);
      if (!Given || placeOf(Given))
        return true;
    }
    return !IsCalled;
  }

private:
  Node firstOf(llvm::ArrayRef<Node> Exprs) {
    for (const Node &E : Exprs)
      if (const Node At = placeOf(E))
        return At;
    return {};
  }

  Node decide(Node Expr) {
    if (const auto Device = deviceOf(Expr, F))
      return Device->Type != "cpu" &&
                     (Device->IndexKind == DeviceValue::Index::AtRunTime ||
                      Device->IndexValue > 0)
                 ? Expr
                 : Node();
    // f"cuda:{rank}"
    if (const auto Text = F.values().stringOf(Expr))
      return StringRef(Text->Head).ends_with(":") ? Expr : Node();
    const auto Parts = Expr.children();
    if (Expr.is("conditional_expression"))
      return firstOf({Parts.front(), Parts.back()});
    if (Expr.is("boolean_operator")) // device or "cuda"
      return firstOf(Parts);
    if (Expr.is("call")) {
      const auto Name = F.names().qualifiedName(Expr.field("function"));
      return Name == torchname::Device.str() || Name == "builtins.str"
                 ? firstOf(argumentsOf(Expr))
                 : Node();
    }
    if (Expr.is("attribute"))
      return isOfCommandLine(Expr) ? Expr : assignedTo(Expr);
    if (Expr.is("identifier"))
      for (const Origin &O : F.names().originsOf(Expr)) {
        if (isGivenAny(O.Target))
          return O.Target;
        if (const Node At = placeOf(O.Given))
          return At;
      }
    return {};
  }

  /// Of 'self.device', what its class assigns.
  Node assignedTo(Node Attribute) {
    const Node Self = Attribute.field("object");
    Node Result;
    if (Self.is("identifier"))
      forEachNode(classOfSelf(Self, F), [&](Node N) {
        if (!Result && N.is("assignment") &&
            N.field("left").text() == Attribute.text())
          Result = placeOf(N.field("right"));
        return !Result;
      });
    return Result;
  }

  /// args.device, but for 'choices=["cpu", "cuda"]'
  bool isOfCommandLine(Node Attribute) const {
    const Node Args = F.values().resolved(Attribute.field("object"));
    const StringRef Name = lastName(Attribute);
    const bool IsParsed = Args.text() == "args" ||
                          lastName(Args.field("function")) == "parse_args";
    return IsParsed && namesDevice(Name, F) &&
           llvm::none_of(F.names().calls(), [&](Node N) {
             const Call C = namelessCall(N);
             const Argument *Choices = C.keyword("choices");
             return Choices && C.positional(0) &&
                    C.Arguments[0].Value.text().ltrim("'\"-").rtrim("'\"") ==
                        Name &&
                    !Choices->Value.text().contains(":");
           });
  }

  const File &F;
  std::map<const void *, Node> Places; ///< by the expression
};

/// "self.device", and where it is chosen.
using BesideDevice = std::pair<std::string, Node>;

/// Looks for a device beside one loader that may have any index.
class Beside {
public:
  Beside(const Call &Load, Node Function, const File &F)
      : Load(Load), Function(Function), F(F), Of(F), Models(F) {}

  std::optional<BesideDevice> find() {
    auto Found = usedIn(Function, "");
    if (!Found)
      Found = usedIn(classOf(Function), "self.");
    // Or it is a parameter, of which nothing is made.
    for (Node N = Load.At; N && !Found; N = N.parent())
      for (const FunctionParameter &P : parametersOf(N))
        if (const StringRef Name = P.Name.text();
            !Found && namesDevice(Name, F) && OfOthers != Name &&
            Of.isGivenAny(P.Name))
          Found = BesideDevice{Name.str(), P.Name};
    return Found;
  }

private:
  /// The first device that inputs or weights go to in \p Around.
  std::optional<BesideDevice> usedIn(Node Around, StringRef Start) {
    std::optional<BesideDevice> Result;
    forEachNode(Around, [&](Node N) {
      if (Result || (Around.is("module") &&
                     N.isAnyOf({"function_definition", "class_definition"})))
        return false;
      if (N.is("call"))
        for (const Argument &A : namelessCall(N).Arguments)
          if (!Result && A.Value.text().starts_with(Start))
            Result = usedBy(A, N.field("function"));
      return true;
    });
    return Result;
  }

  std::optional<BesideDevice> usedBy(const Argument &A, Node Callee) {
    const bool IsName = A.Value.isAnyOf({"identifier", "attribute"});
    const StringRef To = lastName(Callee);
    const bool IsMove = Callee.is("attribute") && To == "to";
    const bool IsGiven =
        IsMove || A.Keyword == "device" || A.Keyword == "map_location";
    const StringRef Name = lastName(A.Value);
    // [o.to(device) for o in run(x)], boxes.to(device) after boxes, s = run(x)
    if (const Node Moved = IsMove ? Callee.field("object") : Node();
        Moved.is("identifier") && F.names().bindingOf(Moved) &&
        !F.names().assignedValue(Moved) && !parameterNamed(Moved)) {
      OfOthers = Name;
      return std::nullopt;
    }
    if (llvm::is_contained(
            {"device", "isinstance", "pin_memory", "print", "str"}, To) ||
        !(IsName ? namesDevice(Name, F) || (IsGiven && Name == "rank")
                 : IsGiven))
      return std::nullopt;
    // ref = Net().to(device); run(x).to(device); draw(run(x), device)
    if (IsMove ? isOfOthers(Callee.field("object"))
               : llvm::any_of(argumentsOf(Callee.parent()), [&](Node N) {
                   return !isModule(N, F) && isOfOthers(N);
                 })) {
      OfOthers = Name;
      return std::nullopt;
    }
    const Node At = Of.placeOf(A.Value);
    const auto Known = deviceOf(A.Value, F);
    // What the same function compiles for "cuda:1" it may run there, too.
    if (!At || (Known && Known->IndexKind == DeviceValue::Index::Literal &&
                Function.text().contains("aoti_compile_and_package")))
      return std::nullopt;
    return BesideDevice{A.Value.text().str(), At};
  }

  bool parameterNamed(Node Name) const {
    return llvm::any_of(parametersOf(Names::scopeOf(Name)),
                        [&](const FunctionParameter &P) {
                          return P.Name.text() == Name.text();
                        });
  }

  /// Whether \p Moved is an eager model, or what a package returned.
  bool isOfOthers(Node Moved) const {
    bool Result = isModule(Moved, F);
    forEachNode(F.values().resolved(Moved), [&](Node N) {
      Result |= N.is("call") && Models.loadOf(N.field("function"));
      return !Result;
    });
    return Result;
  }

  const Call &Load;
  const Node Function;
  const File &F;
  DeviceChoice Of;
  const LoadedModels Models;
  StringRef OfOthers; ///< the device that only eager models or results go to
};

/// The outermost function around \p N in its class, or else the module.
Node functionAround(Node N) {
  Node Result;
  for (; N && !N.is("class_definition"); N = N.parent())
    if (N.is("function_definition") || (!Result && N.is("module")))
      Result = N;
  return Result;
}

/// if is_cpu: load; if device != "cuda": load; or assert device == "cpu"
bool isForCpu(const Call &Load, Node Function) {
  bool Result = false;
  forEachNode(Function, [&](Node N) {
    const bool IsIf = N.isAnyOf({"if_statement", "elif_clause", "case_clause"});
    if (!IsIf && !N.is("assert_statement"))
      return !Result;
    const bool IsAround = N.contains(Load.At);
    std::string Text = N.text().split(':').first.str();
    llvm::replace(Text, '\'', '"');
    const StringRef Asked = Text;
    Result |=
        (!IsIf || IsAround || N.text().contains("raise ")) &&
        (Asked.contains("\"cpu\"") || (IsAround && Asked.ends_with("cpu")));
    Result |= N.field("consequence").contains(Load.At) &&
              Asked.contains("!= \"cuda\"");
    return !Result;
  });
  return Result;
}

/// Whether the package of \p Load is known and takes inputs on the CPU.
bool isCpuPackage(const Call &Load, const File &F) {
  Tensors T(F);
  return llvm::any_of(modelRuns(F, T), [&](const ModelRun &Run) {
    return Run.Load == &Load && Run.Model && Run.Model->Inputs &&
           llvm::any_of(*Run.Model->Inputs, [](const TensorContract &Input) {
             return Input.Device == "cpu";
           });
  });
}

/// Whether \p Load says the index, or the device, as torch 2.5 has it.
bool hasIndex(const Call &Load) {
  const bool IsAoti = Load.Callee == torchname::AotiLoadPackage;
  return Load.HasUnpacking || Load.keyword("device") ||
         Load.argument(IsAoti ? 2 : 4, "device_index");
}

} // namespace

/// Whether \p Function, or of a member its class, asks which \p Device it is: it
/// may have seen to it that the index is right. Or it is a bool.
static bool isAskedFor(const BesideDevice &Device, Node Function) {
  static constexpr StringRef Asks[] = {" ==",      " !=",    " in ",
                                       " not in ", ".index", ".value",
                                       ").index",  ").type"};
  const StringRef Name = Device.first;
  const Node Around = Name.starts_with("self.") ? classOf(Function) : Function;
  const StringRef Declared = Device.second.parent().text();
  return Declared.contains("bool") || Declared.ends_with("False") ||
         Declared.ends_with("True") || llvm::any_of(Asks, [&](StringRef How) {
           return Around.text().contains((Name + How).str());
         });
}

/// Whether \p Text lists the devices that a program may be given: types only, as
/// in choices=["cpu", "cuda"].
static bool listsDevices(StringRef Text) {
  static constexpr StringRef Words[] = {"choices=", "Choice(",  "parametrize(",
                                        "fixture(", "Literal[", "Enum)"};
  constexpr size_t Near = 60;
  return llvm::any_of(Words, [&](StringRef Word) {
    for (size_t At = 0; (At = Text.find(Word, At)) != StringRef::npos; ++At)
      if (const StringRef List = Text.substr(At + Word.size(), Near);
          List.contains("\"cpu\"") || List.contains("'cpu'"))
        return true;
    return false;
  });
}

static std::vector<Finding> loaderDevice(const File &F) {
  std::vector<Finding> Result;
  if (llvm::none_of(F.calls(), isPackageLoad) ||
      setsCurrentDevice(F.tree().text()) || listsDevices(F.tree().text()))
    return Result;
  // By the function and the name of the device.
  std::map<std::pair<unsigned, std::string>, Finding> Found;
  for (const Call &C : F.calls()) {
    const Node Function = functionAround(C.At);
    const auto HasOtherWay = [&](const Call &Other) {
      return isPackageLoad(Other) && hasIndex(Other) &&
             functionAround(Other.At) == Function;
    };
    if (!isPackageLoad(C) || !F.settings().torchAtLeast({2, 6}) ||
        llvm::any_of(F.calls(), HasOtherWay) ||
        Function.text().contains("cuda.stream(") || isForCpu(C, Function))
      continue;
    const auto Device = Beside(C, Function, F).find();
    if (!Device || isAskedFor(*Device, Function) || isCpuPackage(C, F))
      continue;
    const Node Callee = C.At.field("function");
    LoaderDeviceProblem Problem = loaderDeviceProblem(
        {lastName(Callee), Device->first,
         F.settings().torchAtLeast({2, 8}) ? "device_index" : "",
         /*IsGivenToOther=*/false, "torch.cuda.set_device"});
    const auto [It, IsNew] = Found.try_emplace(
        {Function.begin(), Device->first}, rangeOf(Callee), Problem.Text);
    auto &Notes = It->second.Notes;
    if (IsNew)
      Notes.emplace_back(rangeOf(Device->second), Problem.AtDevice);
    Notes.emplace_back(rangeOf(Callee),
                       IsNew ? Problem.AtLoader : Problem.AtOther);
  }
  for (auto &[_, Each] : Found)
    Result.push_back(std::move(Each));
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"load_package"};

const Check LoaderDevicePython = {loaderDevice, Words};

} // namespace aoti_tidy::python
