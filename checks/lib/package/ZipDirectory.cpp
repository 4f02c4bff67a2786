// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zip files (APPNOTE.TXT 4.3) as torch and 'zip' write them. Libraries with a
// static archive read no zip64 (minizip), or there is none (libzip).
#include "checks/lib/package/ZipDirectory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <zlib.h>

using llvm::StringRef;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace aoti_tidy {
namespace {

constexpr StringRef EndMagic("PK\5\6"), LocatorMagic("PK\6\7"),
    End64Magic("PK\6\6"), EntryMagic("PK\1\2"), FileMagic("PK\3\4");
constexpr size_t EndSize = 22, LocatorSize = 20, End64Size = 56, EntrySize = 46,
                 FileSize = 30;
/// May follow the list.
constexpr size_t MaxComment = 0xffff;
/// For tens of thousands of files: a large model may have one per weight.
constexpr uint64_t MaxListSize = 16 << 20;
/// The number needs 64 bits and is elsewhere.
constexpr uint32_t Elsewhere = 0xffffffff;

llvm::Error problem(const char *Text) { return llvm::createStringError(Text); }

llvm::Error damagedList() {
  return problem(
      "cannot be read as a zip file: the list of its files is damaged");
}

struct ListPlace {
  uint64_t Entries, Size, Offset;
};

/// With the 64-bit record before it.
std::optional<ListPlace> placeOfList(StringRef Zip, size_t End) {
  const char *Record = Zip.data() + End;
  const ListPlace Short{std::max(read16le(Record + 8), read16le(Record + 10)),
                        read32le(Record + 12), read32le(Record + 16)};
  if (End < LocatorSize ||
      !Zip.substr(End - LocatorSize).starts_with(LocatorMagic))
    return Short;
  const uint64_t At = read64le(Record - LocatorSize + 8);
  if (At > End || End - At < End64Size ||
      !Zip.substr(At).starts_with(End64Magic))
    return std::nullopt;
  const char *Long = Zip.data() + At;
  return ListPlace{std::max(read64le(Long + 24), read64le(Long + 32)),
                   read64le(Long + 40), read64le(Long + 48)};
}

/// npos if there is none.
size_t findEnd(StringRef Zip) {
  if (Zip.size() < EndSize)
    return StringRef::npos;
  const size_t Last = Zip.size() - EndSize;
  const size_t First = Last - std::min(Last, MaxComment);
  for (size_t At = Last + 1; At-- > First;)
    if (Zip.substr(At).starts_with(EndMagic) &&
        read16le(Zip.data() + At + EndSize - 2) <= Last - At)
      return At;
  return StringRef::npos;
}

/// Takes numbers that are elsewhere from \p Extra, the blocks behind the name;
/// false if one is missing.
bool readLongNumbers(ZipEntry &Of, StringRef Extra) {
  llvm::SmallVector<uint64_t *> Missing;
  for (uint64_t *Number : {&Of.Size, &Of.PackedSize, &Of.Offset})
    if (*Number == Elsewhere)
      Missing.push_back(Number);
  constexpr size_t HeadSize = 4;
  while (!Missing.empty() && Extra.size() >= HeadSize) {
    const uint16_t Kind = read16le(Extra.data());
    StringRef Block =
        Extra.substr(HeadSize, read16le(Extra.data() + sizeof(Kind)));
    Extra = Extra.drop_front(HeadSize + Block.size());
    constexpr uint16_t LongNumbers = 1;
    if (Kind != LongNumbers)
      continue;
    for (uint64_t *Number : Missing) {
      if (Block.size() < sizeof(*Number))
        return false;
      *Number = read64le(Block.data());
      Block = Block.drop_front(sizeof(*Number));
    }
    return true;
  }
  return Missing.empty();
}

std::optional<ZipEntry> takeEntry(StringRef &List) {
  if (List.size() < EntrySize || !List.starts_with(EntryMagic))
    return std::nullopt;
  const char *Record = List.data();
  const size_t NameSize = read16le(Record + 28),
               ExtraSize = read16le(Record + 30),
               CommentSize = read16le(Record + 32);
  const size_t Size = EntrySize + NameSize + ExtraSize + CommentSize;
  if (List.size() < Size)
    return std::nullopt;
  constexpr uint16_t EncryptedFlag = 1;
  ZipEntry Entry{List.substr(EntrySize, NameSize),
                 read32le(Record + 24),
                 read32le(Record + 20),
                 read32le(Record + 42),
                 read32le(Record + 16),
                 read16le(Record + 10),
                 (read16le(Record + 8) & EncryptedFlag) != 0};
  if (!readLongNumbers(Entry, List.substr(EntrySize + NameSize, ExtraSize)))
    return std::nullopt;
  List = List.drop_front(Size);
  return Entry;
}

/// Whether files follow each other before \p End.
bool areApart(llvm::ArrayRef<ZipEntry> Entries, uint64_t End) {
  std::vector<const ZipEntry *> Order;
  for (const ZipEntry &E : Entries)
    Order.push_back(&E);
  llvm::sort(Order, [](const ZipEntry *A, const ZipEntry *B) {
    return A->Offset < B->Offset;
  });
  for (const ZipEntry *E : llvm::reverse(Order)) {
    const uint64_t Head = FileSize + E->Name.size();
    if (E->Offset > End || End - E->Offset < Head ||
        End - E->Offset - Head < E->PackedSize)
      return false;
    End = E->Offset;
  }
  return true;
}

/// \p Result has the expected size.
bool inflateTo(std::string &Result, StringRef Packed) {
  z_stream Stream = {};
  // Without a header: a negative size of the window.
  if (inflateInit2(&Stream, -MAX_WBITS) != Z_OK)
    return false;
  size_t Done = 0;
  int Status = Z_OK;
  // zlib counts in 32 bits.
  constexpr size_t Most = 1 << 30;
  while (Status == Z_OK) {
    Stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(Packed.data()));
    Stream.avail_in = std::min(Packed.size(), Most);
    Stream.next_out = reinterpret_cast<Bytef *>(Result.data() + Done);
    Stream.avail_out = std::min(Result.size() - Done, Most);
    const auto In = Stream.avail_in, Out = Stream.avail_out;
    Status = inflate(&Stream, Z_NO_FLUSH);
    Packed = Packed.drop_front(In - Stream.avail_in);
    Done += Out - Stream.avail_out;
  }
  inflateEnd(&Stream);
  return Status == Z_STREAM_END && Done == Result.size() && Packed.empty();
}

} // namespace

llvm::Expected<std::vector<ZipEntry>> readZipDirectory(StringRef Zip) {
  if (Zip.size() < EndSize)
    return problem("is too short for a zip file");
  const size_t End = findEnd(Zip);
  if (End == StringRef::npos)
    return problem(
        "cannot be read as a zip file: the list of its files, at "
        "its end, is missing; was it copied or uploaded to the end?");
  const auto Place = placeOfList(Zip, End);
  if (!Place)
    return damagedList();
  if (Place->Entries > Place->Size / EntrySize)
    return problem("is damaged: it claims more files than it has room for");
  if (Place->Size > MaxListSize)
    return problem("claims more files than any package has");
  if (Place->Offset > End || End - Place->Offset < Place->Size)
    return damagedList();
  StringRef List = Zip.substr(Place->Offset, Place->Size);
  std::vector<ZipEntry> Entries;
  while (!List.empty()) {
    const auto Entry = takeEntry(List);
    if (!Entry)
      return damagedList();
    Entries.push_back(*Entry);
  }
  if (Entries.size() != Place->Entries)
    return damagedList();
  if (!areApart(Entries, Place->Offset))
    return problem("is damaged: its files are not where its list says, or "
                   "share bytes");
  return Entries;
}

std::optional<std::string> readZipEntry(StringRef Zip, const ZipEntry &Entry) {
  // The extra field there may be longer than in the directory.
  const StringRef File = Zip.substr(Entry.Offset);
  if (File.size() < FileSize || !File.starts_with(FileMagic) ||
      read16le(File.data() + 26) != Entry.Name.size() ||
      !File.substr(FileSize).starts_with(Entry.Name))
    return std::nullopt;
  const StringRef Packed =
      File.substr(FileSize + Entry.Name.size() + read16le(File.data() + 28),
                  Entry.PackedSize);
  if (Packed.size() != Entry.PackedSize)
    return std::nullopt;
  std::string Result;
  if (Entry.Method == ZipEntry::Stored) {
    if (Entry.Size != Packed.size())
      return std::nullopt;
    Result = Packed.str();
  } else {
    // Deflate's best ratio: a false size takes no memory.
    constexpr uint64_t BestRatio = 1032;
    if (Entry.Size / BestRatio > Packed.size())
      return std::nullopt;
    Result.resize(Entry.Size);
    if (!inflateTo(Result, Packed))
      return std::nullopt;
  }
  if (crc32_z(0, reinterpret_cast<const Bytef *>(Result.data()),
              Result.size()) != Entry.Checksum)
    return std::nullopt;
  return Result;
}

} // namespace aoti_tidy
