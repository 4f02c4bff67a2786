// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/KernelFile.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelReader.h"
#include "checks/lib/kernels/cxx/KernelTexts.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/ASTUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/thread.h"
#include <numeric>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// As much as the threads have that the driver works in: what is too deep for
/// one is so for the other. Only what is used takes memory. Those of LLVM's pools
/// have what the system gives, which can be less than Clang counts on.
constexpr unsigned StackSize = 64U << 20;

using Part = KernelTexts::Part;

/// Calls \p Visit for each place in \p K but its own.
template <typename KernelT, typename Visitor>
void forEachPlace(KernelT &K, Visitor Visit) {
  for (auto &A : K.Accesses)
    Visit(A.At);
  for (auto &A : K.Asserts)
    Visit(A.At);
  for (auto &N : K.NotModelled)
    Visit(N.At);
}

/// \p K with lines counted from the kernel's first one, as every package has
/// it. Nothing if it has places that this is not enough for: on the line of its
/// name, the length of that counts.
std::optional<Kernel> withoutPlace(Kernel K, const Part &P) {
  bool IsPossible = true;
  forEachPlace(K, [&](CodePlace &At) {
    IsPossible &= P.NameLine < At.Line && At.Line <= P.LastLine;
    At.File = 0;
    At.Line -= P.FirstLine;
  });
  K.At.File = 0;
  K.At.Line -= P.FirstLine;
  K.Name.clear();
  return IsPossible ? std::optional(std::move(K)) : std::nullopt;
}

Kernel placed(Kernel K, const Part &P, unsigned File) {
  const auto Place = [&](CodePlace &At) {
    At.File = File;
    At.Line += P.FirstLine;
  };
  forEachPlace(K, Place);
  Place(K.At);
  K.Name = P.Name.str();
  return K;
}

/// Reads a file that was taken apart.
class ApartReader {
public:
  ApartReader(const KernelTexts &Texts, StringRef Name, unsigned File,
              unsigned VectorBytes, const KernelReading &How)
      : Texts(Texts), Name(Name), File(File), VectorBytes(VectorBytes),
        How(How), Models(Texts.parts().size()) {}

  /// Nothing if a part of the file can end the parse of all.
  std::optional<std::vector<Kernel>> run() {
    takeKnown();
    if (!readUnknown())
      return std::nullopt;
    keepUnknown();
    std::vector<Kernel> Result;
    for (std::optional<Kernel> &K : Models)
      if (K)
        Result.push_back(std::move(*K));
    return Result;
  }

private:
  std::string keyOf(size_t Which) const {
    return std::to_string(VectorBytes) + "\n" + Texts.meaningOf(Which);
  }

  void takeKnown() {
    for (const auto &[I, P] : llvm::enumerate(Texts.parts())) {
      if (How.Known)
        if (auto K = How.Known->find(keyOf(I)))
          Models[I] = placed(std::move(*K), P, File);
      if (!Models[I])
        Unknown.push_back(I);
    }
  }

  /// The unknown ones in runs of about the same size.
  std::vector<ArrayRef<size_t>> shares() const {
    const auto SizeOf = [&](size_t I) {
      return Texts.parts()[I].End - Texts.parts()[I].Begin;
    };
    size_t Left = 0;
    for (const size_t I : Unknown)
      Left += SizeOf(I);
    size_t Shares = std::clamp<size_t>(
        Left / std::max<size_t>(How.BytesOfThread, 1), 1, How.Threads);
    std::vector<ArrayRef<size_t>> Result;
    for (ArrayRef<size_t> Rest = Unknown; !Rest.empty(); --Shares) {
      size_t Size = 0, Count = 0;
      while (Count < Rest.size() && (Shares == 1 || Size < Left / Shares))
        Size += SizeOf(Rest[Count++]);
      Result.push_back(Rest.take_front(Count));
      Rest = Rest.drop_front(Count);
      Left -= Size;
    }
    return Result;
  }

  bool readUnknown() {
    const std::vector<ArrayRef<size_t>> Shares = shares();
    std::vector<char> IsRead(Shares.size());
    std::vector<llvm::thread> Threads;
    for (size_t I = 1; I < Shares.size(); ++I)
      Threads.emplace_back(std::optional<unsigned>(StackSize), [&, I] {
        clang::noteBottomOfStack();
        IsRead[I] = read(Shares[I]);
      });
    if (!Shares.empty())
      IsRead[0] = read(Shares[0]);
    for (llvm::thread &T : Threads)
      T.join();
    return llvm::all_of(IsRead, [](char Is) { return Is; });
  }

  /// Fills in the models of some kernels, and of no others.
  bool read(ArrayRef<size_t> Which) {
    const auto Tree = parseKernels(Texts.only(Which), Name, VectorBytes);
    // After these, Clang gives up on the rest.
    if (!Tree || Tree->getDiagnostics().hasFatalErrorOccurred())
      return false;
    llvm::StringMap<size_t> ByName;
    for (const size_t I : Which)
      ByName[Texts.parts()[I].Name] = I;
    for (Kernel &K : readKernels(Tree->getASTContext(), File)) {
      const auto It = ByName.find(K.Name);
      if (It == ByName.end() || Models[It->second])
        return false;
      Models[It->second] = std::move(K);
    }
    return true;
  }

  void keepUnknown() const {
    if (!How.Known)
      return;
    for (const size_t I : Unknown)
      if (Models[I])
        if (const auto K = withoutPlace(*Models[I], Texts.parts()[I]))
          How.Known->keep(keyOf(I), *K);
  }

  const KernelTexts &Texts;
  const StringRef Name;
  const unsigned File, VectorBytes;
  const KernelReading &How;
  std::vector<std::optional<Kernel>> Models;
  std::vector<size_t> Unknown;
};

} // namespace

std::vector<Kernel> readKernelFile(StringRef Text, StringRef Name,
                                   unsigned File, const KernelReading &How) {
  const unsigned VectorBytes = vectorBytes(Text);
  if (How.Known || How.Threads > 1) {
    const std::string Code = withoutIncludes(Text);
    if (const auto Texts = KernelTexts::split(Code))
      if (auto Kernels =
              ApartReader(*Texts, Name, File, VectorBytes, How).run())
        return std::move(*Kernels);
  }
  const auto Tree = parseKernels(Text, Name, VectorBytes);
  return Tree ? readKernels(Tree->getASTContext(), File)
              : std::vector<Kernel>();
}

} // namespace aoti_tidy
