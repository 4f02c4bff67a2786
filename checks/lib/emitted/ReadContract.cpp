// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/emitted/WrapperFacts.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/Era.h"
#include "checks/lib/package/LibraryFile.h"
#include "checks/lib/package/LogArchive.h"
#include "checks/lib/package/PackageLayout.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr uint64_t MaxSourceSize = 32 << 20;
/// The limit for a whole package: entries of a zip may share their bytes.
constexpr uint64_t MaxTotalSourceSize = 256 << 20;

Error contractError(StringRef Path, StringRef Problem) {
  return llvm::createStringError(
      fmt::format("{} {}", quotedName(Path), Problem.str()));
}

class PackageReader {
public:
  PackageReader(Archive &Package, StringRef Path)
      : Package(Package), Path(Path) {}

  Expected<Contract> read();

private:
  struct ModelFiles {
    int BestSource = 0;
    std::vector<size_t> Sources;
  };
  void addFile(size_t Index);
  Error readSource(ModelContract &Model, const ModelFiles &Files);

  Archive &Package;
  StringRef Path;
  std::map<std::string, ModelFiles, std::less<>> Models;
  std::map<std::string, ConstantStore, std::less<>> Stores;
  PackageLayout Layout;
  std::optional<Contract::Era> CodeEra;
  bool HasMetadata = false;
  uint64_t TotalSource = 0;
};

void PackageReader::addFile(size_t Index) {
  const auto File = modelFile(Package.names()[Index]);
  if (!File)
    return;
  const std::string Model = File->Model.empty() ? "model" : File->Model.str();
  if (File->isWeightsBlob())
    Stores[Model] = ConstantStore::Blob;
  else if (File->isWeightsIndex())
    Stores.try_emplace(Model, ConstantStore::Pickles);
  const int Rank = File->sourceRank();
  if (!Rank && !File->metadataRank() && !File->Name.ends_with(".so"))
    return;
  HasMetadata |= File->metadataRank() > 0;
  Layout.HasRoot |= !File->Root.empty();
  Layout.HasModelFolders &= !File->Model.empty();
  Layout.SplitsKernels |= File->Name.contains(".wrapper");
  ModelFiles &Files = Models[Model];
  if (Rank > Files.BestSource) {
    Files.BestSource = Rank;
    Files.Sources.clear();
  }
  if (Rank && Rank == Files.BestSource)
    Files.Sources.push_back(Index);
}

/// The contract of a whole wrapper; a part may lack a check of the inputs.
Contract contractOfWhole(const WrapperFacts &Facts) {
  Contract Result = contractOf(Facts);
  if (Facts.Incomplete.empty())
    return Result;
  ModelContract &Model = Result.Models.front();
  Model.SourceIsCut = true;
  Model.SourceMissing =
      fmt::format("its source is not complete: {}", Facts.Incomplete);
  Model.Inputs.reset();
  Model.Outputs.reset();
  Model.Constants.reset();
  Model.Store = ConstantStore::Unknown;
  Model.Checks = InputChecks::Unknown;
  Model.Assumptions.clear();
  return Result;
}

Error PackageReader::readSource(ModelContract &Model, const ModelFiles &Files) {
  if (Files.Sources.empty()) {
    Model.SourceMissing = NoSource;
    return Error::success();
  }
  if (Files.Sources.size() > 1) {
    Model.SourceMissing = fmt::format(
        "the package holds {} sources that could be it", Files.Sources.size());
    return Error::success();
  }
  const uint64_t Size = Package.size(Files.Sources.front());
  TotalSource += std::min(Size, MaxTotalSourceSize);
  if (Size > MaxSourceSize || TotalSource > MaxTotalSourceSize) {
    Model.SourceMissing = "its source is larger than any that torch emits";
    return Error::success();
  }
  auto Text = Package.read(Files.Sources.front(), MaxSourceSize);
  if (!Text)
    return Text.takeError();
  const auto Facts = readWrapperFacts(*Text);
  if (!Facts) {
    Model.SourceMissing = "its source is not what any known torch emits";
    return Error::success();
  }
  Contract Said = contractOfWhole(*Facts);
  Model = std::move(Said.Models.front());
  if (!CodeEra)
    CodeEra = std::move(Said.WrittenBy);
  return Error::success();
}

Expected<Contract> PackageReader::read() {
  Contract Result;
  Result.Path = Path.str();
  for (size_t Index = 0; Index < Package.names().size(); ++Index) {
    Result.Parts.push_back({Package.names()[Index], Package.size(Index)});
    addFile(Index);
  }
  if (Models.empty())
    return contractError(Path, "holds no AOTInductor model");
  PackageMetadata Recorded;
  if (HasMetadata) {
    auto Read = readPackageMetadata(Package, Path);
    if (!Read)
      return Read.takeError();
    Recorded = std::move(*Read);
  }
  for (const auto &[Name, Files] : Models) {
    ModelContract &Model = Result.Models.emplace_back();
    if (Error E = readSource(Model, Files))
      return std::move(E);
    Model.Name = Name;
    if (Model.Store == ConstantStore::Outside) {
      const auto Store = Stores.find(Name);
      Model.Store =
          Store == Stores.end() ? ConstantStore::Nowhere : Store->second;
    }
    if (const auto It = Recorded.Models.find(Name); It != Recorded.Models.end())
      Model.Recorded = It->second;
    if (const StringRef Device = Recorded.device(Name); !Device.empty()) {
      Model.Device = Device;
      Model.DeviceFrom = Evidence::Recorded;
      Model.DeviceEvidence = "AOTI_DEVICE_KEY";
    }
    Layout.RecordsMachine |= Model.Recorded.contains("AOTI_PLATFORM");
  }
  Result.Problem = metadataProblem(Package, Path);
  const Contract::Era LayoutEra = eraOfLayout(Layout);
  Result.WrittenBy = CodeEra ? narrow(*CodeEra, LayoutEra) : LayoutEra;
  return Result;
}

bool isZip(llvm::StringRef Bytes) {
  constexpr StringRef FirstEntry("PK\3\4"), End("PK\5\6");
  constexpr size_t LongestTail = 0x10000 + 22;
  return Bytes.starts_with(FirstEntry) ||
         Bytes.take_back(LongestTail).contains(End);
}

Expected<Contract> readSingleFile(llvm::MemoryBufferRef Buffer) {
  const StringRef Bytes = Buffer.getBuffer();
  if (Bytes.starts_with(llvm::ELF::ElfMagic))
    return readLibrary(Buffer);
  std::optional<WrapperFacts> Facts;
  if (Bytes.size() <= MaxSourceSize)
    Facts = readWrapperFacts(Bytes.str());
  if (!Facts)
    return llvm::createStringError("is neither a package, a compiled model's "
                                   "library nor the source of its wrapper");
  Contract Result = contractOfWhole(*Facts);
  Result.Models.front().Name = "model";
  return Result;
}

} // namespace

Expected<Contract> readContract(Archive &Package, StringRef Path) {
  return PackageReader(Package, Path).read();
}

Expected<Contract> readContract(StringRef Path, llvm::vfs::FileSystem &FS) {
  const auto Status = FS.status(Path);
  const auto ReadOpened = [&]() -> Expected<Contract> {
    auto Package = Archive::open(Path, FS);
    if (!Package)
      return Package.takeError();
    auto Result = readContract(**Package, Path);
    if (Result)
      Result->Form =
          (*Package)->isLog() ? Contract::Kind::Log : Contract::Kind::Folder;
    return Result;
  };
  if (!Status || !Status->isRegularFile())
    return ReadOpened();
  auto Buffer = FS.getBufferForFile(Path, Status->getSize(),
                                    /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return contractError(Path,
                         "cannot be read: " + Buffer.getError().message());
  if (isZip((*Buffer)->getBuffer())) {
    auto Package = Archive::openZip(**Buffer, Path);
    if (!Package)
      return Package.takeError();
    return readContract(**Package, Path);
  }
  if (mayLogCode(**Buffer))
    return ReadOpened();
  auto Result = readSingleFile(**Buffer);
  if (!Result)
    return contractError(Path, llvm::toString(Result.takeError()));
  Result->Path = Path.str();
  Result->Parts.push_back(
      {llvm::sys::path::filename(Path).str(), Status->getSize()});
  return Result;
}

Expected<Contract> readWholeContract(StringRef Path,
                                     llvm::vfs::FileSystem &FS) {
  auto Result = readContract(Path, FS);
  if (Result)
    for (const ModelContract &Model : Result->Models)
      if (Model.SourceIsCut)
        return contractError(Path,
                             fmt::format("has the model '{}', but {}",
                                         Model.Name, Model.SourceMissing));
  return Result;
}

} // namespace aoti_tidy
