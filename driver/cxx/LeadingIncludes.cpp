// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/LeadingIncludes.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace clang;

namespace aoti_tidy {
namespace {

bool isOfTorch(StringRef Name) {
  return Name.starts_with("torch/") || Name.starts_with("ATen/") ||
         Name.starts_with("c10/");
}

struct WrittenInclude {
  StringRef Name;
  bool IsAngled;
  const char *End; ///< of its line
};

/// Parses the text behind 'include'; nothing if it is not plain.
std::optional<WrittenInclude> parseInclude(StringRef Rest) {
  // To Clang, each of them ends a line.
  const StringRef Line = Rest.take_front(Rest.find_first_of("\r\n"));
  StringRef Text = Line.trim(" \t");
  const bool IsAngled = Text.consume_front("<");
  if (!IsAngled && !Text.consume_front("\""))
    return std::nullopt;
  const size_t End = Text.find(IsAngled ? '>' : '"');
  if (End == 0 || End == StringRef::npos)
    return std::nullopt;
  const StringRef Name = Text.take_front(End),
                  Tail = Text.drop_front(End + 1).ltrim(" \t");
  // A comment may go on in the next line.
  if ((!Tail.empty() && !Tail.starts_with("//")) || Tail.ends_with("\\") ||
      Tail.ends_with("\?\?/") ||
      Name.find_first_of("<>\"\\") != StringRef::npos)
    return std::nullopt;
  return WrittenInclude{Name, IsAngled, Line.end()};
}

class Scanner {
public:
  Scanner(Preprocessor &PP, llvm::function_ref<bool(StringRef)> IsOfProject)
      : PP(PP), IsOfProject(IsOfProject) {}

  LeadingIncludes run() {
    const SourceManager &SM = PP.getSourceManager();
    const auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
    const auto Text = SM.getBufferOrNone(SM.getMainFileID());
    if (Main && Text)
      scan(*Main, Text->getBuffer());
    Torch.HashOfOwn = HashOfOwn;
    return std::move(Torch);
  }

private:
  /// False where something comes that may matter to headers behind it.
  bool scan(FileEntryRef File, StringRef Text) {
    constexpr unsigned MaxDepth = 16;
    if (Depth >= MaxDepth || !Seen.insert(&File.getFileEntry()).second)
      return false;
    ++Depth;
    const bool IsClean = scanDirectives(File, Text);
    --Depth;
    return IsClean;
  }

  bool scanDirectives(FileEntryRef File, StringRef Text) {
    const char *From = Text.begin();
    bool IsGuarded = false, IsFirst = true;
    for (;; IsFirst = false) {
      Lexer L(SourceLocation(), PP.getLangOpts(), Text.begin(), From,
              Text.end());
      const auto Next = [&] {
        Token T;
        L.LexFromRawLexer(T);
        return T;
      };
      const Token Hash = Next();
      if (Hash.is(tok::eof))
        return !IsGuarded;
      const Token Directive = Hash.is(tok::hash) ? Next() : Token(Hash);
      if (Hash.isNot(tok::hash) || Directive.isNot(tok::raw_identifier) ||
          Directive.isAtStartOfLine())
        return false;
      const StringRef Kind = Directive.getRawIdentifier();
      if (Kind == "include") {
        const auto Found = parseInclude(StringRef(
            L.getBufferLocation(), Text.end() - L.getBufferLocation()));
        if (!Found || !include(*Found, File))
          return false;
        From = Found->End;
        continue;
      }
      const Token Word = Next();
      if (Word.isAtStartOfLine() || Word.isNot(tok::raw_identifier)) {
        // '#endif' of the guard, with nothing behind it.
        return Kind == "endif" && std::exchange(IsGuarded, false) &&
               Word.is(tok::eof);
      }
      if (Kind == "pragma" && Word.getRawIdentifier() == "once") {
        From = L.getBufferLocation();
        continue;
      }
      // #ifndef OWN_H
      // #define OWN_H
      if (Kind != "ifndef" || !IsFirst || Depth == 1)
        return false;
      const Token Second = Next(), Define = Next(), Guard = Next();
      if (Second.isNot(tok::hash) || Define.isNot(tok::raw_identifier) ||
          Define.getRawIdentifier() != "define" ||
          Guard.isNot(tok::raw_identifier) ||
          Guard.getRawIdentifier() != Word.getRawIdentifier())
        return false;
      From = L.getBufferLocation();
      const Token Behind = Next();
      if (Behind.isNot(tok::eof) && !Behind.isAtStartOfLine())
        return false;
      IsGuarded = true;
      All.Guards.push_back(Guard.getRawIdentifier().str());
    }
  }

  OptionalFileEntryRef find(const WrittenInclude &I, bool IsAngled,
                            FileEntryRef From) {
    const std::pair<OptionalFileEntryRef, DirectoryEntryRef> Includer(
        From, From.getDir());
    HeaderSearch &Search = PP.getHeaderSearchInfo();
    // It wants to know what includes: of the main file, nobody has asked yet.
    (void)Search.getFileInfo(From);
    return Search.LookupFile(
        I.Name, SourceLocation(), IsAngled, /*FromDir=*/nullptr,
        /*CurDir=*/nullptr, Includer, /*SearchPath=*/nullptr,
        /*RelativePath=*/nullptr, /*RequestingModule=*/nullptr,
        /*SuggestedModule=*/nullptr, /*IsMapped=*/nullptr,
        /*IsFrameworkFound=*/nullptr);
  }

  bool include(const WrittenInclude &I, FileEntryRef From) {
    const OptionalFileEntryRef Header = find(I, I.IsAngled, From);
    if (!Header)
      return false;
    const bool IsSystem =
        SrcMgr::isSystem(PP.getHeaderSearchInfo().getFileDirFlavor(*Header));
    if (!IsSystem || IsOfProject(Header->getName())) {
      auto Text = PP.getFileManager().getBufferForFile(*Header);
      if (!Text)
        return false;
      Texts.push_back(std::move(*Text));
      HashOfOwn = 31 * HashOfOwn + llvm::xxh3_64bits(Texts.back()->getBuffer());
      return scan(*Header, Texts.back()->getBuffer());
    }
    // It is to be found without the file that includes it.
    if (!I.IsAngled) {
      const OptionalFileEntryRef Same = find(I, /*IsAngled=*/true, From);
      if (!Same || &Same->getFileEntry() != &Header->getFileEntry())
        return false;
    }
    All.Headers.push_back({I.Name.str(), Header->getName().str()});
    if (isOfTorch(I.Name))
      Torch = All;
    return true;
  }

  Preprocessor &PP;
  const llvm::function_ref<bool(StringRef)> IsOfProject;
  LeadingIncludes All, Torch;
  std::set<const FileEntry *> Seen;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Texts;
  uint64_t HashOfOwn = 0;
  unsigned Depth = 0;
};

} // namespace

LeadingIncludes
leadingIncludes(Preprocessor &PP,
                llvm::function_ref<bool(StringRef)> IsOfProject) {
  return Scanner(PP, IsOfProject).run();
}

} // namespace aoti_tidy
