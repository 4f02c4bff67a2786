// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/InputLog.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <chrono>
#include <map>
#include <sys/stat.h>

namespace fs = llvm::sys::fs;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Two changes within the grain of a file system's clock have the same time: a
/// file that was changed this shortly before it was read may have been changed
/// again since, and its stamp does not tell.
constexpr auto Grain = std::chrono::seconds(2);

/// Sources are smaller. Packages with their weights are not, and of those only
/// some parts are looked at.
constexpr size_t MaxTextSize = 16 << 20;

int64_t nanoseconds(const timespec &Time) {
  return int64_t(Time.tv_sec) * 1'000'000'000 + Time.tv_nsec;
}

FileStamp stampOf(const struct stat &S) {
  return {S.st_dev, S.st_ino, static_cast<uint64_t>(S.st_size),
          nanoseconds(S.st_mtim), nanoseconds(S.st_ctim)};
}

Input::Kind kindOf(const struct stat &S) {
  return S_ISDIR(S.st_mode) ? Input::Kind::Folder : Input::Kind::File;
}

/// Whether a file that was not read is as \p I says. Readers refuse files that
/// are too large without reading them, and what is no file at all.
bool hasForm(const Input &I, const FileStamp &Stamp, bool IsRegular) {
  return I.IsRegular == IsRegular && (!IsRegular || I.Size == Stamp.Size);
}

/// Whether a change of the file with that stamp after \p Start shows in it. On
/// a network another clock, which may be behind, sets the times.
bool tells(StringRef Path, const FileStamp &Stamp, llvm::sys::TimePoint<> Start,
           std::map<uint64_t, bool> &LocalDevices) {
  const int64_t Newest = std::chrono::duration_cast<std::chrono::nanoseconds>(
                             (Start - Grain).time_since_epoch())
                             .count();
  if (Stamp.Changed >= Newest || Stamp.Modified >= Newest)
    return false;
  const auto [It, IsNew] = LocalDevices.try_emplace(Stamp.Device, false);
  if (IsNew)
    if (fs::is_local(Path, It->second))
      It->second = false;
  return It->second;
}

TextHash hashOfNames(std::vector<std::string> Names) {
  llvm::sort(Names);
  return TextHash::of(llvm::join(Names, StringRef("\0", 1)));
}

/// The positions of the files that are the same as one before.
class Sameness {
public:
  uint32_t of(const FileStamp &Stamp, uint32_t Position) {
    return First.try_emplace({Stamp.Device, Stamp.Inode}, Position)
        .first->second;
  }

private:
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> First;
};

} // namespace

TextHash TextHash::of(StringRef Text) {
  const llvm::XXH128_hash_t Hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Text));
  return {Hash.low64, Hash.high64};
}

std::string TextHash::hex() const {
  return llvm::utohexstr(High, /*LowerCase=*/true, 16) +
         llvm::utohexstr(Low, /*LowerCase=*/true, 16);
}

void InputLog::note(StringRef Path, Input I) {
  const auto [It, IsNew] = Places.try_emplace(Path, I);
  if (IsNew)
    return;
  Input &Known = It->getValue();
  using Kind = Input::Kind;
  if (Known.isRead() && I.Is == Kind::File)
    return;
  if (Known.Is == Kind::File && I.isRead())
    Known = std::move(I);
  else if (Known.Is != I.Is || Known.Hash != I.Hash || Known.Size != I.Size ||
           Known.IsRegular != I.IsRegular)
    giveUp(); // it was changed meanwhile
}

void InputLog::noteStatus(StringRef Path,
                          const llvm::ErrorOr<llvm::vfs::Status> &Status) {
  using Kind = Input::Kind;
  Input I;
  I.Is = !Status                 ? Kind::Missing
         : Status->isDirectory() ? Kind::Folder
                                 : Kind::File;
  if (I.Is == Kind::File) {
    I.Size = Status->getSize();
    I.IsRegular = Status->isRegularFile();
  }
  note(Path, std::move(I));
}

void InputLog::noteText(StringRef Path, StringRef Text, StringRef RealName,
                        fs::UniqueID Of) {
  if (Opened.try_emplace(Path, Of).first->getValue() != Of)
    giveUp(); // it was replaced meanwhile
  Input I;
  I.Is = Text.size() > MaxTextSize ? Input::Kind::Large : Input::Kind::Text;
  if (I.Is == Input::Kind::Text)
    I.Hash = TextHash::of(Text);
  I.RealName = RealName.str();
  I.Size = Text.size();
  note(Path, std::move(I));
}

std::string listedName(StringRef Path, fs::file_type Type) {
  // No name has a '/'.
  return (llvm::sys::path::filename(Path) + "/" +
          llvm::Twine(static_cast<int>(Type)))
      .str();
}

void InputLog::noteNames(StringRef Folder, std::vector<std::string> Names) {
  Listings[Folder] = {"", Input::Kind::Names, hashOfNames(std::move(Names))};
}

void InputLog::noteRealPath(StringRef Path, StringRef Real) {
  RealPaths[Path] = {"", Input::Kind::RealPath, TextHash::of(Real)};
}

void InputLog::noteReuse(llvm::ArrayRef<Input> Of) {
  Reused.push_back(Of.vec());
  for (const Input &I : Of) {
    if (I.Is == Input::Kind::Names || I.Is == Input::Kind::RealPath) {
      auto &Known = I.Is == Input::Kind::Names ? Listings : RealPaths;
      if (Known.try_emplace(I.Path, I).first->getValue().Hash != I.Hash)
        giveUp();
    } else {
      note(I.Path, I);
    }
  }
}

std::optional<std::vector<Input>>
InputLog::inputs(llvm::sys::TimePoint<> Start) const {
  // Reused results were read before the start.
  DiskNow Now;
  bool HasNewStamps = false;
  for (std::vector<Input> Earlier : Reused)
    if (!Now.has(Earlier, HasNewStamps))
      return std::nullopt;
  if (!IsComplete)
    return std::nullopt;
  std::vector<Input> All;
  for (const auto *Of : {&Places, &Listings, &RealPaths})
    for (const auto &[Path, I] : *Of) {
      All.push_back(I);
      All.back().Path = Path.str();
    }
  llvm::sort(All, [](const Input &A, const Input &B) {
    return std::tie(A.Path, A.Is) < std::tie(B.Path, B.Is);
  });
  Sameness Same;
  std::map<uint64_t, bool> LocalDevices;
  for (size_t Position = 0; Position < All.size(); ++Position) {
    Input &I = All[Position];
    if (I.Is != Input::Kind::File && !I.isRead())
      continue;
    const auto &[Is, Stamp, IsRegular] = Now.formOf(I.Path);
    if (Is != Input::Kind::File || (I.isRead() && !IsRegular) ||
        (I.Is == Input::Kind::File && !hasForm(I, Stamp, IsRegular)))
      return std::nullopt;
    if (const auto It = Opened.find(I.Path);
        It != Opened.end() &&
        It->getValue() != fs::UniqueID(Stamp.Device, Stamp.Inode))
      return std::nullopt;
    I.SameAs = Same.of(Stamp, Position);
    I.Stamp.reset();
    if (I.isRead() && tells(I.Path, Stamp, Start, LocalDevices))
      I.Stamp = Stamp;
    else if (I.Is == Input::Kind::Large)
      return std::nullopt;
  }
  return All;
}

const DiskNow::Form &DiskNow::formOf(StringRef Path) { return at(Path); }

DiskNow::Place &DiskNow::at(StringRef Path) {
  const auto [It, IsNew] = Places.try_emplace(Path);
  Place &P = It->getValue();
  if (IsNew) {
    struct stat S = {};
    if (stat(It->getKeyData(), &S) == 0) {
      P.Is = kindOf(S);
      P.Stamp = stampOf(S);
      P.IsRegular = S_ISREG(S.st_mode);
    }
  }
  return P;
}

std::optional<fs::UniqueID> DiskNow::idOf(StringRef Path) {
  const Place &P = at(Path);
  if (P.Is == Input::Kind::Missing)
    return std::nullopt;
  return fs::UniqueID(P.Stamp.Device, P.Stamp.Inode);
}

const TextHash &DiskNow::textOf(StringRef Path, Place &P) {
  if (!P.Text) {
    const auto Text = readPlainFile(Path, AnySize);
    P.Text = Text ? TextHash::of((*Text)->getBuffer()) : TextHash();
  }
  return *P.Text;
}

bool DiskNow::has(std::vector<Input> &Inputs, bool &HasNewStamps) {
  using Kind = Input::Kind;
  Sameness Same;
  std::map<uint64_t, bool> LocalDevices;
  for (size_t Position = 0; Position < Inputs.size(); ++Position) {
    Input &I = Inputs[Position];
    Place &P = at(I.Path);
    switch (I.Is) {
    case Kind::Missing:
    case Kind::Folder:
      if (P.Is != I.Is)
        return false;
      break;
    case Kind::Names: {
      if (P.Is != Kind::Folder)
        return false;
      if (!P.Names) {
        std::vector<std::string> Names;
        std::error_code EC;
        for (fs::directory_iterator It(I.Path, EC), End; !EC && It != End;
             It.increment(EC))
          Names.push_back(listedName(It->path(), It->type()));
        P.Names = EC ? TextHash() : hashOfNames(std::move(Names));
      }
      if (*P.Names != I.Hash)
        return false;
      break;
    }
    case Kind::RealPath: {
      llvm::SmallString<256> Real;
      if (!P.RealPath)
        P.RealPath =
            fs::real_path(I.Path, Real) ? TextHash() : TextHash::of(Real);
      if (*P.RealPath != I.Hash)
        return false;
      break;
    }
    case Kind::File:
    case Kind::Text:
    case Kind::Large:
      if (P.Is != Kind::File || Same.of(P.Stamp, Position) != I.SameAs)
        return false;
      if (I.Is == Kind::File) {
        if (!hasForm(I, P.Stamp, P.IsRegular))
          return false;
        break;
      }
      if (I.Stamp && *I.Stamp == P.Stamp)
        break;
      if (llvm::SmallString<256> Real;
          I.Is == Kind::Large || fs::real_path(I.Path, Real) ||
          Real != I.RealName || textOf(I.Path, P) != I.Hash)
        return false;
      I.Stamp.reset();
      if (tells(I.Path, P.Stamp, Start, LocalDevices)) {
        I.Stamp = P.Stamp;
        HasNewStamps = true;
      }
      break;
    }
  }
  return true;
}

} // namespace aoti_tidy
