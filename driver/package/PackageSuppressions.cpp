// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageSuppressions.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool matches(StringRef Globs, StringRef Check) {
  return clang::tidy::GlobList(Globs, /*KeepNegativeGlobs=*/false)
      .contains(Check);
}

/// \p Text calls the first input 'input 0'.
bool namesInput(StringRef Text, unsigned Input) {
  const std::string Name = fmt::format("input {}", Input);
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    const StringRef Behind = Text.drop_front(At + Name.size());
    if (Behind.empty() || !llvm::isDigit(Behind.front()))
      return true;
  }
  return false;
}

/// From the name of a folder on.
bool matchesEnd(const llvm::GlobPattern &Glob, StringRef Path) {
  while (true) {
    if (Glob.match(Path))
      return true;
    const size_t Slash = Path.find('/');
    if (Slash == StringRef::npos)
      return false;
    Path = Path.drop_front(Slash + 1);
  }
}

} // namespace

std::string PackageSuppressions::fileBeside(StringRef Package) {
  return (Package + ".suppressions").str();
}

llvm::Expected<PackageSuppressions::Entry>
PackageSuppressions::parse(StringRef Text, StringRef Where) {
  Entry E;
  E.Text = std::make_shared<const std::string>(Text);
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(*E.Text, Words);
  E.Checks = Words.front().str();
  if (llvm::none_of(allChecks(), [&](const CheckInfo &C) {
        return readsEmittedCode(C.Id) && matches(E.Checks, C.Id);
      }))
    return usageError("{}: '{}' is no check of packages; {}", Where, E.Checks,
                      suggestionFor(E.Checks));
  for (StringRef Word : llvm::ArrayRef(Words).drop_front()) {
    const auto [Key, Value] = Word.split('=');
    unsigned Input = 0;
    std::optional<llvm::GlobPattern> *Glob = Key == "kernel"    ? &E.Kernel
                                             : Key == "package" ? &E.Package
                                                                : nullptr;
    if (Key == "input" && !Value.getAsInteger(10, Input)) {
      E.Input = Input;
      continue;
    }
    if (!Glob || Value.empty())
      return usageError("{}: '{}' is not understood; write CHECK "
                        "[kernel=GLOB] [input=NUMBER] [package=GLOB]",
                        Where, Word);
    auto Pattern = llvm::GlobPattern::create(Value);
    if (!Pattern)
      return usageError("{}: '{}' is no glob: {}", Where, Value,
                        llvm::toString(Pattern.takeError()));
    *Glob = std::move(*Pattern);
  }
  return std::move(E);
}

llvm::Error PackageSuppressions::addFile(StringRef Path, StringRef Text) {
  unsigned Line = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Of;
    std::tie(Of, Rest) = Rest.split('\n');
    ++Line;
    const auto [Code, Reason] = Of.split('#');
    if (Code.trim().empty())
      continue;
    auto E = parse(Code.trim(), fmt::format("{}:{}", Path, Line));
    if (!E)
      return E.takeError();
    Suppression S;
    S.Where.File = Path.str();
    S.Where.Offset = Code.ltrim().begin() - Text.begin();
    S.Where.Line = Line;
    S.Name = E->Checks;
    S.Word = "entry";
    S.HasReason = isReason(Reason);
    E->InList = List.size();
    List.push_back(std::move(S));
    Entries.push_back(std::move(*E));
  }
  return llvm::Error::success();
}

llvm::Error PackageSuppressions::addOption(StringRef Value, StringRef Package) {
  for (StringRef Of : llvm::split(Value, ';')) {
    if (Of.trim().empty())
      continue;
    auto E = parse(Of.trim(), "option 'PackageSuppressions'");
    if (!E)
      return E.takeError();
    if (!E->Package || matchesEnd(*E->Package, Package))
      Entries.push_back(std::move(*E));
  }
  return llvm::Error::success();
}

bool PackageSuppressions::silence(const Finding &F, StringRef Kernel) {
  bool IsSilent = false;
  for (const Entry &E : Entries) {
    const bool IsFor = matches(E.Checks, F.Check) &&
                       (!E.Kernel || E.Kernel->match(Kernel)) &&
                       (!E.Input || namesInput(F.Message, *E.Input) ||
                        llvm::any_of(F.Notes, [&](const Note &N) {
                          return namesInput(N.Message, *E.Input);
                        }));
    IsSilent |= IsFor;
    if (IsFor && E.InList)
      List[*E.InList].IsUsed = true;
  }
  return IsSilent;
}

} // namespace aoti_tidy
