// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "checks/Registry.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

namespace aoti_tidy {
namespace {

/// The last is no check.
constexpr CheckInfo Rules[] = {
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  {ID, Fronts::FRONTS, Tier::TIER, FixKind::FIX, SINCE},
#include "checks/Checks.def"
    {SuppressionRule, Fronts::CxxPython, Tier::Policy, FixKind::None, "0.1.0"},
};

/// By id.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Codes[] = {
#define AOTI_CODE(NUMBER, ID) {ID, "AOTI" #NUMBER},
#include "checks/Codes.def"
};

constexpr EmbeddedPage Pages[] = {
#include "Pages.inc"
};

} // namespace

llvm::StringRef name(Tier T) {
  constexpr llvm::StringLiteral Names[] = {"stable", "preview", "policy"};
  return Names[static_cast<int>(T)];
}

llvm::StringRef name(FixKind F) {
  constexpr llvm::StringLiteral Names[] = {"none", "unsafe", "safe"};
  return Names[static_cast<int>(F)];
}

llvm::StringRef name(CheckInput I) {
  constexpr llvm::StringLiteral Names[] = {"sources", "emitted"};
  return Names[static_cast<int>(I)];
}

llvm::StringRef CheckInfo::code() const {
  for (const auto &[Of, Code] : Codes)
    if (Of == Id)
      return Code;
  return "";
}

llvm::StringRef pageIn(llvm::ArrayRef<EmbeddedPage> Pages, llvm::StringRef Id) {
  for (const auto &[Of, Text] : Pages)
    if (Of == Id)
      return llvm::StringRef(Text).split("\n---\n").second;
  return "";
}

std::string CheckInfo::address() const {
  return docsAddress(("checks/" + Id + "/").str());
}

std::string docsAddress(llvm::StringRef Path) {
  const std::string Base = llvm::sys::Process::GetEnv("AOTI_TIDY_DOCS_URL")
                               .value_or(AOTI_TIDY_DOCS_URL);
  return Base.empty() ? ""
                      : (llvm::StringRef(Base).rtrim('/') + "/" + Path).str();
}

llvm::StringRef idOfCode(llvm::StringRef Text) {
  for (const auto &[Id, Code] : Codes)
    if (Code == Text)
      return Id;
  return "";
}

llvm::ArrayRef<CheckInfo> allRules() { return Rules; }

const CheckInfo *findRule(llvm::StringRef Id) {
  const auto *It =
      llvm::find_if(Rules, [&](const CheckInfo &C) { return C.Id == Id; });
  return It == std::end(Rules) ? nullptr : It;
}

llvm::ArrayRef<CheckInfo> allChecks() { return allRules().drop_back(); }

const CheckInfo *findCheck(llvm::StringRef Id) {
  return Id == SuppressionRule ? nullptr : findRule(Id);
}

bool readsPython(llvm::StringRef Check) {
  return Check == SuppressionRule ||
         llvm::any_of(python::checks(),
                      [&](const python::Check &C) { return C.Id == Check; });
}

bool readsCxx(llvm::StringRef Id) {
  const CheckInfo *C = findCheck(Id);
  return C && C->reads() == CheckInput::Sources && C->Fronts != Fronts::Python;
}

bool readsEmittedCode(llvm::StringRef Id) {
  const CheckInfo *C = findCheck(Id);
  return C && C->reads() == CheckInput::Emitted;
}

const CheckInfo *nearestCheck(llvm::StringRef Text) {
  const auto Distance = [&](const CheckInfo &C) -> unsigned {
    // 'raw-runner' is a natural thing to type.
    llvm::StringRef Id = C.Id;
    if (!Text.starts_with("aoti-"))
      Id.consume_front("aoti-");
    // So is the beginning of a name.
    constexpr size_t LeastTyped = 4;
    llvm::StringRef Typed = Text;
    Typed.consume_front("aoti-");
    const bool IsBegun = Typed.size() >= LeastTyped && Id.starts_with(Text);
    return IsBegun ? 1 : Id.edit_distance(Text);
  };
  const llvm::ArrayRef<CheckInfo> All = allChecks();
  const CheckInfo &Best = *std::ranges::min_element(All, {}, Distance);
  return Distance(Best) <= std::max<size_t>(2, Text.size() / 3) ? &Best
                                                                : nullptr;
}

std::string suggestionFor(llvm::StringRef Text) {
  const CheckInfo *Near = nearestCheck(Text);
  return Near ? fmt::format("did you mean '{}'?", llvm::StringRef(Near->Id))
              : "'aoti-tidy rule' lists the checks";
}

llvm::StringRef CheckInfo::page() const { return pageIn(Pages, Id); }

std::string CheckInfo::introduction() const {
  // "# title", an empty line, then the paragraph that starts with it.
  llvm::StringRef Text = page().split('\n').second.ltrim();
  Text = Text.substr(0, Text.find("\n\n"));
  std::string OneLine = Text.str();
  llvm::replace(OneLine, '\n', ' ');
  return OneLine;
}

std::string CheckInfo::summary() const {
  const std::string OneLine = introduction();
  const size_t End = OneLine.find(". ");
  return OneLine.substr(0, End == std::string::npos ? End : End + 1);
}

std::string defaultChecks() {
  std::vector<llvm::StringRef> Ids;
  for (const CheckInfo &C : allChecks())
    if (C.Tier == Tier::Stable)
      Ids.push_back(C.Id);
  return "-*," + llvm::join(Ids, ",");
}

llvm::Error verifyGlobs(llvm::StringRef Globs, llvm::StringRef Where) {
  // clang-tidy separates the items of the YAML form by lines.
  llvm::SmallVector<llvm::StringRef> Items;
  llvm::SplitString(Globs, Items, ",\n");
  for (llvm::StringRef Item : Items) {
    Item = Item.trim();
    llvm::StringRef Glob = Item;
    Glob.consume_front("-");
    Glob = Glob.trim();
    if (Glob.empty())
      continue;
    const clang::tidy::GlobList List(Glob);
    if (Glob == SuppressionRule)
      return usageError(
          "{}: '{}' is no check; --report-unused-suppressions and "
          "--require-suppression-reasons switch it on",
          Where, Glob);
    if (llvm::any_of(allChecks(),
                     [&](const CheckInfo &C) { return List.contains(C.Id); }))
      continue;
    return usageError("{}: no check matches '{}'; {}", Where, Glob,
                      suggestionFor(Glob));
  }
  return llvm::Error::success();
}

} // namespace aoti_tidy
