// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SlicedParse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// The folder that '<ATen/ops/...>' is found in, as the flags spell it; nothing
/// if it is none of the system's.
std::optional<std::string> torchRoot(const CompilerInvocation &Invocation,
                                     FileManager &Files) {
  // In the order in which Clang searches.
  for (const auto Groups : {std::pair(frontend::Quoted, frontend::Angled),
                            std::pair(frontend::System, frontend::CXXSystem),
                            std::pair(frontend::After, frontend::After)})
    for (const HeaderSearchOptions::Entry &E :
         Invocation.getHeaderSearchOpts().UserEntries) {
      if (E.Group != Groups.first && E.Group != Groups.second)
        continue;
      if (!Files.getVirtualFileSystem().exists(E.Path + "/ATen/ops"))
        continue;
      if (E.Group != frontend::System)
        return std::nullopt;
      return E.Path;
    }
  return std::nullopt;
}

} // namespace

/// Sees what anything asks a namespace for. It knows of no declaration.
class SlicedParse::Watch : public ExternalASTSource {
public:
  Watch(SlicedParse &Of, const Preprocessor &PP) : Of(Of), PP(PP) {}

  bool FindExternalVisibleDeclsByName(const DeclContext *In,
                                      DeclarationName Name,
                                      const DeclContext *) override {
    if (!isInHeader())
      note(const_cast<NamespaceDecl *>(cast<NamespaceDecl>(In)), Name);
    return false;
  }

  /// \p Class is declared in what is left, and asked for more.
  void CompleteType(TagDecl *Class) override { noteIncomplete(Class); }

  /// Lookups in \p D come here from now on, if it is torch's.
  bool watch(Decl *D, bool IsInside = false) {
    if (auto *Namespace = dyn_cast<NamespaceDecl>(D)) {
      if (!IsInside && !SlicedHeaders::isSlicedNamespace(Namespace->getName()))
        return false;
      auto *Primary = cast<NamespaceDecl>(Namespace->getPrimaryContext());
      if (Watched
              .try_emplace(Primary, WatchedNamespace(
                                        Primary->getQualifiedNameAsString()))
              .second)
        Primary->setHasExternalVisibleStorage();
      IsInside = true;
    } else if (!isa<LinkageSpecDecl>(D)) {
      if (IsInside)
        watchIncomplete(D);
      return false;
    }
    bool IsWatched = IsInside;
    for (Decl *Inner : cast<DeclContext>(D)->noload_decls())
      IsWatched |= watch(Inner, IsInside);
    return IsWatched;
  }

  /// From here on, \p What would be there.
  void add(const SlicedHeaders::Cut &What) {
    for (const auto &[Namespace, Names] : What.Names)
      for (const auto &Name : Names)
        Cut[Namespace].insert(Name.getKey());
    for (const auto &Namespace : What.Namespaces)
      CutNamespaces.insert(Namespace.getKey());
    for (auto &[Namespace, W] : Watched) {
      W.IsCut = std::nullopt;
      // Earlier lookups are to come here again.
      if (What.Names.contains(W.Name) || isCut(W))
        Namespace->setHasExternalVisibleStorage();
    }
  }

  /// A header of torch's has just declared what is watched: from now on, what it
  /// mentions of templates that are only declared is asked for as well.
  void watchMentioned() {
    for (ClassTemplateDecl *Template : Incomplete)
      for (auto *Class : Template->specializations())
        if (WatchedClasses.insert(Class).second)
          Class->setHasExternalLexicalStorage();
  }

  /// When all is parsed.
  void finish() {
    for (ClassTemplateDecl *Template : Incomplete)
      if (!Template->getTemplatedDecl()->getDefinition() &&
          !llvm::all_of(Template->specializations(), [&](const auto *Class) {
            return WatchedClasses.contains(Class);
          }))
        noteIncomplete(Template);
  }

private:
  struct WatchedNamespace {
    explicit WatchedNamespace(std::string Name) : Name(std::move(Name)) {}

    std::string Name;
    std::optional<bool> IsCut; ///< nothing: nobody has asked
    const llvm::StringSet<> *CutNames = nullptr;
  };

  /// Whether \p W is to be as if it were empty.
  bool isCut(WatchedNamespace &W) const {
    if (!W.IsCut)
      W.IsCut = llvm::any_of(CutNamespaces, [&](const auto &Cut) {
        StringRef Rest = W.Name;
        return Rest.consume_front(Cut.getKey()) &&
               (Rest.empty() || Rest.starts_with("::"));
      });
    return *W.IsCut;
  }

  /// Somebody asks for \p Name of \p In.
  void note(NamespaceDecl *In, DeclarationName Name) {
    const auto It = Watched.find(cast<NamespaceDecl>(In->getPrimaryContext()));
    if (!Of.Missed.empty() || It == Watched.end())
      return;
    WatchedNamespace &W = It->second;
    if (!W.CutNames)
      W.CutNames = &Cut[W.Name];
    const IdentifierInfo *Word = Name.getAsIdentifierInfo();
    // Names of a missing header are asked for everywhere, to correct a typo.
    if (isCut(W) ? Of.HasMissingHeader
                 : !(Word && W.CutNames->contains(Word->getName())))
      return;
    Of.Missed = "'" + W.Name + "::" + Name.getAsString() + "'";
    Of.IsMissedInEmpty = isCut(W);
  }
  void noteIncomplete(NamedDecl *D) {
    note(cast<NamespaceDecl>(
             D->getDeclContext()->getEnclosingNamespaceContext()),
         D->getDeclName());
  }

  /// \p D is in a namespace.
  void watchIncomplete(Decl *D) {
    if (auto *Class = dyn_cast<TagDecl>(D)) {
      if (!Class->isThisDeclarationADefinition())
        Class->setHasExternalLexicalStorage();
    } else if (auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
      if (!Template->isThisDeclarationADefinition())
        Incomplete.push_back(Template);
    }
  }

  /// Whether a header of torch's is being parsed, and not what includes it, or
  /// the end of the unit, where templates are instantiated.
  bool isInHeader() const {
    const PreprocessorLexer *Current = PP.getCurrentFileLexer();
    const auto File =
        Current
            ? PP.getSourceManager().getFileEntryRefForID(Current->getFileID())
            : std::nullopt;
    return File && File->getName().starts_with(Of.Root);
  }

  SlicedParse &Of;
  const Preprocessor &PP;
  llvm::MapVector<NamespaceDecl *, WatchedNamespace> Watched;
  std::vector<ClassTemplateDecl *> Incomplete;
  llvm::DenseSet<const Decl *> WatchedClasses; ///< of such templates
  llvm::StringMap<llvm::StringSet<>> Cut;      ///< by namespace
  llvm::StringSet<> CutNamespaces;
};

/// Sees which sliced headers the parse comes to.
class SlicedParse::Entries : public PPCallbacks {
public:
  Entries(SlicedParse &Of, Watch &Into, Preprocessor &PP)
      : Of(Of), Into(Into), PP(PP) {}

  void FileChanged(SourceLocation At, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID Left) override {
    const SourceManager &SM = PP.getSourceManager();
    if (Reason == ExitFile)
      return comeTo(Left);
    const FileID Entered = SM.getFileID(At);
    const auto File = SM.getFileEntryRefForID(Entered);
    if (Reason != EnterFile || !File ||
        !Of.Headers->isCandidate(File->getName()))
      return;
    comeTo(Entered);
    // Headers that are included before the operators do not see them.
    comeTo(SM.getFileID(SM.getIncludeLoc(Entered)));
  }

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    const SourceManager &SM = PP.getSourceManager();
    const auto From = SM.getFileEntryRefForID(SM.getFileID(Hash));
    if (File && From && From->getName().starts_with(Of.Root) &&
        Of.Headers->isMissedBy(From->getName(), File->getName()) &&
        Of.Missed.empty())
      Of.Missed =
          ("the header '" + File->getName().drop_front(Of.Root.size()) + "'")
              .str();
  }

  bool FileNotFound(StringRef) override {
    Of.HasMissingHeader = true;
    return false;
  }

private:
  void comeTo(FileID Header) {
    const auto File = PP.getSourceManager().getFileEntryRefForID(Header);
    const SlicedHeaders::Cut *Cut =
        File ? Of.Headers->cutOf(File->getName()) : nullptr;
    if (!Cut || !Seen.insert(Cut).second)
      return;
    for (const auto &Word : Cut->Words)
      if (isForeignMacro(Word.getKey(), /*IsOfSystemForeign=*/true))
        return;
    for (const auto &Word : Cut->WordsOfNamespaces)
      if (isForeignMacro(Word.getKey(), /*IsOfSystemForeign=*/false))
        return;
    Into.add(*Cut);
  }

  /// Torch's own, TORCH_API, declare what they are written for.
  bool isForeignMacro(StringRef Word, bool IsOfSystemForeign) const {
    const auto It = PP.getIdentifierTable().find(Word);
    if (It == PP.getIdentifierTable().end() ||
        !It->second->hasMacroDefinition())
      return false;
    const MacroInfo *Macro = PP.getMacroInfo(It->second);
    if (!Macro)
      return false;
    const SourceManager &SM = PP.getSourceManager();
    const SourceLocation At = Macro->getDefinitionLoc();
    if (SM.getFilename(At).starts_with(Of.Root) ||
        (!IsOfSystemForeign && SM.isInSystemHeader(At)))
      return false;
    Of.Missed = ("the macro '" + Word + "'").str();
    return true;
  }

  SlicedParse &Of;
  Watch &Into;
  Preprocessor &PP;
  llvm::DenseSet<const SlicedHeaders::Cut *> Seen;
};

class SlicedParse::Consumer : public ASTConsumer {
public:
  Consumer(SlicedParse &Of, Preprocessor &PP)
      : Of(Of), Diagnostics(PP.getDiagnostics()),
        Source(llvm::makeIntrusiveRefCnt<Watch>(Of, PP)) {
    PP.addPPCallbacks(std::make_unique<Entries>(Of, *Source, PP));
  }

  void Initialize(ASTContext &Given) override { Context = &Given; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      // Not earlier: where there is a source at the beginning, Clang takes it
      // for one that has its builtin functions.
      if (Source->watch(D)) {
        Context->setExternalSource(Source);
        if (Context->getSourceManager()
                .getFilename(D->getLocation())
                .starts_with(Of.Root))
          Source->watchMentioned();
      }
    return !isInVain();
  }
  void HandleTranslationUnit(ASTContext &) override { Source->finish(); }

private:
  /// Whether all will be parsed in full.
  bool isInVain() const {
    return !Of.Missed.empty() ||
           (Of.isSliced() && Diagnostics.hasErrorOccurred() &&
            !Of.HasMissingHeader);
  }

  SlicedParse &Of;
  const DiagnosticsEngine &Diagnostics;
  ASTContext *Context = nullptr;
  const llvm::IntrusiveRefCntPtr<Watch> Source;
};

SlicedParse::SlicedParse(const CompilerInvocation &Invocation,
                         FileManager &Given, StringRef Root,
                         MentionedWords Mentioned)
    : Root(Root.rtrim('/').str() + "/"),
      Headers(llvm::makeIntrusiveRefCnt<SlicedHeaders>(
          Given.getVirtualFileSystemPtr(), Root, std::move(Mentioned))),
      Files(llvm::makeIntrusiveRefCnt<FileManager>(
          Invocation.getFileSystemOpts(), Headers)) {}
SlicedParse::~SlicedParse() = default;

std::unique_ptr<SlicedParse>
SlicedParse::begin(const CompilerInvocation &Invocation, FileManager &Files,
                   MentionedWords Mentioned) {
  const PreprocessorOptions &Preprocessing = Invocation.getPreprocessorOpts();
  const LangOptions &Lang = Invocation.getLangOpts();
  if (!Lang.CPlusPlus || Lang.ObjC || Lang.Modules ||
      !Preprocessing.Includes.empty() || !Preprocessing.MacroIncludes.empty() ||
      !Preprocessing.ImplicitPCHInclude.empty() ||
      !Invocation.getHeaderSearchOpts().VFSOverlayFiles.empty())
    return nullptr;
  const auto Root = torchRoot(Invocation, Files);
  if (!Root)
    return nullptr;
  return std::unique_ptr<SlicedParse>(
      new SlicedParse(Invocation, Files, *Root, std::move(Mentioned)));
}

std::unique_ptr<ASTConsumer>
SlicedParse::makeConsumer(CompilerInstance &Compiler) {
  return std::make_unique<Consumer>(*this, Compiler.getPreprocessor());
}

} // namespace aoti_tidy
