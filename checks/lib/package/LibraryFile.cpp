// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/LibraryFile.h"
#include "checks/lib/package/Era.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include <map>
#include <set>

using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

/// There are some hundreds; libraries may name each weight.
constexpr size_t MaxSymbols = 1'000'000, MaxKernels = 100'000;
/// Weights may follow the strings.
constexpr size_t MaxStrings = 64 << 20;

/// Needed by models for the device only. (Other models call
/// aoti_torch_device_type_cuda(), too.)
constexpr std::pair<StringRef, StringRef> DeviceLibraries[] = {
    {"libtorch_cuda", "cuda"}, {"libc10_cuda", "cuda"},
    {"libcudart", "cuda"},     {"libcuda.", "cuda"},
    {"libtorch_hip", "cuda"},  {"libamdhip64", "cuda"},
    {"libtorch_xpu", "xpu"},   {"libc10_xpu", "xpu"}};
constexpr std::pair<StringRef, StringRef> DeviceSymbols[] = {
    {"aoti_torch_cuda_", "cuda"}, {"cuLaunchKernel", "cuda"},
    {"cudaStream", "cuda"},       {"cudaEvent", "cuda"},
    {"hipStream", "cuda"},        {"aoti_torch_xpu_", "xpu"}};

class LibraryReader {
public:
  explicit LibraryReader(ElfFile File) : File(std::move(File)) {}

  /// The error is LLVM's.
  llvm::Error read();
  Expected<Contract> contract() const;

private:
  llvm::Error readSymbols(const Elf::Shdr &Section, Elf::ShdrRange Sections);
  llvm::Error readNeeded(const Elf::Shdr &Section, Elf::ShdrRange Sections);
  void addSymbol(StringRef Name, bool IsDefined);
  void inferDevice(ModelContract &Model) const;
  InputChecks checks(const Contract::Era &Era) const;

  ElfFile File;
  std::set<std::string, std::less<>> Interface, Kernels, Needed;
  std::map<std::string, std::string> Called; ///< device -> a symbol of its own
  StringRef ReadOnlyData;
};

void LibraryReader::addSymbol(StringRef Name, bool IsDefined) {
  if (!IsDefined) {
    for (const auto &[Prefix, Device] : DeviceSymbols)
      if (Name.starts_with(Prefix))
        Called.try_emplace(Device.str(), Name.str());
    return;
  }
  if (Name.starts_with("AOTInductor"))
    Interface.insert(Name.str());
  // GCC splits functions into names with a dot.
  if (Kernels.size() < MaxKernels && !Name.contains('.') &&
      (Name.starts_with("cpp_fused_") || Name.starts_with("triton_")))
    Kernels.insert(Name.str());
}

llvm::Error LibraryReader::readSymbols(const Elf::Shdr &Section,
                                       Elf::ShdrRange Sections) {
  auto Symbols = File.symbols(&Section);
  if (!Symbols)
    return Symbols.takeError();
  auto Strings = File.getStringTableForSymtab(Section, Sections);
  if (!Strings)
    return Strings.takeError();
  for (const Elf::Sym &Symbol : Symbols->take_front(MaxSymbols)) {
    auto Name = Symbol.getName(*Strings);
    if (!Name)
      return Name.takeError();
    addSymbol(*Name, Symbol.st_shndx != llvm::ELF::SHN_UNDEF);
  }
  return llvm::Error::success();
}

llvm::Error LibraryReader::readNeeded(const Elf::Shdr &Section,
                                      Elf::ShdrRange Sections) {
  auto Entries = File.getSectionContentsAsArray<Elf::Dyn>(Section);
  if (!Entries)
    return Entries.takeError();
  auto Linked = llvm::object::getSection<Elf>(Sections, Section.sh_link);
  if (!Linked)
    return Linked.takeError();
  auto Strings = File.getStringTable(**Linked);
  if (!Strings)
    return Strings.takeError();
  for (const Elf::Dyn &Entry : *Entries) {
    if (Entry.getTag() == llvm::ELF::DT_NULL)
      break;
    if (Entry.getTag() == llvm::ELF::DT_NEEDED &&
        Entry.getVal() < Strings->size())
      Needed.insert(Strings->data() + Entry.getVal());
  }
  return llvm::Error::success();
}

void LibraryReader::inferDevice(ModelContract &Model) const {
  const auto Infer = [&](StringRef Device, std::string From) {
    Model.Device = Device;
    Model.DeviceFrom = Evidence::Inferred;
    Model.DeviceEvidence = std::move(From);
  };
  for (const auto &[Prefix, Device] : DeviceLibraries)
    for (const std::string &Library : Needed)
      if (StringRef(Library).starts_with(Prefix))
        return Infer(Device, "needs " + Library);
  if (!Called.empty())
    return Infer(Called.begin()->first, "calls " + Called.begin()->second);
  for (const std::string &Library : Needed)
    if (StringRef(Library).starts_with("libtorch"))
      return Infer("cpu", "needs " + Library + " and no GPU's library");
}

InputChecks LibraryReader::checks(const Contract::Era &Era) const {
  if (ReadOnlyData.contains("AOTI_RUNTIME_CHECK_INPUTS"))
    return InputChecks::OnRequest;
  // torch 2.7 and newer always have them.
  if (Era.To >= TorchVersion{2, 7} || ReadOnlyData.empty())
    return InputChecks::Unknown;
  return ReadOnlyData.contains("input_handles[0]: unmatched dtype")
             ? InputChecks::Always
             : InputChecks::Never;
}

llvm::Error LibraryReader::read() {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const Elf::Shdr &Section : *Sections) {
    if (Section.sh_type == llvm::ELF::SHT_DYNSYM ||
        Section.sh_type == llvm::ELF::SHT_SYMTAB) {
      if (auto E = readSymbols(Section, *Sections))
        return E;
    } else if (Section.sh_type == llvm::ELF::SHT_DYNAMIC) {
      if (auto E = readNeeded(Section, *Sections))
        return E;
    }
    auto Name = File.getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name != ".rodata")
      continue;
    auto Data = File.getSectionContents(Section);
    if (!Data)
      return Data.takeError();
    ReadOnlyData = llvm::toStringRef(Data->take_front(MaxStrings));
  }
  return llvm::Error::success();
}

Expected<Contract> LibraryReader::contract() const {
  const auto Era = eraOfInterface([&](StringRef Function) {
    return Interface.contains(std::string_view(Function));
  });
  if (!Era)
    return llvm::createStringError("is a library, but no AOTInductor model");
  Contract Result;
  Result.Form = Contract::Kind::Library;
  Result.WrittenBy = Era;
  ModelContract &Model = Result.Models.emplace_back();
  Model.Name = "model";
  Model.SourceMissing = "a library does not record them";
  Model.Kernels.assign(Kernels.begin(), Kernels.end());
  inferDevice(Model);
  Model.Checks = checks(*Era);
  return Result;
}

} // namespace

Expected<Contract> readLibrary(llvm::MemoryBufferRef File) {
  const StringRef Bytes = File.getBuffer();
  const bool IsRead = Bytes.size() > llvm::ELF::EI_DATA &&
                      Bytes[llvm::ELF::EI_CLASS] == llvm::ELF::ELFCLASS64 &&
                      Bytes[llvm::ELF::EI_DATA] == llvm::ELF::ELFDATA2LSB;
  if (!IsRead)
    return llvm::createStringError(
        "is a library of a machine that torch is not built for");
  const auto Damaged = [](llvm::Error E) {
    return llvm::createStringError("is a damaged library: " +
                                   llvm::toString(std::move(E)));
  };
  auto Elf = ElfFile::create(Bytes);
  if (!Elf)
    return Damaged(Elf.takeError());
  LibraryReader Reader(std::move(*Elf));
  if (auto E = Reader.read())
    return Damaged(std::move(E));
  return Reader.contract();
}

} // namespace aoti_tidy
