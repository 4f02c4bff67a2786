// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/HeaderCache.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Record.h"
#include "driver/cxx/HeaderStandIns.h"
#include "driver/cxx/LeadingIncludes.h"
#include "driver/cxx/PrecompiledInputs.h"
#include "driver/cxx/WarmParse.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <fmt/format.h>

using namespace clang;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;

namespace aoti_tidy {

/// An entry of the cache.
class HeaderCache::Headers {
public:
  /// Takes an entry apart; null if it is none.
  static std::shared_ptr<Headers>
  read(std::unique_ptr<llvm::MemoryBuffer> Entry) {
    uint64_t Size = 0;
    if (!Entry || Entry->getBufferSize() < sizeof(Size))
      return nullptr;
    const StringRef Bytes = Entry->getBuffer();
    std::memcpy(&Size, Bytes.data(), sizeof(Size));
    const uint64_t Begin = llvm::alignTo(sizeof(Size) + Size, Alignment);
    auto Result = std::make_shared<Headers>();
    if (Size > Bytes.size() || Begin > Bytes.size() ||
        !fromRecord(Bytes.substr(sizeof(Size), Size), Result->Inputs))
      return nullptr;
    Result->Precompiled = Bytes.drop_front(Begin);
    Result->HashOfInputs = llvm::xxh3_64bits(Bytes.substr(sizeof(Size), Size));
    Result->Entry = std::move(Entry);
    return Result;
  }
  static llvm::SmallVector<char, 0> write(const PrecompiledInputs &Inputs,
                                          StringRef Precompiled) {
    const std::string Record = toRecord(Inputs);
    const uint64_t Size = Record.size();
    llvm::SmallVector<char, 0> Bytes;
    Bytes.reserve(sizeof(Size) + Size + Alignment + Precompiled.size());
    llvm::append_range(
        Bytes, StringRef(reinterpret_cast<const char *>(&Size), sizeof(Size)));
    llvm::append_range(Bytes, Record);
    Bytes.resize(llvm::alignTo(Bytes.size(), Alignment));
    llvm::append_range(Bytes, Precompiled);
    return Bytes;
  }

  /// Empty where they cannot be precompiled.
  StringRef Precompiled;
  PrecompiledInputs Inputs;
  uint64_t HashOfInputs = 0;
  std::set<llvm::sys::fs::UniqueID> Ids; ///< of the inputs

private:
  static constexpr uint64_t Alignment = 64;
  std::unique_ptr<llvm::MemoryBuffer> Entry;
};

namespace {

constexpr StringRef Kind = "headers";
/// Headers that a file had, and that were not precompiled.
constexpr StringRef WantedKind = "wanted";
/// A file that was parsed with precompiled headers, and could not be.
constexpr StringRef RejectedKind = "rejected";
/// The version of the format of headers, entries and keys.
constexpr StringRef Format = "5";
/// Where the parse sees them.
constexpr StringRef Folder = "/aoti-tidy/headers/";

std::string sourcePath(StringRef Key) { return (Folder + Key + ".h").str(); }
std::string precompiledPath(StringRef Key) {
  return (Folder + Key + ".pch").str();
}

/// A file's flags without what is its own.
struct SharedFlags {
  CompilerInvocation Invocation;
  /// Include folders of the project: searched before those of the system, and
  /// behind them.
  std::vector<std::string> Before, Behind;
  /// "ops_EXPORTS", which CMake defines for the target "ops", a shared library.
  /// It is for the target's own headers; who else has this word does not share.
  std::vector<std::string> Exports;

  bool isOfProject(StringRef File) const {
    return llvm::any_of(Behind, [&](StringRef Folder) {
      return File.starts_with(Folder) &&
             File.drop_front(Folder.size()).starts_with("/");
    });
  }
};

/// Nothing if the flags have what nobody has looked at here.
std::optional<SharedFlags> sharedFlags(const CompilerInvocation &Given,
                                       const FileManager &Files) {
  const FrontendOptions &Frontend = Given.getFrontendOpts();
  const PreprocessorOptions &Preprocessing = Given.getPreprocessorOpts();
  const LangOptions &Lang = Given.getLangOpts();
  if (Frontend.Inputs.size() != 1 || !Frontend.Inputs.front().isFile() ||
      !Lang.CPlusPlus || Lang.CUDA || Lang.ObjC || Lang.Modules ||
      !Preprocessing.Includes.empty() || !Preprocessing.MacroIncludes.empty() ||
      !Preprocessing.ImplicitPCHInclude.empty() ||
      !Given.getHeaderSearchOpts().VFSOverlayFiles.empty())
    return std::nullopt;
  SharedFlags Flags = {Given, {}, {}, {}};
  CompilerInvocation &Shared = Flags.Invocation;
  const auto Absolute = [&](StringRef Path) {
    llvm::SmallString<256> Result(Path);
    Files.makeAbsolutePath(Result);
    return Result.str().str();
  };
  const std::string File = Absolute(Frontend.Inputs.front().getFile());
  auto &Entries = Shared.getHeaderSearchOpts().UserEntries;
  llvm::erase_if(Entries, [&](HeaderSearchOptions::Entry &E) {
    E.Path = Absolute(E.Path);
    if (E.Group == frontend::Quoted || E.Group == frontend::Angled) {
      Flags.Before.push_back(E.Path);
      return true;
    }
    if (E.Group == frontend::After &&
        StringRef(File).starts_with(E.Path + "/")) {
      Flags.Behind.push_back(E.Path);
      return true;
    }
    return false;
  });
  llvm::erase_if(Shared.getPreprocessorOpts().Macros, [&](const auto &Macro) {
    const auto &[Text, IsUndefined] = Macro;
    const StringRef Name = StringRef(Text).split('=').first;
    if (IsUndefined || !Name.ends_with("_EXPORTS"))
      return false;
    Flags.Exports.push_back(Name.str());
    return true;
  });
  Shared.getFileSystemOpts().WorkingDir.clear();
  CodeGenOptions &Code = Shared.getCodeGenOpts();
  Code.MainFileName.clear();
  Code.DebugCompilationDir.clear();
  Code.CoverageCompilationDir.clear();
  return Flags;
}

std::string keyOf(const SharedFlags &Flags,
                  llvm::ArrayRef<LeadingIncludes::Header> Headers) {
  CompilerInvocation I(Flags.Invocation);
  I.getFrontendOpts().Inputs.front() = {
      "headers", Flags.Invocation.getFrontendOpts().Inputs.front().getKind()};
  llvm::BLAKE3 Hash;
  const auto Add = [&](StringRef Text) {
    Hash.update(Text);
    Hash.update(StringRef("\0", 1));
  };
  Add(Format);
  Add(CLANG_VERSION_STRING);
  Add(AOTI_TIDY_VERSION);
  for (const VirtualHeader &H : headerStandIns())
    Add(H.Text);
  for (const std::string &Arg : I.getCC1CommandLine())
    Add(Arg);
  for (const LeadingIncludes::Header &H : Headers) {
    Add(H.Name);
    Add(H.Path);
  }
  return llvm::toHex(Hash.final<16>(), /*LowerCase=*/true);
}

std::string textOf(llvm::ArrayRef<LeadingIncludes::Header> Headers) {
  std::string Text;
  for (const LeadingIncludes::Header &H : Headers)
    Text += "#include <" + H.Name + ">\n";
  return Text;
}

/// A compiler that says nothing.
void prepare(CompilerInstance &Compiler, FileManager &Files) {
  Compiler.setVirtualFileSystem(Files.getVirtualFileSystemPtr());
  Compiler.setFileManager(llvm::IntrusiveRefCntPtr<FileManager>(&Files));
  Compiler.createDiagnostics(new IgnoringDiagConsumer);
}

/// Looks at the beginning of a file.
LeadingIncludes leadingIncludes(const CompilerInvocation &Invocation,
                                const SharedFlags &Flags, FileManager &Files) {
  CompilerInstance Compiler(std::make_shared<CompilerInvocation>(Invocation));
  prepare(Compiler, Files);
  if (!Compiler.createTarget())
    return {};
  Compiler.createSourceManager();
  const FrontendInputFile &Input = Invocation.getFrontendOpts().Inputs.front();
  if (!Compiler.InitializeSourceManager(Input))
    return {};
  Compiler.createPreprocessor(TU_Complete);
  return aoti_tidy::leadingIncludes(
      Compiler.getPreprocessor(),
      [&](StringRef File) { return Flags.isOfProject(File); });
}

class NameRecorder : public PPCallbacks {
public:
  NameRecorder(PrecompiledInputs &Into, const SourceManager &SM)
      : Into(Into), SM(SM) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool IsAngled, CharSourceRange,
                          OptionalFileEntryRef File, StringRef Folder,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    // A header beside the one that includes it is looked for nowhere else.
    const auto From = SM.getFileEntryRefForID(SM.getFileID(Hash));
    if (!IsAngled && File && From && From->getDir().getName() == Folder)
      return;
    add(Name, File.has_value());
  }
  void HasInclude(SourceLocation, StringRef Name, bool,
                  OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    add(Name, File.has_value());
  }

private:
  void add(StringRef Name, bool IsFound) {
    if (Seen.insert(Name).second)
      Into.Names.push_back(Name.str());
    if (!IsFound && SeenMissing.insert(Name).second)
      Into.NamesNotFound.push_back(Name.str());
  }

  PrecompiledInputs &Into;
  const SourceManager &SM;
  llvm::StringSet<> Seen, SeenMissing;
};

/// Bodies are nobody's business here, whosever they are, and neither is what is left
/// to do at the end for the headers' own sake: each file would do it again.
class HeadersOnly : public SemaConsumer {
public:
  void InitializeSema(Sema &Given) override { S = &Given; }
  bool shouldSkipFunctionBody(Decl *) override { return true; }
  void HandleTranslationUnit(ASTContext &) override {
    S->VTableUses.clear();
    S->DelegatingCtorDecls.erase(
        S->DelegatingCtorDecls.begin(/*Source=*/nullptr),
        S->DelegatingCtorDecls.end());
  }

private:
  Sema *S = nullptr;
};

/// Whether a header may be included again with no effect: one of the standard
/// library, which says so of all of its headers ([using.headers]), or one that
/// says it itself.
bool hasNoSecondEffect(const LeadingIncludes::Header &H, Preprocessor &PP) {
  using tooling::stdlib::Lang;
  const std::string Name = "<" + H.Name + ">";
  for (const Lang L : {Lang::CXX, Lang::C})
    if (tooling::stdlib::Header::named(Name, L))
      return true;
  const auto File = PP.getFileManager().getOptionalFileRef(H.Path);
  return File && PP.getHeaderSearchInfo().isFileMultipleIncludeGuarded(*File);
}

class PrecompileAction : public ASTFrontendAction {
public:
  PrecompileAction(PrecompiledInputs &Names,
                   llvm::ArrayRef<LeadingIncludes::Header> Headers)
      : Names(Names), Headers(Headers) {}

  /// The file includes the headers itself, once more.
  bool HasSecondEffect = false;
  std::shared_ptr<PCHBuffer> Buffer = std::make_shared<PCHBuffer>();

protected:
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getLangOpts().CompilingPCH = true;
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(
        std::make_unique<NameRecorder>(Names, Compiler.getSourceManager()));
    std::vector<std::unique_ptr<ASTConsumer>> All;
    All.push_back(std::make_unique<HeadersOnly>());
    // Without times: what the headers are made of is compared by its text.
    All.push_back(std::make_unique<PCHGenerator>(
        PP, Compiler.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"",
        Buffer, Compiler.getCodeGenOpts(),
        Compiler.getFrontendOpts().ModuleFileExtensions,
        /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false));
    return std::make_unique<MultiplexConsumer>(std::move(All));
  }

  void EndSourceFileAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    HasSecondEffect = !llvm::all_of(
        Headers, [&](const auto &H) { return hasNoSecondEffect(H, PP); });
    for (const auto &Word : PP.getIdentifierTable())
      Names.Words.push_back(PrecompiledInputs::hashOfWord(Word.getKey()));
    llvm::sort(Names.Words);
    Names.Words.erase(llvm::unique(Names.Words), Names.Words.end());
  }

private:
  PrecompiledInputs &Names;
  const llvm::ArrayRef<LeadingIncludes::Header> Headers;
};

/// \p Base with files of ours in it.
llvm::IntrusiveRefCntPtr<vfs::FileSystem>
withFiles(llvm::IntrusiveRefCntPtr<vfs::FileSystem> Base,
          llvm::ArrayRef<std::pair<std::string, llvm::MemoryBufferRef>> Files) {
  auto Overlay =
      llvm::makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Base));
  auto Ours = llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[Path, Buffer] : Files)
    Ours->addFileNoOwn(Path, /*ModificationTime=*/0, Buffer);
  Overlay->pushOverlay(std::move(Ours));
  return Overlay;
}

/// The result of precompiling headers.
struct BuiltHeaders {
  PrecompiledInputs Inputs;
  std::shared_ptr<PCHBuffer> Buffer; ///< null if it is not possible
};

/// Nothing where not even that it is not possible may be kept.
std::optional<BuiltHeaders>
build(const SharedFlags &Flags, const std::string &Key,
      llvm::ArrayRef<LeadingIncludes::Header> Headers, FileManager &Files) {
  const std::string Source = textOf(Headers);
  const llvm::sys::TimePoint<> Begin = std::chrono::system_clock::now();
  InputLog Log;
  auto Recorder = llvm::makeIntrusiveRefCnt<HeaderInputs>(
      Files.getVirtualFileSystemPtr(), Log);
  const auto Input = llvm::MemoryBuffer::getMemBuffer(Source, "");
  auto Invocation = std::make_shared<CompilerInvocation>(Flags.Invocation);
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.Inputs.front() = {
      sourcePath(Key),
      Flags.Invocation.getFrontendOpts().Inputs.front().getKind()};
  Frontend.SkipFunctionBodies = true;
  Invocation->getLangOpts().PCHInstantiateTemplates = true;
  // One error is enough to know that it cannot be done.
  Invocation->getDiagnosticOpts().ErrorLimit = 1;
  auto OwnFiles = llvm::makeIntrusiveRefCnt<FileManager>(
      Invocation->getFileSystemOpts(),
      withFiles(Recorder, {{sourcePath(Key), Input->getMemBufferRef()}}));
  PrecompiledInputs Names;
  PrecompileAction Action(Names, Headers);
  CompilerInstance Compiler(std::move(Invocation));
  prepare(Compiler, *OwnFiles);
  const bool IsDone = Compiler.ExecuteAction(Action) &&
                      !Compiler.getDiagnostics().hasErrorOccurred() &&
                      Action.Buffer->IsComplete && !Action.HasSecondEffect;
  auto Inputs = Log.inputs(Begin);
  // An editor's text is for its own run only.
  if (!Inputs || llvm::any_of(*Inputs, [](const auto &I) {
        llvm::sys::fs::UniqueID Id;
        return I.isRead() && !unsavedTexts().empty() &&
               (llvm::sys::fs::getUniqueID(I.Path, Id) ||
                unsavedTexts().contains(Id));
      }))
    return std::nullopt;
  Names.Files = std::move(*Inputs);
  return BuiltHeaders{std::move(Names), IsDone ? Action.Buffer : nullptr};
}

} // namespace

std::vector<Input> HeaderCache::Parse::dependsOn() const {
  std::vector<Input> All = Inputs->Files;
  const auto AddAbsent = [&](StringRef In, llvm::ArrayRef<std::string> Names) {
    for (const std::string &Name : namesToLookFor(In, Names))
      All.push_back({Name, Input::Kind::Missing});
  };
  for (const std::string &In : Before)
    AddAbsent(In, Inputs->Names);
  for (const std::string &In : Behind)
    AddAbsent(In, Inputs->NamesNotFound);
  return All;
}

HeaderCache::HeaderCache(CacheFolder Folder, llvm::StringSet<> HaveCommonFlags)
    : Folder(std::move(Folder)), HaveCommonFlags(std::move(HaveCommonFlags)) {}
HeaderCache::~HeaderCache() = default;

std::shared_ptr<const HeaderCache::Headers>
HeaderCache::load(const std::string &Key) const {
  auto Loaded = Headers::read(Folder.get(Kind, Key));
  return Loaded && Loaded->Inputs.areUnchanged(Loaded->Ids) ? Loaded : nullptr;
}

bool HeaderCache::isTimeFor(const std::string &Key, StringRef File) const {
  if (HaveCommonFlags.contains(File) || Folder.get(WantedKind, Key))
    return !WarmParse::get().LeavesHeaders;
  (void)Folder.put(WantedKind, Key, "");
  return false;
}

std::optional<HeaderCache::Parse>
HeaderCache::find(const CompilerInvocation &Invocation, FileManager &Files) {
  const auto Flags = sharedFlags(Invocation, Files);
  if (!Flags)
    return std::nullopt;
  const LeadingIncludes Includes = leadingIncludes(Invocation, *Flags, Files);
  if (Includes.Headers.empty())
    return std::nullopt;
  Parse Result;
  Result.Key = keyOf(*Flags, Includes.Headers);
  const StringRef File = Invocation.getFrontendOpts().Inputs.front().getFile();
  Result.KeyOfFile = TextHash::of((Result.Key + "\n" + File).str()).hex();
  if (Folder.get(RejectedKind, Result.KeyOfFile))
    return std::nullopt;
  const std::string Source = textOf(Includes.Headers);

  auto [It, IsNew] = Known.try_emplace(Result.Key);
  std::shared_ptr<const Headers> &Found = It->second;
  if (IsNew && !(Found = load(Result.Key)) && isTimeFor(Result.Key, File)) {
    // One that others build now will be there sooner than one of our own.
    constexpr std::chrono::seconds Patience(60);
    const auto Lock = Folder.lock(Kind, Result.Key, Patience);
    if (Lock && !(Found = load(Result.Key))) {
      if (auto Built = build(*Flags, Result.Key, Includes.Headers, Files)) {
        Found = keep(Result.Key, Built->Inputs,
                     Built->Buffer ? StringRef(Built->Buffer->Data.data(),
                                               Built->Buffer->Data.size())
                                   : "");
        Result.Use = HeaderUse::Built;
      }
    }
  }
  if (!Found || Found->Precompiled.empty())
    return std::nullopt;
  const PrecompiledInputs &Inputs = Found->Inputs;
  if (llvm::any_of(Flags->Before,
                   [&](const auto &F) { return hasAnyOf(F, Inputs.Names); }) ||
      llvm::any_of(
          Flags->Behind,
          [&](const auto &F) { return hasAnyOf(F, Inputs.NamesNotFound); }) ||
      llvm::any_of(Flags->Exports,
                   [&](const auto &M) { return Inputs.hasWord(M); }) ||
      llvm::any_of(Includes.Guards,
                   [&](const auto &G) { return Inputs.hasWord(G); }))
    return std::nullopt;

  Result.Identity = fmt::format("{} {} {} ", Result.Key, Found->HashOfInputs,
                                Includes.HashOfOwn);
  for (const auto &E : Invocation.getHeaderSearchOpts().UserEntries)
    Result.Identity += llvm::sys::fs::exists(E.Path) ? '1' : '0';
  Result.Read = &Found->Ids;
  Result.Inputs = &Inputs;
  Result.Before = Flags->Before;
  Result.Behind = Flags->Behind;
  Result.Source = llvm::MemoryBuffer::getMemBufferCopy(Source);
  Result.Files = llvm::makeIntrusiveRefCnt<FileManager>(
      Invocation.getFileSystemOpts(),
      withFiles(Files.getVirtualFileSystemPtr(),
                {{sourcePath(Result.Key), Result.Source->getMemBufferRef()},
                 {precompiledPath(Result.Key),
                  llvm::MemoryBufferRef(Found->Precompiled, "")}}));
  Result.Invocation = std::make_shared<CompilerInvocation>(Invocation);
  Result.Invocation->getPreprocessorOpts().ImplicitPCHInclude =
      precompiledPath(Result.Key);
  Result.Invocation->getLangOpts().PCHInstantiateTemplates = true;
  return Result;
}

std::shared_ptr<const HeaderCache::Headers>
HeaderCache::keep(const std::string &Key, const PrecompiledInputs &Inputs,
                  StringRef Precompiled) const {
  auto Entry = Headers::write(Inputs, Precompiled);
  // They are large, and a run may make many: its end is too late to look.
  if (Folder.put(Kind, Key, StringRef(Entry.data(), Entry.size())))
    Folder.prune(CacheFolder::DefaultMaxBytes, CacheFolder::DefaultMaxAge,
                 /*Always=*/true);
  auto Result = Headers::read(std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(Entry), /*RequiresNullTerminator=*/false));
  (void)Result->Inputs.areUnchanged(Result->Ids);
  return Result;
}

void HeaderCache::reject(const std::string &KeyOfFile) {
  (void)Folder.put(RejectedKind, KeyOfFile, "");
}

} // namespace aoti_tidy
