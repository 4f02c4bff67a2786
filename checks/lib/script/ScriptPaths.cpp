// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ScriptPaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Limits of one question.
constexpr unsigned MaxPathDepth = 24;
constexpr unsigned MaxPathVisits = 128;

bool isOneOf(StringRef Name, llvm::ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

using PathText = llvm::SmallString<256>;

class Reader {
public:
  explicit Reader(const File &F) : F(F) {}

  std::optional<PathText> read(Node Expr, unsigned Depth = 0);

private:
  using Result = std::optional<PathText>;

  Result call(Node Call, unsigned Depth);
  Result method(Node Call, unsigned Depth);
  Result join(llvm::ArrayRef<Node> Parts, unsigned Depth);
  Result changed(Node Of, unsigned Depth,
                 llvm::function_ref<void(PathText &)> Change) {
    auto Found = read(Of, Depth);
    if (Found)
      Change(*Found);
    return Found;
  }
  /// The folder \p Times above, unless that is above where the script is started.
  Result above(Node Of, int64_t Times, unsigned Depth) {
    auto Path = read(Of, Depth);
    for (; Path && Times > 0; --Times) {
      if (Path->empty() || *Path == ".")
        return std::nullopt;
      path::remove_filename(*Path);
    }
    return Path;
  }

  const File &F;
  unsigned Visits = 0;
};

Reader::Result Reader::join(llvm::ArrayRef<Node> Parts, unsigned Depth) {
  PathText All;
  for (const Node &Part : Parts) {
    const auto Next =
        Part.is("keyword_argument") ? std::nullopt : read(Part, Depth);
    if (!Next)
      return std::nullopt;
    if (path::is_absolute(*Next))
      All.clear();
    path::append(All, *Next);
  }
  return All;
}

Reader::Result Reader::method(Node Call, unsigned Depth) {
  const Node Callee = Call.field("function");
  const StringRef Name = Callee.field("attribute").text();
  const Node Object = Callee.field("object");
  const auto Arguments = Call.field("arguments").children();
  if (isOneOf(Name, {"resolve", "absolute", "as_posix"}) && Arguments.empty())
    return read(Object, Depth);
  if (Name == "joinpath") {
    llvm::SmallVector<Node, 4> Parts = {Object};
    Parts.append(Arguments.begin(), Arguments.end());
    return join(Parts, Depth);
  }
  const auto End = Arguments.size() == 1
                       ? F.values().wholeString(Arguments.front())
                       : std::nullopt;
  if (!End || !isOneOf(Name, {"with_suffix", "with_name"}))
    return std::nullopt;
  return changed(Object, Depth, [&](PathText &Path) {
    if (Name == "with_suffix")
      return path::replace_extension(Path, *End);
    path::remove_filename(Path);
    path::append(Path, *End);
  });
}

Reader::Result Reader::call(Node Call, unsigned Depth) {
  const auto Name = F.names().qualifiedName(Call.field("function"));
  const auto Arguments = Call.field("arguments").children();
  if (Name && isOneOf(*Name, {"os.getcwd", "pathlib.Path.cwd"}))
    return PathText(".");
  if (!Name || Arguments.empty())
    return method(Call, Depth);
  if (isOneOf(*Name, {"os.path.join", "pathlib.Path", "pathlib.PurePath"}))
    return join(Arguments, Depth);
  if (*Name == "os.path.dirname")
    return above(Arguments.front(), 1, Depth);
  if (isOneOf(*Name, {"builtins.str", "os.fspath", "os.path.abspath",
                      "os.path.realpath", "os.path.normpath"}) &&
      Arguments.size() == 1)
    return read(Arguments.front(), Depth);
  return method(Call, Depth);
}

Reader::Result Reader::read(Node Expr, unsigned Depth) {
  if (++Depth > MaxPathDepth || ++Visits > MaxPathVisits)
    return std::nullopt;
  Expr = F.values().resolved(Expr);
  if (const auto Whole = F.values().wholeString(Expr))
    return PathText(*Whole);
  if (Expr.is("identifier") && Expr.text() == "__file__" &&
      F.names().occurrences(Expr).empty())
    return PathText(F.absolutePath());
  if (Expr.is("attribute") && Expr.field("attribute").text() == "parent")
    return above(Expr.field("object"), 1, Depth);
  // p.parents[1]
  if (const Node Of = Expr.field("value");
      Expr.is("subscript") && Of.field("attribute").text() == "parents") {
    const auto Index = F.values().integerOf(Expr.field("subscript"));
    return Index && *Index >= 0 && *Index <= 32
               ? above(Of.field("object"), *Index + 1, Depth)
               : std::nullopt;
  }
  if (Expr.is("call"))
    return call(Expr, Depth);
  if (!Expr.is("binary_operator"))
    return std::nullopt;
  const Node Left = Expr.field("left"), Right = Expr.field("right");
  const StringRef Operator = Expr.field("operator").text();
  if (Operator == "/")
    return join({Left, Right}, Depth);
  const auto End = F.values().wholeString(Right);
  if (Operator != "+" || !End)
    return std::nullopt;
  return changed(Left, Depth, [&](PathText &Path) { Path += *End; });
}

} // namespace

std::optional<std::string> scriptPath(Node Expr, const File &F) {
  auto Found = Reader(F).read(Expr);
  if (!Found || Found->empty() || Found->str().contains('\0') ||
      Found->starts_with("~"))
    return std::nullopt;
  path::remove_dots(*Found, /*remove_dot_dot=*/true);
  return Found->str().str();
}

} // namespace aoti_tidy::python
