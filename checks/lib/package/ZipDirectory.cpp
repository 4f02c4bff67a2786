// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records at the end of a zip file, as APPNOTE.TXT 4.3.14 to 4.3.16 has
// them. Only their claims are read here; minizip reads the directory.
#include "checks/lib/package/ZipDirectory.h"
#include "llvm/Support/Endian.h"

using llvm::StringRef;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

namespace aoti_tidy {
namespace {

constexpr StringRef EndMagic("PK\5\6"), LocatorMagic("PK\6\7"),
    End64Magic("PK\6\6");
constexpr size_t EndSize = 22, LocatorSize = 20, End64Size = 56;
/// A comment of any length may follow the end of central directory.
constexpr size_t MaxComment = 0xffff;
/// The least that an entry takes.
constexpr size_t EntrySize = 46;
/// For tens of thousands of files: a large model on disk brings one for each of
/// its weights.
constexpr uint64_t MaxDirectorySize = 16 << 20;

struct Claim {
  uint64_t Entries, Size;
};

Claim claimOf(StringRef Zip, size_t End) {
  const char *Record = Zip.data() + End;
  const Claim Short{std::max(read16le(Record + 8), read16le(Record + 10)),
                    read32le(Record + 12)};
  if (End < LocatorSize ||
      !Zip.substr(End - LocatorSize).starts_with(LocatorMagic))
    return Short;
  const uint64_t Offset = read64le(Zip.data() + End - LocatorSize + 8);
  if (Offset > Zip.size() || Zip.size() - Offset < End64Size)
    return Short;
  // The end of a zip file in this one, as torch.save writes them, whose offsets
  // are not from here: minizip passes over it, too.
  if (!Zip.substr(Offset).starts_with(End64Magic))
    return {0, 0};
  const char *Long = Zip.data() + Offset;
  return {std::max(read64le(Long + 24), read64le(Long + 32)),
          read64le(Long + 40)};
}

} // namespace

std::optional<std::string> problemOfZipDirectory(StringRef Zip) {
  if (Zip.size() < EndSize)
    return "is too short for a zip file";
  // All of them: which one minizip takes for the right one depends on the rest.
  uint64_t Size = 0;
  bool IsWhole = false;
  const size_t Last = Zip.size() - EndSize;
  for (size_t End = Last > MaxComment ? Zip.find(EndMagic, Last - MaxComment)
                                      : Zip.find(EndMagic);
       End <= Last; End = Zip.find(EndMagic, End + 1)) {
    const Claim C = claimOf(Zip, End);
    IsWhole |= read16le(Zip.data() + End + 20) <= Last - End;
    if (C.Entries > C.Size / EntrySize)
      return "is damaged: it claims more files than it has room for";
    Size += std::min(C.Size, MaxDirectorySize + 1);
    if (Size > MaxDirectorySize)
      return "claims more files than any package has";
  }
  // minizip reads what is left of one.
  if (!IsWhole)
    return "cannot be read as a zip file: the list of its files, at its end, "
           "is missing; was it copied or uploaded to the end?";
  return std::nullopt;
}

} // namespace aoti_tidy
