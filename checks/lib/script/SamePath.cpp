// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/SamePath.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// Limits of one question.
static constexpr unsigned MaxAliases = 16;

Node withoutConversion(Node Expr, const File &F) {
  for (unsigned Steps = 0; Steps < MaxAliases; ++Steps) {
    Expr = F.values().resolved(Expr);
    const auto Arguments = Expr.field("arguments").children();
    const auto Name = F.names().qualifiedName(Expr.field("function"));
    if (Arguments.size() != 1 ||
        (Name != "builtins.str" && Name != "os.fspath" &&
         Name != "pathlib.Path"))
      return Expr;
    Expr = Arguments.front();
  }
  return Expr;
}

namespace {

constexpr unsigned MaxCompared = 256;

/// Functions that give equal strings for equal ones, whenever they are called.
constexpr StringRef PureFunctions[] = {
    "builtins.str",       "os.fspath",          "os.getcwd",
    "os.path.abspath",    "os.path.basename",   "os.path.dirname",
    "os.path.expanduser", "os.path.join",       "os.path.normpath",
    "os.path.realpath",   "pathlib.Path",       "pathlib.Path.cwd",
    "pathlib.Path.home",  "tempfile.gettempdir"};

/// Methods that do.
constexpr StringRef PureMethods[] = {"absolute",   "as_posix", "expanduser",
                                     "joinpath",   "resolve",  "with_name",
                                     "with_suffix"};

struct FolderChanges {
  explicit FolderChanges(const File &F)
      : Any(llvm::any_of(F.names().calls(), [](Node Call) {
          return Call.field("function").text().ends_with("chdir");
        })) {}
  const bool Any;
};

class Comparison {
public:
  explicit Comparison(const File &F) : F(F) {}

  bool isSame(Node A, Node B, unsigned Depth = 0);

private:
  bool isSameName(Node A, Node B) const;
  bool isPureCall(Node Call) const;

  const File &F;
  unsigned Visits = 0;
};

/// A parameter, the target of a loop or of a 'with': one name that nothing
/// binds again in between.
bool Comparison::isSameName(Node A, Node B) const {
  if (A.text() == "__file__")
    return B.text() == "__file__";
  const Node Bound = F.names().bindingOf(A);
  return Bound && Bound == F.names().bindingOf(B) &&
         Names::scopeOf(A) == Names::scopeOf(B);
}

bool Comparison::isPureCall(Node Call) const {
  const Node Callee = Call.field("function");
  if (F.index<FolderChanges>().Any)
    return false;
  if (const auto Name = F.names().qualifiedName(Callee))
    return llvm::is_contained(PureFunctions, StringRef(*Name));
  return llvm::is_contained(PureMethods, Callee.field("attribute").text());
}

bool Comparison::isSame(Node A, Node B, unsigned Depth) {
  if (Depth > MaxAliases || ++Visits > MaxCompared)
    return false;
  A = withoutConversion(A, F);
  B = withoutConversion(B, F);
  // One object, whatever made it.
  if (A == B)
    return true;
  const auto WholeA = F.values().wholeString(A),
             WholeB = F.values().wholeString(B);
  if (WholeA || WholeB)
    return WholeA == WholeB;
  if (A.kind() != B.kind())
    return false;
  if (A.is("identifier"))
    return isSameName(A, B) ||
           (A.text() == B.text() && F.names().qualifiedName(A) &&
            F.names().qualifiedName(A) == F.names().qualifiedName(B));
  // args.output, where nothing in the file assigns to an 'output'
  if (A.is("attribute"))
    return A.field("attribute").text() == B.field("attribute").text() &&
           !isAttributeAssigned(A.field("attribute").text(), F) &&
           isSame(A.field("object"), B.field("object"), Depth + 1);
  const bool IsCall = A.is("call");
  // Not a["key"], but p.parents[1].
  if ((IsCall && !(isPureCall(A) && isPureCall(B))) ||
      (A.is("subscript") &&
       A.field("value").field("attribute").text() != "parents"))
    return false;
  // f'{a}' and f"{a}"
  if (A.is("string_start") || A.is("string_end"))
    return A.text().rtrim("'\"") == B.text().rtrim("'\"");
  const auto PartsA = A.allChildren(), PartsB = B.allChildren();
  if (PartsA.empty() || PartsB.empty())
    return A.text() == B.text();
  return llvm::equal(PartsA, PartsB, [&](Node PartA, Node PartB) {
    // Which function is called is known by its name alone.
    if (IsCall && PartA == A.field("function"))
      if (const auto Name = F.names().qualifiedName(PartA))
        return Name == F.names().qualifiedName(PartB);
    return isSame(PartA, PartB, Depth + 1);
  });
}

} // namespace

bool mayChangeFolder(const File &F) { return F.index<FolderChanges>().Any; }

bool isSamePath(Node A, Node B, const File &F) {
  return Comparison(F).isSame(A, B);
}

} // namespace aoti_tidy::python
