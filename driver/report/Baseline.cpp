// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Baseline.h"
#include "checks/lib/package/Json.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/JSON.h"
#include <set>
#include <tuple>

namespace aoti_tidy {
namespace {

/// The part of a fingerprint that findings of equal lines share: all but the rank.
llvm::StringRef groupOf(llvm::StringRef Fingerprint) {
  return Fingerprint.split('-').first;
}

/// Tells two defects of one line apart: the message without the parts that differ
/// from machine to machine, and with each version of a model.
std::string kindOf(llvm::StringRef Check, llvm::StringRef Message,
                   llvm::StringRef Root) {
  std::string Kind;
  while (!Message.empty()) {
    if (Message.consume_front((Root + "/").str()))
      continue;
    const char C = Message.front();
    Message = Message.drop_front();
    if (readsEmittedCode(Check) && llvm::isDigit(C)) {
      Message = Message.drop_while(llvm::isDigit);
      Kind += '#';
    } else {
      Kind += C;
    }
  }
  return Kind;
}

std::string keyOf(llvm::StringRef Group, llvm::StringRef Check,
                  llvm::StringRef Message, llvm::StringRef Root) {
  return (Group + " " + kindOf(Check, utf8(Message), Root)).str();
}

auto orderOf(const Baseline::Entry &E) {
  return std::tie(E.File, E.Check, E.Message, E.Fingerprint);
}

llvm::Error notABaseline(llvm::StringRef Path, llvm::StringRef Why) {
  return usageError("--baseline: '{}' is no baseline: {}; write one with "
                    "--write-baseline",
                    Path, Why);
}

} // namespace

Baseline Baseline::of(llvm::ArrayRef<Finding> Findings) {
  const std::string Root = repositoryRoot(workingDirectory());
  Baseline Result;
  llvm::StringMap<size_t> At;
  for (const Finding &F : Findings) {
    const llvm::StringRef Group = groupOf(F.Fingerprint);
    const auto [It, IsNew] = At.try_emplace(
        keyOf(Group, F.Check, F.Message, Root), Result.Entries.size());
    if (IsNew)
      Result.Entries.push_back({utf8(displayPath(F.Where.File, Root)), F.Check,
                                Group.str(), utf8(F.Message), 0});
    ++Result.Entries[It->second].Count;
  }
  llvm::sort(Result.Entries, [](const Entry &A, const Entry &B) {
    return orderOf(A) < orderOf(B);
  });
  return Result;
}

llvm::Expected<Baseline> Baseline::read(llvm::StringRef Path) {
  auto Buffer = readPlainFile(Path);
  if (!Buffer)
    return usageError("--baseline: cannot read '{}': {}; write one with "
                      "--write-baseline",
                      Path, Buffer.getError().message());
  auto Json = parseJson((*Buffer)->getBuffer());
  if (!Json)
    return notABaseline(Path, "it " + llvm::toString(Json.takeError()));
  const llvm::json::Object *Top = Json->getAsObject();
  if (!Top || Top->getInteger("version") != 1)
    return notABaseline(Path, "it has no \"version\": 1");
  const llvm::json::Array *All = Top->getArray("findings");
  if (!All)
    return notABaseline(Path, "it has no list of \"findings\"");
  Baseline Result;
  for (const llvm::json::Value &V : *All) {
    Entry E;
    llvm::json::Path::Root Root("findings");
    llvm::json::ObjectMapper Map(V, Root);
    if (!Map || !Map.map("file", E.File) || !Map.map("check", E.Check) ||
        !Map.map("fingerprint", E.Fingerprint) ||
        !Map.map("message", E.Message) || !Map.map("count", E.Count) ||
        E.Count == 0)
      return notABaseline(
          Path, fmt::format("finding {} lacks a file, check, fingerprint, "
                            "message or count",
                            Result.Entries.size() + 1));
    Result.Entries.push_back(std::move(E));
  }
  return Result;
}

std::string Baseline::text() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  PrintableStream Safe(OS, Escapes::Json);
  Safe << "{\n \"version\": 1,\n \"findings\": [";
  const char *Separator = "\n";
  for (const Entry &E : Entries) {
    Safe << Separator << "  ";
    Separator = ",\n";
    llvm::json::OStream J(Safe);
    J.object([&] {
      J.attribute("file", E.File);
      J.attribute("check", E.Check);
      J.attribute("message", E.Message);
      J.attribute("fingerprint", E.Fingerprint);
      J.attribute("count", E.Count);
    });
  }
  Safe << "\n ]\n}\n";
  return Text;
}

unsigned Baseline::takeKnown(std::vector<Finding> &Findings) {
  llvm::StringMap<Entry *> ByGroup;
  const std::string Root = repositoryRoot(workingDirectory());
  for (Entry &E : Entries)
    ByGroup[keyOf(E.Fingerprint, E.Check, E.Message, Root)] = &E;
  const size_t Before = Findings.size();
  llvm::erase_if(Findings, [&](const Finding &F) {
    const auto It =
        ByGroup.find(keyOf(groupOf(F.Fingerprint), F.Check, F.Message, Root));
    if (It == ByGroup.end() || It->second->Count == 0)
      return false;
    --It->second->Count;
    return true;
  });
  return Before - Findings.size();
}

std::vector<Baseline::Entry> Baseline::gone() const {
  std::vector<Entry> Gone;
  llvm::copy_if(Entries, std::back_inserter(Gone),
                [](const Entry &E) { return E.Count != 0; });
  return Gone;
}

size_t Baseline::findings() const {
  size_t Sum = 0;
  for (const Entry &E : Entries)
    Sum += E.Count;
  return Sum;
}

size_t Baseline::files() const {
  std::set<llvm::StringRef> Files;
  for (const Entry &E : Entries)
    Files.insert(E.File);
  return Files.size();
}

} // namespace aoti_tidy
