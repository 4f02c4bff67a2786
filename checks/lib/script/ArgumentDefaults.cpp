// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ArgumentDefaults.h"
#include "checks/lib/script/SamePath.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A group of a group of a parser.
constexpr unsigned MaxDepth = 4;

/// Whether the file changes sys.argv, which parse_args() reads.
struct CommandLine {
  explicit CommandLine(const File &F) {
    if (!F.mentions("argv"))
      return;
    IsChanged = isAttributeAssigned("argv", F);
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.isAnyOf({"identifier", "attribute"}) &&
          N.text().ends_with("argv") &&
          F.names().qualifiedName(N) == "sys.argv")
        IsChanged |= F.values().mayChangeAt(N, std::nullopt);
      return !IsChanged;
    });
  }
  bool IsChanged = false;
};

/// The default of the parameter \p Use, 'None' of 'def main(argv=None)', where
/// the file calls the function with no arguments if at all.
Node defaultOf(Node Use, const File &F) {
  const Node Parameter = F.names().bindingOf(Use).parent();
  const Node Function = Parameter.parent().parent();
  if (!Parameter.isAnyOf({"default_parameter", "typed_default_parameter"}) ||
      !Function.is("function_definition"))
    return {};
  const bool IsGiven = llvm::any_of(
      F.names().occurrences(Function.field("name")), [](Node Named) {
        const Node Call = Named.parent();
        return !Call.is("function_definition") &&
               (!Call.is("call") || !(Call.field("function") == Named) ||
                !Call.field("arguments").children().empty());
      });
  return IsGiven ? Node() : Parameter.field("value");
}

/// parse_args(), parse_args(None), parse_args(sys.argv[1:])
bool readsCommandLine(Node Parse, const File &F) {
  const auto Given = Parse.field("arguments").children();
  if (F.index<CommandLine>().IsChanged || Given.size() > 1)
    return false;
  if (Given.empty())
    return true;
  const Node Slice = Given.front().is("identifier")
                         ? defaultOf(Given.front(), F)
                         : Given.front();
  return F.values().isNone(Slice) ||
         (Slice.is("subscript") && Slice.field("subscript").text() == "1:" &&
          F.names().qualifiedName(Slice.field("value")) == "sys.argv");
}

/// Whether \p Use of a parser neither changes defaults nor hands it to what may.
bool leavesDefaults(Node Use) {
  const Node Parent = Use.parent();
  if (Parent.is("assignment"))
    return Parent.field("left") == Use;
  const Node Call = Parent.parent();
  return Parent.is("attribute") && Call.is("call") &&
         Call.field("function") == Parent &&
         llvm::is_contained(
             {StringRef("add_argument"), StringRef("add_argument_group"),
              StringRef("add_mutually_exclusive_group"), StringRef("error"),
              StringRef("exit"), StringRef("format_help"),
              StringRef("format_usage"), StringRef("parse_args"),
              StringRef("print_help"), StringRef("print_usage")},
             Parent.field("attribute").text());
}

/// Whether \p Container is the parser that \p Parser binds, or a group of it.
bool isPartOf(Node Container, Node Parser, const File &F, unsigned Depth = 0) {
  if (Container.is("identifier") && F.names().bindingOf(Container) == Parser)
    return true;
  const Node Made = F.values().resolved(Container).field("function");
  const StringRef Method = Made.field("attribute").text();
  return Depth < MaxDepth &&
         (Method == "add_argument_group" ||
          Method == "add_mutually_exclusive_group") &&
         isPartOf(Made.field("object"), Parser, F, Depth + 1);
}

/// parser.add_argument("-m", "--model", default="m.pt2", dest="path")
struct AddedArgument {
  AddedArgument(Node Call, const File &F) {
    bool IsPositional = true, MayBeLeftOut = false;
    for (const Node &A : Call.field("arguments").children()) {
      if (A.isSplat()) {
        HasOther = true;
      } else if (A.is("keyword_argument")) {
        readKeyword(A.field("name").text(), A.field("value"), MayBeLeftOut, F);
      } else if (const auto Text = F.values().wholeString(A)) {
        IsPositional &= !StringRef(*Text).starts_with("-");
        if (Flag.empty() || (!StringRef(Flag).starts_with("--") &&
                             StringRef(*Text).starts_with("--")))
          Flag = *Text;
      } else {
        HasOther = true;
      }
    }
    // It has to be given: the default counts for nothing.
    HasOther |= IsPositional && !MayBeLeftOut;
    if (Destination.empty()) {
      Destination = StringRef(Flag).ltrim('-').str();
      llvm::replace(Destination, '-', '_');
    }
  }

  std::string Flag, Destination;
  Node Default;
  /// Something else than the default counts, or may.
  bool HasOther = false;

private:
  void readKeyword(StringRef Keyword, Node Value, bool &MayBeLeftOut,
                   const File &F) {
    if (Keyword == "default") {
      Default = Value;
    } else if (Keyword == "dest") {
      Destination = F.values().wholeString(Value).value_or("");
    } else if (Keyword == "required") {
      HasOther |= F.values().booleanOf(Value) != false;
    } else if (Keyword == "nargs") {
      const auto Count = F.values().wholeString(Value);
      MayBeLeftOut = Count == "?" || Count == "*";
    } else if (Keyword == "type") {
      // argparse hands it the default, too, if that is a string.
      const auto Type = F.names().qualifiedName(Value);
      HasOther |= Type != "builtins.str" && Type != "pathlib.Path" &&
                  Type != "pathlib.PurePath";
    }
  }
};

} // namespace

std::optional<ArgumentDefault> argumentDefault(Node Parse, StringRef Name,
                                               const File &F) {
  const Node Callee = Parse.field("function");
  const Node Use = Callee.field("object");
  if (Callee.field("attribute").text() != "parse_args" ||
      !Use.is("identifier") || isAttributeAssigned(Name, F) ||
      !readsCommandLine(Parse, F))
    return std::nullopt;
  const Node Parser = F.names().bindingOf(Use);
  const Node Made = F.values().resolved(Use);
  if (!Parser || !Made.is("call") ||
      F.names().qualifiedName(Made.field("function")) !=
          "argparse.ArgumentParser" ||
      !llvm::all_of(F.names().occurrences(Use), leavesDefaults))
    return std::nullopt;
  std::optional<ArgumentDefault> Found;
  for (const Node &Call : F.names().calls()) {
    const Node Method = Call.field("function");
    if (Method.field("attribute").text() != "add_argument" ||
        !isPartOf(Method.field("object"), Parser, F))
      continue;
    AddedArgument Added(Call, F);
    if (Added.Destination != Name)
      continue;
    // Added twice, by branches.
    if (Found || !Added.Default || Added.HasOther)
      return std::nullopt;
    Found = {Added.Default, std::move(Added.Flag)};
  }
  return Found;
}

} // namespace aoti_tidy::python
