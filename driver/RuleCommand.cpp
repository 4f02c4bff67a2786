// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/RuleCommand.h"
#include "driver/CheckList.h"
#include "driver/Errors.h"
#include "driver/python/PythonLint.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

void writeJson(llvm::ArrayRef<const CheckInfo *> Rules, llvm::raw_ostream &OS) {
  llvm::json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("rules", [&] {
      for (const CheckInfo *C : Rules)
        J.object([&] {
          J.attribute("id", C->Id);
          J.attribute("reads", name(C->reads()));
          J.attribute("tier", name(C->Tier));
          J.attribute("default", C->Tier == Tier::Stable);
          J.attribute("fix", name(C->Fix));
          J.attribute("since", C->Since);
          J.attributeArray("languages", [&] {
            J.value("C++");
            if (readsPython(C->Id))
              J.value("Python");
          });
          J.attribute("summary", C->summary());
          J.attribute("page", C->page());
        });
    });
  });
  OS << '\n';
}

} // namespace

llvm::Error runRule(const Options &O, llvm::raw_ostream &OS) {
  std::vector<const CheckInfo *> Rules;
  for (const std::string &Id : O.Positional) {
    const CheckInfo *C = findCheck(Id);
    if (!C && nearestCheck(Id))
      return usageError("there is no check '{}'; did you mean '{}'?", Id,
                        llvm::StringRef(nearestCheck(Id)->Id));
    if (!C)
      return usageError("there is no check '{}'; 'aoti-tidy rule' lists them",
                        Id);
    Rules.push_back(C);
  }
  const bool List = Rules.empty();
  if (List)
    for (const CheckInfo &C : allChecks())
      Rules.push_back(&C);
  if (O.Format == ReportFormat::Json) {
    writeJson(Rules, OS);
    return llvm::Error::success();
  }
  size_t Widest = 0;
  for (const CheckInfo *C : Rules)
    Widest = std::max(Widest, C->Id.size());
  for (const CheckInfo *C : Rules) {
    if (List)
      OS << fmt::format("{:<{}}  {:<9}{}\n", llvm::StringRef(C->Id), Widest,
                        name(C->Tier), C->summary());
    else
      OS << C->page() << (C == Rules.back() ? "" : "\n");
  }
  if (List)
    OS << "\nstable: on by default; preview and policy: on when named in "
          "--checks.\n'aoti-tidy rule ID' prints a check's page.\n";
  return llvm::Error::success();
}

} // namespace aoti_tidy
