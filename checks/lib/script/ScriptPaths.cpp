// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ScriptPaths.h"
#include "checks/lib/script/ArgumentDefaults.h"
#include "checks/lib/script/ClassAttributes.h"
#include "checks/lib/script/Configurations.h"
#include "checks/lib/script/Environment.h"
#include "checks/lib/script/SamePath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// What one question may cost.
constexpr unsigned MaxDepth = 24;
constexpr unsigned MaxVisits = 128;
constexpr unsigned MaxModules = 2;           ///< one imports from the next
constexpr uint64_t MaxFileSize = 256 * 1024; ///< of what is read beside

bool isOneOf(StringRef Name, std::initializer_list<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

std::string absolute(StringRef Path) {
  llvm::SmallString<256> Result(Path);
  llvm::sys::fs::make_absolute(Result);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

std::string joined(StringRef A, StringRef B) {
  if (path::is_absolute(B) || A.empty())
    return B.str();
  llvm::SmallString<256> Result(A);
  path::append(Result, B);
  return Result.str().str();
}

/// A file beside a script; nothing if it is none of a few lines.
std::unique_ptr<llvm::MemoryBuffer> smallFile(StringRef Path,
                                              const File &Beside) {
  llvm::vfs::FileSystem &Disk = *Beside.settings().Disk;
  const auto Status = Disk.status(Path);
  if (!Status || !Status->isRegularFile() || Status->getSize() > MaxFileSize)
    return nullptr;
  auto Buffer = Disk.getBufferForFile(Path);
  return Buffer ? std::move(*Buffer) : nullptr;
}

class Reader {
public:
  Reader(const File &F, unsigned Modules) : F(F), Modules(Modules) {}

  std::optional<ScriptPath> read(Node Expr, unsigned Depth = 0);
  /// The value of a constant of the module.
  std::optional<ScriptPath> constant(StringRef Name);

private:
  using Result = std::optional<ScriptPath>;

  Result identifier(Node Name);
  Result attribute(Node Attribute, unsigned Depth);
  Result subscript(Node Subscript, unsigned Depth);
  Result call(Node Call, unsigned Depth);
  Result method(Node Call, unsigned Depth);
  Result join(llvm::ArrayRef<Node> Parts, unsigned Depth);
  Result otherwise(Node Default, std::string Unless, unsigned Depth);
  Result imported(const Import &From, StringRef Name);
  Result configured(Node Document, llvm::ArrayRef<std::string> Keys,
                    unsigned Depth);
  Node configurationPath(Node Source) const;
  Result changed(Node Of, unsigned Depth,
                 llvm::function_ref<void(llvm::SmallString<256> &)> Change);
  static Result always(std::string Path) {
    return ScriptPath{std::move(Path), ""};
  }

  const File &F;
  const unsigned Modules;
  unsigned Visits = 0;
};

Reader::Result
Reader::changed(Node Of, unsigned Depth,
                llvm::function_ref<void(llvm::SmallString<256> &)> Change) {
  auto Found = read(Of, Depth);
  if (!Found)
    return std::nullopt;
  llvm::SmallString<256> Path(Found->Path);
  Change(Path);
  Found->Path = Path.str().str();
  return Found;
}

Reader::Result Reader::join(llvm::ArrayRef<Node> Parts, unsigned Depth) {
  ScriptPath All;
  for (const Node &Part : Parts) {
    const auto Next =
        Part.is("keyword_argument") ? std::nullopt : read(Part, Depth);
    // One condition is enough to tell.
    if (!Next || (!All.Unless.empty() && !Next->Unless.empty()))
      return std::nullopt;
    All.Path = joined(All.Path, Next->Path);
    All.Unless += Next->Unless;
  }
  return All;
}

Reader::Result Reader::otherwise(Node Default, std::string Unless,
                                 unsigned Depth) {
  auto Found = read(Default, Depth);
  if (!Found || !Found->Unless.empty())
    return std::nullopt;
  Found->Unless = std::move(Unless);
  return Found;
}

Reader::Result Reader::identifier(Node Name) {
  if (Name.text() == "__file__" && F.names().occurrences(Name).empty())
    return always(absolute(F.path()));
  const auto Origins = F.names().originsOf(Name);
  if (Origins.size() == 1 && Origins.front().From &&
      !Origins.front().From->Name.empty())
    return imported(*Origins.front().From, Origins.front().From->Name);
  return std::nullopt;
}

/// 'from config import MODEL', 'config.MODEL' after 'import config': of a
/// module beside the script, or of the package that it is in.
Reader::Result Reader::imported(const Import &From, StringRef Name) {
  if (Modules >= MaxModules)
    return std::nullopt;
  StringRef Module = From.Module;
  llvm::SmallString<256> Folder(path::parent_path(absolute(F.path())));
  if (Module.consume_front("."))
    while (Module.consume_front("."))
      path::remove_filename(Folder);
  std::string Relative = Module.str();
  llvm::replace(Relative, '.', '/');
  const std::string Place = joined(Folder, Relative + ".py");
  const auto Text = smallFile(Place, F);
  const auto Other =
      Text ? File::create(Place, Text->getBuffer(), F.settings()) : nullptr;
  return Other ? Reader(*Other, Modules + 1).constant(Name) : std::nullopt;
}

Reader::Result Reader::constant(StringRef Name) {
  Node Value;
  for (const Node &Statement : F.tree().root().children()) {
    const auto Parts = Statement.children();
    const Node Assigned = Parts.empty() ? Node() : Parts.front();
    if (!Assigned.is("assignment") || Assigned.field("left").text() != Name)
      continue;
    Value = Assigned.field("right");
    // Assigned twice, or in a branch as well.
    if (!F.names().isOnlyBinding(Assigned.field("left")))
      return std::nullopt;
  }
  return Value ? read(Value) : std::nullopt;
}

Reader::Result Reader::attribute(Node Attribute, unsigned Depth) {
  const StringRef Name = Attribute.field("attribute").text();
  const Node Object = F.values().resolved(Attribute.field("object"));
  if (Name == "parent")
    return changed(Object, Depth, [](llvm::SmallString<256> &Path) {
      path::remove_filename(Path);
    });
  if (Object.is("identifier")) {
    const auto Origins = F.names().originsOf(Object);
    if (Origins.size() == 1 && Origins.front().From &&
        Origins.front().From->Name.empty())
      // Not if 'config.MODEL = x' or a mock replaces it.
      return F.names().qualifiedName(Attribute) && !isAttributeAssigned(Name, F)
                 ? imported(*Origins.front().From, Name)
                 : std::nullopt;
  }
  if (const Node Said = classAttribute(Object, Name, F))
    return read(Said, Depth);
  const auto Default = argumentDefault(Object, Name, F);
  return Default ? otherwise(Default->Value, "'" + Default->Flag + "' is given",
                             Depth)
                 : std::nullopt;
}

/// p.parents[1], CONFIG["model"]["path"]
Reader::Result Reader::subscript(Node Subscript, unsigned Depth) {
  const Node Of = Subscript.field("value");
  if (Of.field("attribute").text() == "parents") {
    const auto Index = F.values().integerOf(Subscript.field("subscript"));
    if (!Index || *Index < 0 || *Index > 32)
      return std::nullopt;
    return changed(Of.field("object"), Depth,
                   [&](llvm::SmallString<256> &Path) {
                     for (int64_t I = 0; I <= *Index; ++I)
                       path::remove_filename(Path);
                   });
  }
  std::vector<std::string> Keys;
  Node Document = Subscript;
  while (Document.is("subscript") && Keys.size() < 8) {
    const auto Key = F.values().wholeString(Document.field("subscript"));
    if (!Key)
      return std::nullopt;
    if (F.values().isChangedAt(Document.field("value"), *Key))
      return std::nullopt;
    Keys.insert(Keys.begin(), *Key);
    Document = F.values().resolved(Document.field("value"));
  }
  if (Keys.size() == 1)
    if (const auto Known = F.values().dictOf(Of))
      for (const Dict::Entry &E : Known->Entries)
        if (E.Name == Keys.front())
          return read(E.Value, Depth);
  return configured(Document, Keys, Depth);
}

/// The path of the file that open(p), open(p).read(), Path(p).read_text() or a
/// name of 'with open(p) as f' reads.
Node Reader::configurationPath(Node Source) const {
  Source = F.values().resolved(Source);
  if (Source.is("identifier")) {
    Node Holder = F.names().bindingOf(Source).parent();
    if (Holder.is("as_pattern_target"))
      Holder = Holder.parent();
    if (!Holder.is("as_pattern") || Holder.children().empty())
      return {};
    Source = Holder.children().front();
  }
  const Node Callee = Source.field("function");
  const StringRef Method = Callee.field("attribute").text();
  if (F.names().qualifiedName(Callee) == "builtins.open") {
    const auto Arguments = Source.field("arguments").children();
    return Arguments.empty() ? Node() : Arguments.front();
  }
  if (Method == "read")
    return Callee.field("object").is("call")
               ? configurationPath(Callee.field("object"))
               : Node();
  return isOneOf(Method, {"open", "read_bytes", "read_text"})
             ? Callee.field("object")
             : Node();
}

/// yaml.safe_load(...)[...], json.load(...)[...]
Reader::Result Reader::configured(Node Document,
                                  llvm::ArrayRef<std::string> Keys,
                                  unsigned Depth) {
  const auto Name = F.names().qualifiedName(Document.field("function"));
  const auto Arguments = Document.field("arguments").children();
  if (!Name || Arguments.empty() || Keys.empty())
    return std::nullopt;
  const bool IsJson = isOneOf(*Name, {"json.load", "json.loads"});
  if (!IsJson && !isOneOf(*Name, {"yaml.safe_load", "yaml.load",
                                  "yaml.full_load", "yaml.unsafe_load"}))
    return std::nullopt;
  const Node Source = configurationPath(Arguments.front());
  const auto From = Source ? read(Source, Depth) : std::nullopt;
  if (!From)
    return std::nullopt;
  const auto Text =
      smallFile(joined(path::parent_path(absolute(F.path())), From->Path), F);
  if (!Text)
    return std::nullopt;
  auto Found = IsJson ? stringInJson(Text->getBuffer(), Keys)
                      : stringInYaml(Text->getBuffer(), Keys);
  return Found ? std::optional(ScriptPath{std::move(*Found), From->Unless})
               : std::nullopt;
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
  // vars(args).get("x"), os.environ.get("x", y)
  if (!isOneOf(Name, {"with_suffix", "with_name", "with_stem"}) ||
      Arguments.size() != 1)
    return std::nullopt;
  const auto End = F.values().wholeString(Arguments.front());
  if (!End)
    return std::nullopt;
  return changed(Object, Depth, [&](llvm::SmallString<256> &Path) {
    if (Name == "with_suffix") {
      path::replace_extension(Path, *End);
      return;
    }
    const std::string Last =
        Name == "with_name" ? *End : *End + path::extension(Path).str();
    path::remove_filename(Path);
    path::append(Path, Last);
  });
}

Reader::Result Reader::call(Node Call, unsigned Depth) {
  const auto Name = F.names().qualifiedName(Call.field("function"));
  const auto Arguments = Call.field("arguments").children();
  if (!Name)
    return method(Call, Depth);
  const StringRef Function = *Name;
  if (Function == "os.environ.get" || Function == "os.getenv") {
    const auto Variable = Arguments.size() == 2
                              ? F.values().wholeString(Arguments.front())
                              : std::nullopt;
    return Variable && !maySetVariable(*Variable, F)
               ? otherwise(Arguments.back(), "'" + *Variable + "' is set",
                           Depth)
               : std::nullopt;
  }
  if (Function == "os.path.join" ||
      (isOneOf(Function, {"pathlib.Path", "pathlib.PurePath",
                          "pathlib.PosixPath", "pathlib.PurePosixPath"}) &&
       !Arguments.empty()))
    return join(Arguments, Depth);
  if (Arguments.size() != 1)
    return method(Call, Depth);
  if (Function == "os.path.dirname")
    return changed(Arguments.front(), Depth, [](llvm::SmallString<256> &Path) {
      path::remove_filename(Path);
    });
  if (isOneOf(Function, {"builtins.str", "os.fspath", "os.path.abspath",
                         "os.path.realpath", "os.path.normpath"}))
    return read(Arguments.front(), Depth);
  return method(Call, Depth);
}

Reader::Result Reader::read(Node Expr, unsigned Depth) {
  if (++Depth > MaxDepth || ++Visits > MaxVisits)
    return std::nullopt;
  Expr = F.values().resolved(Expr);
  if (auto Whole = F.values().wholeString(Expr))
    return always(std::move(*Whole));
  if (Expr.is("identifier"))
    return identifier(Expr);
  if (Expr.is("attribute"))
    return attribute(Expr, Depth);
  if (Expr.is("subscript"))
    return subscript(Expr, Depth);
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
  return changed(Left, Depth,
                 [&](llvm::SmallString<256> &Path) { Path += *End; });
}

} // namespace

std::optional<ScriptPath> scriptPath(Node Expr, const File &F) {
  auto Found = Reader(F, /*Modules=*/0).read(Expr);
  if (!Found || Found->Path.empty() || StringRef(Found->Path).contains('\0') ||
      StringRef(Found->Path).starts_with("~"))
    return std::nullopt;
  llvm::SmallString<256> Path(Found->Path);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  Found->Path = Path.str().str();
  return Found;
}

} // namespace aoti_tidy::python
