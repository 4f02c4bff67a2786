// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyCall.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// What formatters break a line at.
constexpr size_t MaxColumns = 88;

/// An argument of the new call, with the comments that were around it.
struct NewArgument {
  std::string Keyword;
  Node Value;               ///< nothing: Keyword is all of it
  std::vector<Edit> Edits;  ///< of Value
  std::vector<Node> Before; ///< comments on lines of their own
  Node Behind;              ///< a comment on its last line
};

struct Comments {
  std::vector<Node> Before;
  Node Behind;
};

unsigned lastLine(Node N) { return N.tree().lineOf(N.end()); }

/// The comments of \p Arguments that belong to \p Of, one of them.
Comments commentsOf(Node Arguments, Node Of) {
  Comments Result;
  std::vector<Node> Waiting;
  Node Last;
  for (Node Child : Arguments.allChildren()) {
    if (!Child.is("comment")) {
      if (Child.isAnyOf({"(", ")", ","}))
        continue;
      if (Child == Of)
        Result.Before = std::move(Waiting);
      Waiting.clear();
      Last = Child;
    } else if (Last && Child.line() == lastLine(Last)) {
      if (Last == Of)
        Result.Behind = Child;
    } else {
      Waiting.push_back(Child);
    }
  }
  return Result;
}

/// The comments behind the last argument, on lines of their own.
std::vector<Node> commentsBehind(Node Arguments) {
  std::vector<Node> Result;
  Node Last;
  for (Node Child : Arguments.allChildren()) {
    if (Child.is("comment")) {
      if (Last && Child.line() != lastLine(Last))
        Result.push_back(Child);
    } else if (!Child.isAnyOf({"(", ")", ","})) {
      Result.clear();
      Last = Child;
    }
  }
  return Result;
}

NewArgument moved(const CompileParts &Parts, const Argument &A,
                  StringRef Keyword) {
  Comments C = commentsOf(Parts.At->At.field("arguments"), A.Whole);
  NewArgument Result;
  if (!Keyword.empty())
    Result.Keyword = (Keyword + "=").str();
  Result.Value = A.Value;
  Result.Before = std::move(C.Before);
  Result.Behind = C.Behind;
  return Result;
}

/// In the order of the call.
std::vector<NewArgument> exportArguments(const CompileParts &Parts) {
  std::vector<NewArgument> Result;
  for (const Argument &A : Parts.At->Arguments) {
    if (&A != Parts.Function && &A != Parts.Args && &A != Parts.Kwargs &&
        &A != Parts.Shapes)
      continue;
    Result.push_back(
        moved(Parts, A, A.Keyword == "f" ? StringRef("mod") : A.Keyword));
  }
  NewArgument Strict;
  Strict.Keyword = "strict=True";
  Result.push_back(std::move(Strict));
  return Result;
}

std::vector<NewArgument> packageArguments(const CompileParts &Parts) {
  std::vector<NewArgument> Result;
  if (!Parts.Options || !Parts.Configs)
    return Result;
  const bool HasRest = Parts.Configs->Entries.size() > (Parts.Output ? 1 : 0);
  Comments C =
      commentsOf(Parts.At->At.field("arguments"), Parts.Options->Whole);
  if (Parts.Output) {
    NewArgument Path;
    Path.Keyword = "package_path=";
    Path.Value = Parts.Output->Value;
    if (Parts.Suffix && !Parts.PathValue)
      Path.Edits.push_back({*Parts.Suffix, ".pt2"});
    Path.Before = std::move(C.Before);
    C.Before.clear();
    if (!HasRest) {
      for (Node Child : Parts.Configs->Literal.allChildren())
        if (Child.is("comment"))
          Path.Before.push_back(Child);
      Path.Behind = C.Behind;
    }
    Result.push_back(std::move(Path));
  }
  if (HasRest) {
    NewArgument Configs;
    Configs.Keyword = "inductor_configs=";
    Configs.Value = Parts.Options->Value;
    if (Parts.Output)
      Configs.Edits.push_back({removalOf(Parts.Output->Whole), ""});
    Configs.Before = std::move(C.Before);
    Configs.Behind = C.Behind;
    Result.push_back(std::move(Configs));
  }
  return Result;
}

std::string inOneLine(llvm::ArrayRef<NewArgument> Arguments) {
  std::string Result;
  for (const NewArgument &A : Arguments) {
    if (!Result.empty())
      Result += ", ";
    Result += A.Keyword;
    if (A.Value)
      Result += reindented(A.Value, "", A.Edits);
  }
  return Result;
}

std::string inLines(llvm::ArrayRef<NewArgument> Arguments, StringRef Indent) {
  std::string Result;
  for (const NewArgument &A : Arguments) {
    for (Node Comment : A.Before)
      Result += (Indent + Comment.text() + "\n").str();
    Result += Indent;
    Result += A.Keyword;
    if (A.Value)
      Result += reindented(A.Value, Indent, A.Edits);
    Result += ",";
    if (A.Behind)
      Result += ("  " + A.Behind.text()).str();
    Result += "\n";
  }
  return Result;
}

/// By how much the file indents what is between the brackets of the call.
std::string indentUnit(const CompileParts &Parts, StringRef Indent) {
  const StringRef Text = Parts.At->At.tree().text();
  const Node First = Parts.At->Arguments.front().Whole;
  StringRef Inner = indentAt(Text, First.begin());
  if (First.line() > Parts.At->At.line() && Inner.consume_front(Indent) &&
      !Inner.empty() && Inner.size() <= 8)
    return Inner.str();
  return Indent.starts_with("\t") ? "\t" : "    ";
}

/// ", package_path=..., inductor_configs={...}": what follows the program.
std::string packageArgumentsInBrief(const CompileParts &Parts) {
  std::string Result;
  if (Parts.Output && Parts.Suffix && !Parts.PathValue) {
    const Node Path = Parts.Output->Value;
    const std::string Text = brief(Path);
    Result += ", package_path=";
    // A path that is all literal has its new end; of others the end is said.
    const size_t At = Text.rfind(".so");
    Result += At == std::string::npos
                  ? Text
                  : Text.substr(0, At) + ".pt2" + Text.substr(At + 3);
  } else if (Parts.Output) {
    Result += ", package_path=" + brief(Parts.Output->Value);
  } else if (Parts.Options && !Parts.Configs) {
    Result += ", package_path=..., inductor_configs=...";
  }
  if (Parts.Configs && Parts.Configs->Entries.size() > (Parts.Output ? 1 : 0))
    Result += ", inductor_configs={...}";
  return Result;
}

/// Whether the line of \p At is short enough with \p Replacement in its place.
bool fitsAt(Node At, StringRef Replacement) {
  const StringRef Behind = At.tree().text().substr(At.end()).take_until(
      [](char C) { return C == '\n' || C == '\r'; });
  return At.column() - 1 + Replacement.size() + Behind.size() <= MaxColumns;
}

} // namespace

std::string packagedCall(const CompileParts &Parts, StringRef Torch) {
  const Node At = Parts.At->At;
  const StringRef Text = At.tree().text();
  const auto Export = exportArguments(Parts);
  auto Package = packageArguments(Parts);
  const std::string Callee =
      (Torch + "._inductor.aoti_compile_and_package(").str();
  const std::string ExportCallee = (Torch + ".export.export(").str();

  const StringRef Indent = indentAt(Text, At.begin());
  const std::string Inner = Indent.str() + indentUnit(Parts, Indent);
  const bool IsOneLine = !At.text().contains('\n');
  std::string First = ExportCallee + inOneLine(Export) + ")";
  if (Parts.Program) {
    NewArgument Program = moved(Parts, *Parts.Function, "");
    Program.Value = Parts.Program;
    Package.insert(Package.begin(), std::move(Program));
    First.clear();
  }
  if (IsOneLine) {
    const std::string Rest = inOneLine(Package);
    const bool AreBoth = !First.empty() && !Rest.empty();
    const std::string Line =
        Callee + First + (AreBoth ? ", " : "") + Rest + ")";
    if (fitsAt(At, Line))
      return Line;
  }
  // The program is among the arguments, or else exported in front of them.
  if (!Parts.Program && IsOneLine &&
      Inner.size() + First.size() + 1 <= MaxColumns)
    First = Inner + First + ",\n";
  else if (!Parts.Program)
    First = Inner + ExportCallee + "\n" +
            inLines(Export, Inner + indentUnit(Parts, Indent)) + Inner + "),\n";
  std::string Behind;
  for (Node Comment : commentsBehind(At.field("arguments")))
    Behind += Inner + Comment.text().str() + "\n";
  return withLineEndsOf(Text, Callee + "\n" + First + inLines(Package, Inner) +
                                  Behind + Indent.str() + ")");
}

std::string packagedCallInBrief(const CompileParts &Parts) {
  if (Parts.At->Callee != "torch._export.aot_compile")
    return "torch._inductor.aoti_compile_and_package(" +
           (Parts.Program ? brief(Parts.Program) : "...") +
           packageArgumentsInBrief(Parts) + ")";
  std::string Result =
      "torch._inductor.aoti_compile_and_package(torch.export.export(";
  for (const Argument *A :
       {Parts.Function, Parts.Args, Parts.Kwargs, Parts.Shapes}) {
    if (!A)
      continue;
    if (A->Keyword == "f")
      Result += "mod=";
    else if (!A->Keyword.empty())
      Result += A->Keyword.str() + "=";
    Result += brief(A->Value) + ", ";
  }
  if (Parts.At->HasUnpacking || !Parts.Function || !Parts.Args)
    Result += "..., ";
  Result += "strict=True)";
  return Result + packageArgumentsInBrief(Parts) + ")";
}

} // namespace aoti_tidy::python
