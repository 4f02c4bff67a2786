// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackageMetadata.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/Json.h"
#include "checks/lib/package/PackageLayout.h"
#include <fmt/format.h>

using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr uint64_t MaxMetadataSize = 1 << 20;
constexpr uint64_t MaxTotalSize = 16 << 20;

/// torch throws on anything but a flat object of strings.
Expected<Metadata> parseMetadata(StringRef Json) {
  auto Value = parseJson(Json);
  if (!Value)
    return Value.takeError();
  const llvm::json::Object *Object = Value->getAsObject();
  if (!Object)
    return llvm::createStringError("is not a JSON object");
  Metadata Result;
  for (const auto &[Key, Item] : *Object) {
    const auto Text = Item.getAsString();
    if (!Text)
      return llvm::createStringError(
          fmt::format("has a {} that is not a string", quotedName(Key.str())));
    Result.emplace(Key.str(), Text->str());
  }
  return Result;
}

StringRef deviceOf(const Metadata &Of) {
  const auto It = Of.find("AOTI_DEVICE_KEY");
  return It == Of.end() ? StringRef() : StringRef(It->second);
}

} // namespace

StringRef PackageMetadata::device(StringRef Model) const {
  const auto It = Models.find(std::string_view(Model));
  return It == Models.end() ? StringRef() : deviceOf(It->second);
}

Expected<PackageMetadata> readPackageMetadata(Archive &Package,
                                              StringRef Path) {
  const auto Fail = [&](std::string Problem) {
    return llvm::createStringError(
        fmt::format("{} {}", quotedName(Path), Problem));
  };
  std::map<StringRef, int> Best;
  std::optional<StringRef> Root;
  for (const std::string &Name : Package.names()) {
    const auto File = modelFile(Name);
    const int Rank = File ? File->metadataRank() : 0;
    if (!Rank)
      continue;
    if (Root && *Root != File->Root)
      return Fail(fmt::format("holds two packages, in {} and {}",
                              quotedName(*Root), quotedName(File->Root)));
    Root = File->Root;
    int &Highest = Best[File->Model];
    Highest = std::max(Highest, Rank);
  }
  if (Best.empty())
    return Fail("holds no AOTInductor model with metadata, as torch 2.6 and "
                "newer write it");

  PackageMetadata Result;
  uint64_t Total = 0;
  for (size_t Index = 0; Index < Package.names().size(); ++Index) {
    const auto File = modelFile(Package.names()[Index]);
    const int Rank = File ? File->metadataRank() : 0;
    if (!Rank || Rank != Best[File->Model])
      continue;
    auto Text = Package.read(Index, MaxMetadataSize);
    if (!Text)
      return Text.takeError();
    Total += Text->size();
    if (Total > MaxTotalSize)
      return Fail("has more metadata than any package");
    auto Parsed = parseMetadata(*Text);
    if (!Parsed)
      return Fail(fmt::format("is damaged: its {} {}",
                              quotedName(Package.names()[Index]),
                              llvm::toString(Parsed.takeError())));
    const auto [It, IsNew] =
        Result.Models.try_emplace(File->Model.str(), *Parsed);
    // torch 2.13 and newer allow several libraries for a model.
    if (!IsNew && deviceOf(It->second) != deviceOf(*Parsed))
      return Fail(fmt::format("records two devices for the model {}",
                              quotedName(File->Model)));
  }
  return Result;
}

std::optional<std::string> metadataProblem(Archive &Package, StringRef Path) {
  std::map<std::string, bool, std::less<>> HasIt; // by model
  bool HasWrappers = false;
  if (!Package.isLog())
    for (const std::string &Name : Package.names())
      if (const auto File = modelFile(Name); File && !File->Model.empty()) {
        // A loader takes the kernels', where the wrapper's is not there.
        const bool Is = StringRef(Name).ends_with("_metadata.json");
        if (Is || File->isOfModel())
          HasIt[File->Model.str()] |= Is;
        HasWrappers |= File->metadataRank() > 0;
      }
  for (const auto &[Model, Has] : HasIt)
    if (!Has)
      return fmt::format(
          "{} has no metadata for the model {}, so that a loader "
          "throws; use the package as torch wrote it, with its "
          "*_metadata.json",
          quotedName(Path), quotedName(Model));
  if (!HasWrappers)
    return std::nullopt;
  auto Read = readPackageMetadata(Package, Path);
  if (!Read)
    return llvm::toString(Read.takeError());
  for (const auto &[Model, Of] : Read->Models)
    if (deviceOf(Of).empty())
      return fmt::format("{} records no device (AOTI_DEVICE_KEY) for the model "
                         "{}, so that a loader throws; compile it again",
                         quotedName(Path), quotedName(Model));
  return std::nullopt;
}

Expected<PackageMetadata> readPackageMetadata(StringRef Path,
                                              llvm::vfs::FileSystem &FS) {
  auto Package = Archive::open(Path, FS);
  if (!Package)
    return Package.takeError();
  return readPackageMetadata(**Package, Path);
}

} // namespace aoti_tidy
