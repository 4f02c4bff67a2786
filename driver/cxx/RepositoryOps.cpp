// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/RepositoryOps.h"
#include "checks/lib/ops/OpWords.h"
#include "driver/base/FileKinds.h"
#include "driver/cxx/CxxRecord.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {

template <typename Record> void fields(Record &R, NamedKernel &X) {
  auto &[Fact, Names, Parameters, IsDefinedHere, IsGuess] = X;
  R(Fact, Names, Parameters, IsDefinedHere, IsGuess);
}

template <typename Record> void fields(Record &R, RepositoryOps &X) {
  auto &[Facts, Kernels, Unread, Python, IsWhole] = X;
  R(Facts, Kernels, Unread, Python, IsWhole);
}

namespace {

/// All that is read of a repository.
constexpr uint64_t MaxTotalBytes = 256 * 1024 * 1024;
/// Of sources that register operators, what is taken apart.
constexpr uint64_t MaxSourceBytes = 32 * 1024 * 1024;

bool namesAny(StringRef Text, const llvm::StringSet<> &Names) {
  return llvm::any_of(Names.keys(),
                      [&](StringRef Name) { return Text.contains(Name); });
}

class Reader {
public:
  Reader(const std::set<llvm::sys::fs::UniqueID> &Linted,
         llvm::ArrayRef<std::string> Defines)
      : Linted(Linted) {
    for (StringRef Define : Defines) {
      const auto [Name, Value] = Define.split('=');
      Defined.insert(Name);
      CxxMacro M;
      M.Name = Name.str();
      M.Body = readCxxWords(Value).Words;
      Shared.add(M);
    }
  }

  void add(const SourceText &Source) {
    Sources.push_back(Source);
    const CxxWords Words = readCxxWords(Source.Text, Defined);
    if (isHeaderFile(Source.File))
      Shared.add(Words.Macros);
  }

  void readCxx(llvm::ArrayRef<std::string> Files) {
    std::vector<const std::string *> Others;
    for (const std::string &File : Files) {
      const auto Text = open(File);
      if (Text &&
          (mayRegisterCxxOps(Text->getBuffer()) ||
           (isHeaderFile(File) && mayDefineRegistrations(Text->getBuffer()))))
        take(File, Text->getBuffer());
      else if (Text)
        Others.push_back(&File);
    }
    // Files whose registrations are all macros of the project's own.
    const auto Registering = registeringMacros(Shared);
    llvm::StringSet<> Own;
    Shared.forEach([&](const CxxMacro &M) {
      if (Registering.contains(M.Name) && opensLibrary(M))
        Own.insert(M.Name);
    });
    if (!Own.empty())
      for (const std::string *File : Others)
        if (const auto Text = open(*File);
            Text && namesAny(Text->getBuffer(), Own))
          take(*File, Text->getBuffer());
  }

  void readPython(llvm::ArrayRef<std::string> Files) {
    for (const std::string &File : Files)
      if (const auto Text = open(File);
          Text && python::mayRegisterOps(Text->getBuffer()))
        Result.Python.push_back(File);
  }

  RepositoryOps finish() {
    const auto Around = registeringMacros(Shared);
    for (const SourceText &Source : Sources) {
      const CxxWords Words = readCxxWords(Source.Text, Defined);
      CxxMacros Macros(&Shared);
      if (!isHeaderFile(Source.File))
        Macros.add(Words.Macros);
      CxxRegistrations Found = readCxxRegistrations(
          Words, Macros, registeringMacros(Macros, Around), Source.File);
      const auto Add = [](auto &To, auto &From) {
        To.insert(To.end(), std::make_move_iterator(From.begin()),
                  std::make_move_iterator(From.end()));
      };
      Add(Result.Facts.Schemas, Found.Facts.Schemas);
      Add(Result.Kernels, Found.Kernels);
      Add(Result.Facts.Fakes, Found.Facts.Fakes);
      Add(Result.Unread, Found.Unread);
    }
    return std::move(Result);
  }

private:
  std::unique_ptr<llvm::MemoryBuffer> open(const std::string &File) {
    llvm::sys::fs::UniqueID Id;
    if (llvm::sys::fs::getUniqueID(File, Id) || Linted.contains(Id))
      return nullptr;
    auto Text = readRepositoryFile(File);
    // Too large, or not to be read.
    if (!Text || Total + Text->getBufferSize() > MaxTotalBytes) {
      Result.IsWhole = false;
      return nullptr;
    }
    Total += Text->getBufferSize();
    return Text;
  }

  void take(const std::string &File, StringRef Text) {
    SourceBytes += Text.size();
    if (SourceBytes > MaxSourceBytes)
      Result.IsWhole = false;
    else
      add({File, Text.str()});
  }

  const std::set<llvm::sys::fs::UniqueID> &Linted;
  llvm::StringSet<> Defined;
  CxxMacros Shared; ///< of headers and flags
  std::vector<SourceText> Sources;
  uint64_t Total = 0, SourceBytes = 0;
  RepositoryOps Result;
};

} // namespace

RepositoryOps readRepositoryOps(const RepositoryFiles &Files,
                                llvm::ArrayRef<std::string> Linted,
                                llvm::ArrayRef<SourceText> Own,
                                llvm::ArrayRef<std::string> Defines,
                                const IsolationSettings &Apart) {
  std::set<llvm::sys::fs::UniqueID> Ids;
  for (const std::string &File : Linted)
    if (llvm::sys::fs::UniqueID Id; !llvm::sys::fs::getUniqueID(File, Id))
      Ids.insert(Id);
  IsolationSettings Silent = Apart;
  Silent.Progress = nullptr;
  auto Read = runIsolated<RepositoryOps>(1, Silent, [&](size_t) {
    Reader R(Ids, Defines);
    for (const SourceText &Source : Own)
      R.add(Source);
    R.readCxx(Files.cxx());
    R.readPython(Files.python());
    return R.finish();
  });
  RepositoryOps Result = std::move(Read.front().Value);
  Result.IsWhole &= Read.front().isCompleted() && Files.isWhole();
  return Result;
}

} // namespace aoti_tidy
