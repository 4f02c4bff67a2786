// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/HiddenHosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Regex.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

struct MacroCondition {
  std::string Macro; ///< empty: not understood
  bool IsDefined = true;
};

/// True for macros of machines that torch's headers here are not for.
bool isOfOtherMachine(StringRef Macro) {
  constexpr StringRef Words[] = {"ROCM", "HIP",     "XPU",    "SYCL",  "MPS",
                                 "NPU",  "ANDROID", "MOBILE", "APPLE", "WIN32",
                                 "MSVC", "WINDOWS", "IOS",    "XLA"};
  return llvm::any_of(Words, [&](StringRef W) { return Macro.contains(W); });
}

/// Reads what stands behind #if, #ifdef or #ifndef.
MacroCondition conditionOf(StringRef Kind, StringRef Rest) {
  static const llvm::Regex OneMacro(
      R"(^ *(defined)? *\(? *([A-Za-z][A-Za-z0-9_]*) *\)? *$)");
  llvm::SmallVector<StringRef, 3> Parts;
  Rest = Rest.split("//").first.split("/*").first;
  return {OneMacro.match(Rest, &Parts) ? Parts[2].str() : "", Kind != "ifndef"};
}

} // namespace

std::vector<std::string> macrosAroundHosts(StringRef Text) {
  static const llvm::Regex Directive("^[ \t]*#[ \t]*([a-z]+)[ \t]*(.*)$");
  std::vector<MacroCondition> Open;
  llvm::SetVector<StringRef> Wanted;
  llvm::StringSet<> Names, Defined; // Names owns what is wanted
  for (llvm::line_iterator Line(llvm::MemoryBufferRef(Text, ""));
       !Line.is_at_eof(); ++Line) {
    llvm::SmallVector<StringRef, 3> Parts;
    const bool IsDirective = Directive.match(*Line, &Parts);
    const StringRef Kind = IsDirective ? Parts[1] : "";
    if (Kind == "define")
      Defined.insert(Parts[2].take_while(
          [](char C) { return llvm::isAlnum(C) || C == '_'; }));
    else if (Kind.starts_with("if"))
      Open.push_back(conditionOf(Kind, Parts[2]));
    else if (Kind == "else" && !Open.empty())
      Open.back().IsDefined = !Open.back().IsDefined;
    else if (Kind.starts_with("elif") && !Open.empty())
      Open.back() = {};
    else if (Kind == "endif" && !Open.empty())
      Open.pop_back();
    const StringRef Code = Line->split("//").first;
    if (IsDirective || (!Code.contains("AOTIModelPackageLoader") &&
                        !Code.contains("AOTIModelContainerRunner")))
      continue;
    for (const MacroCondition &C : Open)
      if (C.IsDefined && !C.Macro.empty())
        Wanted.insert(Names.insert(C.Macro).first->getKey());
  }
  std::vector<std::string> Result;
  for (const StringRef Macro : Wanted)
    if (!Defined.contains(Macro) && !isOfOtherMachine(Macro))
      Result.push_back(Macro.str());
  return Result;
}

} // namespace aoti_tidy
