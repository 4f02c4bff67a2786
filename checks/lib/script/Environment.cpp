// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Environment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// What a file does with its environment.
class EnvironmentUses {
public:
  explicit EnvironmentUses(const File &F) : F(F) {
    if (F.mentions("environ"))
      forEachNode(F.tree().root(), [&](Node N) {
        if (N.isAnyOf({"identifier", "attribute"}) &&
            N.text().ends_with("environ") &&
            F.names().qualifiedName(N) == "os.environ")
          Uses.push_back(N);
        return true;
      });
    // os.environ.setdefault("NAME", x), monkeypatch.setenv("NAME", x)
    for (const Node &Call : F.names().calls()) {
      const StringRef Method = Call.field("function").field("attribute").text();
      if (Method != "setdefault" && Method != "setenv")
        continue;
      const auto Given = Call.field("arguments").children();
      if (Given.empty())
        continue;
      const auto Name = F.values().wholeString(Given.front());
      if (Name)
        Set.insert(*Name);
      else
        SetsAny |= Method == "setenv";
    }
  }

  bool maySet(StringRef Name) const {
    return SetsAny || Set.contains(Name) || llvm::any_of(Uses, [&](Node Use) {
             return F.values().mayChangeAt(Use, Name);
           });
  }

private:
  const File &F;
  std::vector<Node> Uses;
  llvm::StringSet<> Set;
  bool SetsAny = false;
};

} // namespace

bool maySetVariable(StringRef Name, const File &F) {
  return F.index<EnvironmentUses>().maySet(Name);
}

} // namespace aoti_tidy::python
