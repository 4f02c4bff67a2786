// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/SamePath.h"
#include "checks/lib/python/StringValue.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// What one question may cost.
constexpr unsigned MaxDepth = 16;
constexpr unsigned MaxVisits = 256;

/// Functions that give equal strings for equal ones, whenever they are called.
bool isPure(StringRef Function) {
  return llvm::is_contained(
      {StringRef("os.path.join"), StringRef("os.path.abspath"),
       StringRef("os.path.realpath"), StringRef("os.path.normpath"),
       StringRef("os.path.expanduser"), StringRef("os.path.dirname"),
       StringRef("os.path.basename"), StringRef("os.getcwd"),
       StringRef("os.fspath"), StringRef("builtins.str"),
       StringRef("pathlib.Path"), StringRef("pathlib.PurePath"),
       StringRef("pathlib.Path.cwd"), StringRef("pathlib.Path.home"),
       StringRef("tempfile.gettempdir")},
      Function);
}

bool isPureMethod(StringRef Method) {
  return llvm::is_contained({StringRef("as_posix"), StringRef("absolute"),
                             StringRef("resolve"), StringRef("expanduser"),
                             StringRef("joinpath"), StringRef("with_suffix"),
                             StringRef("with_name")},
                            Method);
}

/// What a file does to all paths.
class PathChanges {
public:
  explicit PathChanges(const File &F)
      : F(F), MayMove(llvm::any_of(F.names().calls(), [](Node Call) {
          return Call.field("function").text().ends_with("chdir");
        })) {
    // vars(a), a.__dict__
    if (!F.mentions("vars(") && !F.mentions("__dict__"))
      return;
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.is("call")
              ? F.names().qualifiedName(N.field("function")) == "builtins.vars"
              : N.is("attribute") && N.field("attribute").text() == "__dict__")
        Dicts.push_back(N);
      return true;
    });
  }

  /// Whether the file goes to other folders.
  bool mayMove() const { return MayMove; }

  bool isSetByText(StringRef Name) const {
    return F.mentions("setattr") || llvm::any_of(Dicts, [&](Node Dict) {
             return F.values().mayChangeAt(Dict, Name);
           });
  }

  /// Whether something in the file assigns to an attribute of that name.
  bool isAssigned(StringRef Name) {
    const auto [It, IsNew] = Assigned.try_emplace(Name);
    if (IsNew)
      It->second = findAssignment(Name);
    return It->second;
  }

private:
  bool findAssignment(StringRef Name) const;

  const File &F;
  const bool MayMove;
  std::vector<Node> Dicts; ///< expressions that are the attributes of an object
  llvm::StringMap<bool> Assigned;
};

class Comparison {
public:
  explicit Comparison(const File &F) : F(F) {}

  bool isSame(Node A, Node B, unsigned Depth = 0);
  unsigned similarityOf(Node Path) const;

private:
  Node stripped(Node Expr) const;
  bool areSame(llvm::ArrayRef<Node> A, llvm::ArrayRef<Node> B, unsigned Depth);
  bool isSameName(Node A, Node B) const;
  bool isSameAttribute(Node A, Node B, unsigned Depth);
  bool isSameCall(Node A, Node B, unsigned Depth);
  bool isSameString(Node A, Node B, unsigned Depth);

  const File &F;
  unsigned Visits = 0;
};

/// Without what writes a path as a string, or the other way round.
Node Comparison::stripped(Node Expr) const {
  for (unsigned Steps = 0; Steps < MaxDepth; ++Steps) {
    Expr = F.values().resolved(Expr);
    if (!Expr.is("call"))
      return Expr;
    const Node Callee = Expr.field("function");
    const auto Arguments = Expr.field("arguments").children();
    const auto Name = F.names().qualifiedName(Callee);
    if (Name) {
      if ((*Name != "builtins.str" && *Name != "os.fspath" &&
           *Name != "pathlib.Path") ||
          Arguments.size() != 1)
        return Expr;
      Expr = Arguments.front();
    } else if (Callee.is("attribute") && Arguments.empty() &&
               Callee.field("attribute").text() == "as_posix") {
      Expr = Callee.field("object");
    } else {
      return Expr;
    }
  }
  return Expr;
}

bool Comparison::areSame(llvm::ArrayRef<Node> A, llvm::ArrayRef<Node> B,
                         unsigned Depth) {
  return A.size() == B.size() &&
         llvm::all_of(llvm::zip(A, B), [&](const auto &Pair) {
           return isSame(std::get<0>(Pair), std::get<1>(Pair), Depth);
         });
}

/// A parameter, the target of a loop or of a 'with': one name that nothing
/// binds again in between.
bool Comparison::isSameName(Node A, Node B) const {
  if (A.text() == "__file__")
    return B.text() == "__file__";
  const Node Bound = F.names().bindingOf(A);
  return Bound && Bound == F.names().bindingOf(B) &&
         Names::scopeOf(A) == Names::scopeOf(B);
}

bool PathChanges::findAssignment(StringRef Name) const {
  const StringRef Text = F.tree().text();
  const std::string Dotted = "." + Name.str();
  unsigned Seen = 0;
  for (size_t At = Text.find(Dotted); At != StringRef::npos;
       At = Text.find(Dotted, At + 1)) {
    if (++Seen > MaxVisits)
      return true;
    Node Below = F.tree().nodeAt(At + 1, At + Dotted.size());
    for (Node Up = Below.parent(); Up; Below = Up, Up = Up.parent()) {
      if (Up.isAnyOf({"assignment", "augmented_assignment", "for_statement",
                      "for_in_clause"})) {
        if (Up.field("left") == Below)
          return true;
        break;
      }
      if (Up.isAnyOf({"as_pattern_target", "delete_statement"}))
        return true;
      if (Up.isAnyOf({"call", "block", "module"}))
        break;
    }
  }
  return isSetByText(Name);
}

/// args.output, where nothing in the file assigns to an 'output'.
bool Comparison::isSameAttribute(Node A, Node B, unsigned Depth) {
  const StringRef Name = A.field("attribute").text();
  return Name == B.field("attribute").text() &&
         isSame(A.field("object"), B.field("object"), Depth) &&
         !F.index<PathChanges>().isAssigned(Name);
}

bool Comparison::isSameCall(Node A, Node B, unsigned Depth) {
  const Node CalleeA = A.field("function"), CalleeB = B.field("function");
  const auto ArgumentsA = A.field("arguments").children(),
             ArgumentsB = B.field("arguments").children();
  const auto IsPlain = [](Node N) {
    return !N.isAnyOf({"keyword_argument", "list_splat", "dictionary_splat"});
  };
  if (!llvm::all_of(ArgumentsA, IsPlain) || !llvm::all_of(ArgumentsB, IsPlain))
    return false;
  const auto NameA = F.names().qualifiedName(CalleeA),
             NameB = F.names().qualifiedName(CalleeB);
  if (NameA || NameB)
    return NameA == NameB && isPure(*NameA) &&
           !F.index<PathChanges>().mayMove() &&
           areSame(ArgumentsA, ArgumentsB, Depth);
  if (!CalleeA.is("attribute") || !CalleeB.is("attribute"))
    return false;
  const StringRef Method = CalleeA.field("attribute").text();
  return isPureMethod(Method) && Method == CalleeB.field("attribute").text() &&
         !F.index<PathChanges>().mayMove() &&
         isSame(CalleeA.field("object"), CalleeB.field("object"), Depth) &&
         areSame(ArgumentsA, ArgumentsB, Depth);
}

bool Comparison::isSameString(Node A, Node B, unsigned Depth) {
  const auto PartsA = partsOf(A), PartsB = partsOf(B);
  if (!PartsA || !PartsB || PartsA->size() != PartsB->size())
    return false;
  return llvm::all_of(llvm::zip(*PartsA, *PartsB), [&](const auto &Pair) {
    const auto &[PartA, PartB] = Pair;
    if (!PartA.Interpolation || !PartB.Interpolation)
      return !PartA.Interpolation && !PartB.Interpolation &&
             PartA.Text == PartB.Text;
    const auto InsideA = PartA.Interpolation.children(),
               InsideB = PartB.Interpolation.children();
    // Not {x!r}, {x:>8}; nor {x=} and {x}.
    return InsideA.size() == 1 && InsideB.size() == 1 &&
           PartA.Interpolation.allChildren().size() ==
               PartB.Interpolation.allChildren().size() &&
           isSame(InsideA.front(), InsideB.front(), Depth);
  });
}

bool Comparison::isSame(Node A, Node B, unsigned Depth) {
  if (Depth > MaxDepth || ++Visits > MaxVisits)
    return false;
  A = stripped(A);
  B = stripped(B);
  // What was made once, by whatever.
  if (A == B)
    return true;
  const auto WholeA = F.values().wholeString(A),
             WholeB = F.values().wholeString(B);
  if (WholeA || WholeB)
    return WholeA == WholeB;
  if (A.kind() != B.kind())
    return false;
  if (A.is("identifier"))
    return isSameName(A, B);
  if (A.is("attribute"))
    return isSameAttribute(A, B, Depth + 1);
  if (A.is("call"))
    return isSameCall(A, B, Depth + 1);
  if (A.is("string"))
    return isSameString(A, B, Depth + 1);
  if (A.is("integer"))
    return A.text() == B.text();
  if (A.is("binary_operator"))
    return A.field("operator").text() == B.field("operator").text() &&
           isSame(A.field("left"), B.field("left"), Depth + 1) &&
           isSame(A.field("right"), B.field("right"), Depth + 1);
  // p.parents[1]
  if (A.is("subscript"))
    return A.field("value").is("attribute") &&
           A.field("value").field("attribute").text() == "parents" &&
           isSame(A.field("value"), B.field("value"), Depth + 1) &&
           isSame(A.field("subscript"), B.field("subscript"), Depth + 1);
  return false;
}

unsigned Comparison::similarityOf(Node Path) const {
  Path = stripped(Path);
  if (const auto Whole = F.values().wholeString(Path))
    return llvm::hash_value(*Whole);
  // What isSame() looks at first.
  std::string Name;
  if (Path.isAnyOf({"identifier", "integer"}))
    Name = Path.text();
  else if (Path.is("attribute"))
    Name = Path.field("attribute").text();
  else if (Path.is("call"))
    Name = F.names().qualifiedName(Path.field("function")).value_or("");
  else if (const auto Parts = Path.is("string") ? partsOf(Path) : std::nullopt)
    for (const auto &Part : *Parts)
      Name += Part.Text;
  return llvm::hash_combine(Path.kind(), Name);
}

} // namespace

unsigned similarityOf(Node Path, const File &F) {
  return Comparison(F).similarityOf(Path);
}

bool isAttributeAssigned(StringRef Name, const File &F) {
  return F.index<PathChanges>().isAssigned(Name);
}

bool isAttributeSetByText(StringRef Name, const File &F) {
  return F.index<PathChanges>().isSetByText(Name);
}

bool mayChangeFolder(const File &F) { return F.index<PathChanges>().mayMove(); }

bool isSamePath(Node A, Node B, const File &F) {
  return Comparison(F).isSame(A, B);
}

} // namespace aoti_tidy::python
