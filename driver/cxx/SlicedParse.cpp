// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SlicedParse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

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
      llvm::SmallString<256> Operators(E.Path);
      path::append(Operators, "ATen", "ops");
      if (!Files.getVirtualFileSystem().exists(Operators))
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
    const IdentifierInfo *Word = Name.getAsIdentifierInfo();
    if (!Word || !Of.Missed.empty() || isInHeader())
      return false;
    const auto *Namespace = cast<NamespaceDecl>(In->getPrimaryContext());
    const auto [It, IsNew] = NamesOf.try_emplace(Namespace);
    if (IsNew)
      It->second = &Cut[Namespace->getQualifiedNameAsString()];
    if (It->second->contains(Word->getName()))
      Of.Missed = "'" + Namespace->getQualifiedNameAsString() +
                  "::" + Word->getName().str() + "'";
    return false;
  }

  /// What \p D has is asked for here from now on, if it is ATen's.
  bool watch(Decl *D, bool IsInside = false) {
    if (auto *Namespace = dyn_cast<NamespaceDecl>(D)) {
      if (!IsInside && Namespace->getName() != SlicedHeaders::Namespace)
        return false;
      auto *Primary = cast<NamespaceDecl>(Namespace->getPrimaryContext());
      if (Watched.insert(Primary))
        Primary->setHasExternalVisibleStorage();
      IsInside = true;
    } else if (!isa<LinkageSpecDecl>(D)) {
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
    // What was asked for before is to be asked for here again.
    for (NamespaceDecl *Namespace : Watched)
      Namespace->setHasExternalVisibleStorage();
  }

private:
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
  llvm::SetVector<NamespaceDecl *> Watched;
  llvm::StringMap<llvm::StringSet<>> Cut; ///< by namespace
  llvm::DenseMap<const NamespaceDecl *, const llvm::StringSet<> *> NamesOf;
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
        !Of.Headers->isOperator(File->getName()))
      return;
    comeTo(Entered);
    // What a header includes before its operators does not see them.
    comeTo(SM.getFileID(SM.getIncludeLoc(Entered)));
  }

private:
  void comeTo(FileID Header) {
    const auto File = PP.getSourceManager().getFileEntryRefForID(Header);
    const SlicedHeaders::Cut *Cut =
        File ? Of.Headers->cutOf(File->getName()) : nullptr;
    if (!Cut || !Seen.insert(Cut).second)
      return;
    for (const auto &Word : Cut->Words)
      if (isForeignMacro(Word.getKey())) {
        Of.Missed = ("the macro '" + Word.getKey() + "'").str();
        return;
      }
    Into.add(*Cut);
  }

  /// Torch's own, TORCH_API, declare what they are written for.
  bool isForeignMacro(StringRef Word) const {
    const auto It = PP.getIdentifierTable().find(Word);
    if (It == PP.getIdentifierTable().end() ||
        !It->second->hasMacroDefinition())
      return false;
    const MacroInfo *Macro = PP.getMacroInfo(It->second);
    return Macro && !PP.getSourceManager()
                         .getFilename(Macro->getDefinitionLoc())
                         .starts_with(Of.Root);
  }

  SlicedParse &Of;
  Watch &Into;
  Preprocessor &PP;
  llvm::DenseSet<const SlicedHeaders::Cut *> Seen;
};

class SlicedParse::Consumer : public ASTConsumer {
public:
  Consumer(SlicedParse &Of, Preprocessor &PP)
      : Source(llvm::makeIntrusiveRefCnt<Watch>(Of, PP)) {
    PP.addPPCallbacks(std::make_unique<Entries>(Of, *Source, PP));
  }

  void Initialize(ASTContext &Given) override { Context = &Given; }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      // Not earlier: where there is a source at the beginning, Clang takes it
      // for one that has its builtin functions.
      if (Source->watch(D))
        Context->setExternalSource(Source);
    return true;
  }

private:
  ASTContext *Context = nullptr;
  const llvm::IntrusiveRefCntPtr<Watch> Source;
};

SlicedParse::SlicedParse(const CompilerInvocation &Invocation,
                         FileManager &Given, StringRef Root,
                         llvm::StringSet<> Mentioned)
    : Root(Root.rtrim('/').str() + "/"),
      Headers(llvm::makeIntrusiveRefCnt<SlicedHeaders>(
          Given.getVirtualFileSystemPtr(), Root, std::move(Mentioned))),
      Files(llvm::makeIntrusiveRefCnt<FileManager>(
          Invocation.getFileSystemOpts(), Headers)) {}
SlicedParse::~SlicedParse() = default;

std::unique_ptr<SlicedParse>
SlicedParse::begin(const CompilerInvocation &Invocation, FileManager &Files,
                   llvm::StringSet<> Mentioned) {
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
