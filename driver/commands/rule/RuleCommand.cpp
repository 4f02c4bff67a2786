// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/commands/Commands.h"
#include "driver/commands/explain/CausePage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

/// What was asked for.
struct Asked {
  std::vector<const CheckInfo *> Rules;
  std::vector<const CauseInfo *> Causes; ///< of 'explain'
};

/// The cause whose id is nearest; empty if none is near.
llvm::StringRef nearestCause(llvm::StringRef Text) {
  const auto Distance = [&](const CauseInfo &C) {
    return C.Id.edit_distance(Text);
  };
  const llvm::ArrayRef<CauseInfo> All = allCauses();
  const CauseInfo &Best = *std::ranges::min_element(All, {}, Distance);
  return Distance(Best) <= std::max<size_t>(2, Text.size() / 3) ? Best.Id : "";
}

void writeJson(const Asked &A, llvm::raw_ostream &OS) {
  llvm::json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("rules", [&] {
      for (const CheckInfo *C : A.Rules)
        J.object([&] {
          J.attribute("id", C->Id);
          J.attribute("code", C->code());
          if (const std::string Address = C->address(); !Address.empty())
            J.attribute("url", Address);
          J.attribute("reads", name(C->reads()));
          J.attribute("tier", name(C->Tier));
          J.attribute("default", C->Tier == Tier::Stable);
          J.attribute("fix", name(C->Fix));
          J.attribute("since", C->Since);
          J.attributeArray("languages", [&] {
            if (C->Fronts != Fronts::Python)
              J.value("C++");
            if (readsPython(C->Id))
              J.value("Python");
          });
          J.attribute("summary", C->summary());
          J.attribute("page", C->page());
        });
    });
    J.attributeArray("causes", [&] {
      for (const CauseInfo *C : A.Causes)
        J.object([&] {
          J.attribute("id", C->Id);
          if (const std::string Url = addressOf(*C); !Url.empty())
            J.attribute("url", Url);
          J.attribute("group", C->Group);
          J.attribute("summary", readPage(*C).Title);
          J.attribute("page", pageOf(*C));
        });
    });
  });
  OS << '\n';
}

} // namespace

llvm::Error runRule(const Options &O, llvm::raw_ostream &OS) {
  Asked A;
  for (const std::string &Id : O.Positional) {
    if (const CauseInfo *Cause = findCause(Id)) {
      A.Causes.push_back(Cause);
      continue;
    }
    const llvm::StringRef OfCode = idOfCode(Id);
    const CheckInfo *C =
        findRule(OfCode.empty() ? llvm::StringRef(Id) : OfCode);
    llvm::StringRef Near = nearestCause(Id);
    if (const CheckInfo *Check = nearestCheck(Id))
      Near = Check->Id;
    if (!C && !Near.empty())
      return usageError("there is no check '{}'; did you mean '{}'?", Id, Near);
    if (!C)
      return usageError("there is no check or cause '{}'; 'aoti-tidy rule' "
                        "lists them",
                        Id);
    A.Rules.push_back(C);
  }
  const bool List = O.Positional.empty();
  if (List) {
    for (const CheckInfo &C : allRules())
      A.Rules.push_back(&C);
    llvm::sort(A.Rules, [](const CheckInfo *L, const CheckInfo *R) {
      return L->Id < R->Id;
    });
    for (const CauseInfo &C : allCauses())
      A.Causes.push_back(&C);
  }
  if (O.Format == ReportFormat::Json) {
    writeJson(A, OS);
    return llvm::Error::success();
  }
  if (!List) {
    std::vector<std::string> Pages;
    for (const CheckInfo *C : A.Rules)
      Pages.push_back(C->page().str());
    for (const CauseInfo *C : A.Causes)
      Pages.push_back(llvm::StringRef(pageOf(*C)).ltrim().str());
    OS << llvm::join(Pages, "\n");
    return llvm::Error::success();
  }
  size_t Widest = 0;
  for (const CheckInfo *C : A.Rules)
    Widest = std::max(Widest, C->Id.size());
  for (const CauseInfo *C : A.Causes)
    Widest = std::max(Widest, C->Id.size());
  for (const CheckInfo *C : A.Rules)
    OS << fmt::format("{:<{}}  {:<9}{:<11}{}\n", llvm::StringRef(C->Id), Widest,
                      C->code(), name(C->Tier), C->summary());
  OS << "\nstable: on by default; preview and policy: on when named in "
        "--checks; aoti-nolint: on with --report-unused-suppressions or "
        "--require-suppression-reasons.\n\nCauses that 'aoti-tidy explain' "
        "finds in logs:\n\n";
  for (const CauseInfo *C : A.Causes)
    OS << fmt::format("{:<{}}  {:<11}{}\n", llvm::StringRef(C->Id), Widest,
                      llvm::StringRef(C->Group), readPage(*C).Title);
  OS << "\n'aoti-tidy rule ID' prints the page of a check or a cause.\n";
  return llvm::Error::success();
}

llvm::StringRef skillPage() {
  static constexpr struct {
    const char *Name, *Text;
  } Pages[] = {
#include "Skill.inc"
  };
  return Pages[0].Text;
}

} // namespace aoti_tidy
