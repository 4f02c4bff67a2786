// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/LegacyIndex.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using llvm::StringRef;

namespace aoti_tidy::python {

CompilesByPath::CompilesByPath(llvm::ArrayRef<CompileParts> Compiles,
                               const File &F)
    : F(F) {
  for (const auto &[I, Compile] : llvm::enumerate(Compiles)) {
    ByCall.try_emplace(Compile.At->At.id(), I);
    if (!Compile.Output)
      continue;
    const Node Path = Compile.Output->Value;
    auto &Same = ByText[{Path.text(), Names::scopeOf(Path).id()}];
    // Of several, none is known to have made what is loaded.
    if (Same.size() < 2)
      Same.push_back(I);
  }
}

llvm::SmallVector<unsigned, 4> CompilesByPath::madeAt(Node Path) const {
  llvm::SmallVector<unsigned, 4> Result;
  const auto Add = [&](const void *Call) {
    const auto At = ByCall.find(Call);
    if (At != ByCall.end() && !llvm::is_contained(Result, At->second))
      Result.push_back(At->second);
  };
  // aot_load(aot_compile(...)); so = aot_compile(...); aot_load(so)
  Add(Path.id());
  if (Path.is("identifier"))
    if (const Node Given = F.names().assignedValue(Path))
      Add(Given.id());
  // The same text of the same function: whatever it is, it is the same file,
  // and it stays so with another end.
  const auto Same = ByText.find({Path.text(), Names::scopeOf(Path).id()});
  if (Same != ByText.end())
    for (const unsigned I : Same->second)
      if (!llvm::is_contained(Result, I))
        Result.push_back(I);
  return Result;
}

LegacyLoads::LegacyLoads(const File &F) : F(F) {
  for (const Call &C : F.calls())
    if (C.Callee == torchname::ExportAotLoad ||
        isIn(C.Callee, torchname::AotiBindings))
      Calls.insert(C.At.id());
}

bool LegacyLoads::has(Node N) const {
  for (Node Up = Calls.empty() ? Node() : N; Up; Up = Up.parent())
    if (Calls.contains(Up.id()))
      return true;
  return false;
}

llvm::ArrayRef<Node> LegacyLoads::usesOf(Node Name) {
  const auto All = F.names().occurrences(Name);
  if (All.empty())
    return {};
  const auto [It, IsNew] = Uses.try_emplace(All.front().id());
  if (IsNew)
    llvm::copy_if(All, std::back_inserter(It->second),
                  [&](Node Use) { return has(Use); });
  return It->second;
}

PathTexts::PathTexts(const File &F) {
  constexpr StringRef Ending = ".so";
  forEachNode(F.tree().root(), [&](Node N) {
    const unsigned Number = Nodes.size();
    const StringRef Text = N.text();
    Nodes.push_back(N);
    ByShape[shapeOf(Text)].push_back(Number);
    if (!N.is("string"))
      return true;
    for (size_t At = Text.find(Ending); At != StringRef::npos;
         At = Text.find(Ending, At + 1))
      Suffixes.push_back({Text.take_front(At + Ending.size()), Number});
    return false;
  });
  llvm::sort(Suffixes, [](const Suffix &A, const Suffix &B) {
    const auto Order = std::lexicographical_compare_three_way(
        A.UpTo.rbegin(), A.UpTo.rend(), B.UpTo.rbegin(), B.UpTo.rend());
    return Order != 0 ? Order < 0 : A.Number < B.Number;
  });
}

PathTexts::Shape PathTexts::shapeOf(StringRef Text) {
  // Of all that a statement has in it the text is asked for: not all is read.
  constexpr size_t Part = 48;
  return {Text.size(),
          llvm::hash_combine(Text.take_front(Part), Text.take_back(Part))};
}

llvm::ArrayRef<unsigned> PathTexts::placesOf(Node Path, StringRef Base) {
  const auto [It, IsNew] =
      Places.try_emplace((Base + "\n" + Path.text()).str());
  std::vector<unsigned> &Found = It->second;
  if (!IsNew)
    return Found;
  // Strings that have the base, which are those behind one another that end
  // with it somewhere.
  if (Base != ".so") {
    const auto Less = [](const Suffix &S, StringRef Base) {
      return std::lexicographical_compare(S.UpTo.rbegin(), S.UpTo.rend(),
                                          Base.rbegin(), Base.rend());
    };
    for (const auto *At = std::lower_bound(
             Suffixes.data(), Suffixes.data() + Suffixes.size(), Base, Less);
         At != Suffixes.data() + Suffixes.size() && At->UpTo.ends_with(Base);
         ++At)
      Found.push_back(At->Number);
  }
  if (!Path.is("identifier"))
    if (const auto Same = ByShape.find(shapeOf(Path.text()));
        Same != ByShape.end())
      for (const unsigned Number : Same->second)
        if (Nodes[Number].text() == Path.text())
          Found.push_back(Number);
  llvm::sort(Found);
  return Found;
}

Node PathTexts::find(Node Path, StringRef Base,
                     llvm::function_ref<bool(Node)> Counts) {
  for (const unsigned Number : placesOf(Path, Base))
    if (Counts(Nodes[Number]))
      return Nodes[Number];
  return {};
}

namespace {

bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The words that the text has in quotes.
llvm::StringSet<> quotedWords(StringRef Text) {
  llvm::StringSet<> Result;
  for (size_t At = Text.find_first_of("'\""); At != StringRef::npos;
       At = Text.find_first_of("'\"", At + 1)) {
    // Names may have letters beyond ASCII.
    const StringRef Word = Text.drop_front(At + 1).take_while(
        [](char C) { return isWordChar(C) || !llvm::isASCII(C); });
    if (Text.drop_front(At + 1 + Word.size()).starts_with(Text.substr(At, 1)))
      Result.insert(Word);
  }
  return Result;
}

} // namespace

ImportUses::ImportUses(const File &F) : F(F) {
  const llvm::StringSet<> Quoted = quotedWords(F.tree().text());
  for (const Import &I : F.names().imports())
    ++NamesOf[I.Statement.id()];
  for (const Import &I : F.names().imports()) {
    if (I.Name.empty() || I.Bound == "*")
      continue;
    const Node Bound = I.Clause.is("aliased_import")
                           ? I.Clause.field("alias")
                           : I.Clause.children().front();
    const auto Uses = F.names().occurrences(Bound);
    if (Uses.empty())
      continue;
    const auto [It, IsNew] = Variables.try_emplace(Uses.front().id());
    Variable &V = It->second;
    // '__all__' and the like name what is imported as strings.
    ++V.Clauses;
    if (!IsNew) {
      V.IsNeeded |= !(V.Imported->Statement == I.Statement);
      continue;
    }
    V.Imported = &I;
    V.IsNeeded = Quoted.contains(I.Bound);
    V.Outside = llvm::count_if(
        Uses, [&](Node Use) { return !isWithin(Use, I.Statement); });
  }
}

std::vector<Node>
ImportUses::statementsFor(llvm::ArrayRef<Node> Callees) const {
  // How often the callees name what is imported.
  llvm::MapVector<const void *, size_t> Counts;
  llvm::DenseSet<const void *> Seen;
  for (const Node Callee : Callees)
    forEachNode(Callee, [&](Node N) {
      if (!N.is("identifier") || !Seen.insert(N.id()).second)
        return true;
      const auto Uses = F.names().occurrences(N);
      if (!Uses.empty() && Variables.contains(Uses.front().id()))
        ++Counts[Uses.front().id()];
      return true;
    });
  // By the statement: the names of it that are for nothing else.
  std::map<unsigned, std::pair<Node, unsigned>> Gone;
  for (const auto &[Id, Count] : Counts) {
    const Variable &V = Variables.find(Id)->second;
    if (V.IsNeeded || V.Outside != Count)
      continue;
    const Node Statement = V.Imported->Statement;
    auto &[At, Names] = Gone[Statement.begin()];
    At = Statement;
    Names += V.Clauses;
  }
  std::vector<Node> Result;
  for (const auto &[Begin, Of] : Gone)
    if (Of.second == NamesOf.lookup(Of.first.id()))
      Result.push_back(Of.first);
  return Result;
}

} // namespace aoti_tidy::python
