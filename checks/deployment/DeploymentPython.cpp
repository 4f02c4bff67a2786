// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script that compiles a package, held against the files that say where it
// runs.
#include "checks/common/PythonCheck.h"
#include "checks/deployment/DeploymentRule.h"
#include "checks/deployment/ImageFacts.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// How far above a script its project may begin.
constexpr unsigned MaxFolders = 5;
constexpr unsigned MaxDepth = 4;

constexpr StringRef Compilers[] = {torchname::AotiCompileAndPackage,
                                   torchname::InductorAotCompile,
                                   torchname::ExportAotCompile};

constexpr StringRef ServerDecorators[] = {".get(", ".post(", ".put(",
                                          ".on_event(", ".route("};

/// Whether \p N is executed whenever the file is: a function around it is
/// called so, or is one that a server calls.
bool surelyRuns(Node N, const File &F, unsigned Depth = 0) {
  for (Node Up = N.parent(); Up; Up = Up.parent()) {
    if (Up.is("if_statement") &&
        Up.field("condition").text().contains("__name__"))
      continue;
    if (Up.isAnyOf({"if_statement", "conditional_expression", "try_statement",
                    "while_statement", "match_statement", "lambda",
                    "boolean_operator", "class_definition"}))
      return false;
    if (!Up.is("function_definition"))
      continue;
    // @app.post("/load")
    if (Node Around = Up.parent();
        Around.is("decorated_definition") &&
        llvm::any_of(ServerDecorators, [&](StringRef Word) {
          return Around.text()
              .take_front(Up.begin() - Around.begin())
              .contains(Word);
        }))
      return true;
    const StringRef Name = Up.field("name").text();
    return Depth < MaxDepth &&
           llvm::any_of(
               F.names().calls(),
               [&](Node Call) {
                 return Call.field("function").text() == Name &&
                        surelyRuns(Call, F, Depth + 1);
               });
  }
  return true;
}

bool isDockerfile(StringRef Path) {
  const StringRef Name = path::filename(Path);
  return Name == "Dockerfile" || Name == "Containerfile" ||
         Name.starts_with("Dockerfile.") ||
         path::extension(Name).equals_insensitive(".dockerfile");
}

bool loadsPackages(StringRef Text) {
  return Text.contains("load_package") || Text.contains("aot_load") ||
         Text.contains("AOTIModelPackageLoader");
}

class Project {
public:
  Project(const File &F, const Call &Compile)
      : F(F), Compile(Compile), Files(*F.settings().Disk),
        Script(F.absolutePath()) {
    if (const Argument *Path = Compile.keyword("package_path"))
      if (const auto Known = F.values().wholeString(Path->Value))
        Package = path::filename(*Known).str();
    StringRef Folder = path::parent_path(Script);
    for (unsigned Up = 0; Up < MaxFolders && !Folder.empty(); ++Up) {
      readFolder(Folder, /*WithFolders=*/Up == 1);
      if (Files.exists(Folder + "/.git"))
        break;
      Folder = path::parent_path(Folder);
    }
  }

  void check(std::vector<Finding> &Out) {
    bool HasCompiler = true, IsSkewed = false, IsOptimized = false;
    for (const ImageFile &In : Images)
      for (const Stage &S : In.Stages)
        for (const Start &By : startsOf(S)) {
          if (!isProgram(By.Program, Script, In, S, Files))
            continue;
          HasCompiler = HasCompiler && !checkCompiler(In, S, By, Out);
          IsOptimized = IsOptimized || checkOptimized(In, S, By, Out);
          IsSkewed = IsSkewed || checkHosts(In, S, Out);
        }
    if (!IsSkewed)
      checkPins(Out);
  }

private:
  void read(const std::string &File, StringRef Context) {
    const std::string Text =
        isDockerfile(File) ? Files.textOf(File) : std::string();
    if (!Text.empty() && !StringRef(Text).contains("{{"))
      Images.push_back({File, Context.str(), readDockerfile(Text)});
  }

  void readFolder(StringRef Context, bool WithFolders) {
    for (const std::string &Entry : Files.entriesOf(Context)) {
      read(Entry, Context);
      if (llvm::is_contained({"docker", "dockerfiles"}, path::filename(Entry)))
        for (const std::string &Inner : Files.entriesOf(Entry))
          read(Inner, Context);
      else if (WithFolders && Entry != path::parent_path(Script))
        read(Entry + "/Dockerfile", Entry);
    }
  }

  /// Whether \p Folder, another one than the script's, has packages of its own:
  /// one there that is called the same may be another one.
  bool hasOwnPackages(StringRef Folder) const {
    return Folder != path::parent_path(Script) &&
           llvm::any_of(Files.entriesOf(Folder), [&](StringRef File) {
             return File.ends_with(".py") && File != Script &&
                    StringRef(Files.textOf(File))
                        .contains("aoti_compile_and_package");
           });
  }

  bool checkCompiler(const ImageFile &In, const Stage &S, const Start &By,
                     std::vector<Finding> &Out) {
    const auto Base = baseWithoutCompiler(In, S);
    if (!Base || By.MayFail || !surelyRuns(Compile.At, F) ||
        F.mentions("package_cpp_only") || F.mentions("CXX") ||
        F.mentions("cpp.cxx"))
      return false;
    Out.emplace_back(
        rangeOf(Compile.At.field("function")), noCompilerProblem(*Base),
        std::vector<Note>{{Location{In.Path, By.In->Offset}, StartNote}});
    return true;
  }

  bool checkOptimized(const ImageFile &In, const Stage &S, const Start &By,
                      std::vector<Finding> &Out) {
    const Instruction *At = By.In;
    std::string Cause = "-O";
    if (!By.IsOptimized) {
      const auto Here =
          By.In->Keyword == "RUN" ? optimizeIn(By.In->Text) : std::nullopt;
      At = By.IgnoresEnvironment ? nullptr
           : !Here               ? optimizedBy(In, S)
           : *Here               ? By.In
                                 : nullptr;
      Cause = "PYTHONOPTIMIZE";
    }
    if (!At)
      return false;
    for (const Call &C : F.calls()) {
      const Argument *Strict =
          C.Callee == torchname::Export ? C.keyword("strict") : nullptr;
      if (!Strict || !F.values().booleanOf(Strict->Value).value_or(false))
        continue;
      Out.emplace_back(rangeOf(Strict->Whole), optimizedProblem(Cause),
                       std::vector<Note>{{Location{In.Path, At->Offset},
                                          optimizedNote(Cause)}});
      return true;
    }
    return false;
  }

  bool tell(const NamedTorch &Exporter, const NamedTorch &Host,
            std::vector<Finding> &Out) const {
    auto Problem = torchSkewProblem(Exporter.Version, Host.Version);
    if (!Problem)
      return false;
    Out.emplace_back(
        rangeOf(Compile.At.field("function")), std::move(*Problem),
        std::vector<Note>{
            {Location{Exporter.File, Exporter.Offset},
             torchNote(Exporter, false)},
            {Location{Host.File, Host.Offset}, torchNote(Host, true)}});
    return true;
  }

  /// Whether \p Text loads the package of the script.
  bool loadsIt(StringRef Text) const {
    return loadsPackages(Text) && !Package.empty() && Text.contains(Package);
  }

  /// The other stages that run the package that \p S compiles.
  bool checkHosts(const ImageFile &In, const Stage &S,
                  std::vector<Finding> &Out) {
    const auto Exporter = torchOf(In, S, Files);
    if (!Exporter)
      return false;
    for (const ImageFile &Of : Images)
      for (const Stage &Host : Of.Stages) {
        if (&Host != &S && !isHost(Of, Host, &Of == &In ? &S : nullptr))
          continue;
        std::string Text;
        for (const Instruction &I : Host.All)
          Text += I.Text + "\n";
        auto Torch = libtorchIn(Text, Of.Path);
        if (Torch)
          Torch->Offset = Host.All.front().Offset;
        else
          Torch = torchOf(Of, Host, Files);
        if (Torch && tell(*Exporter, *Torch, Out))
          return true;
      }
    return false;
  }

  bool isHost(const ImageFile &In, const Stage &S, const Stage *Exporter) {
    bool Loads = Exporter && copiesPackage(In, S, *Exporter);
    for (const Start &By : startsOf(S)) {
      if (isProgram(By.Program, Script, In, S, Files))
        return false;
      Loads |= loadsIt(Files.textOf(In.Context + "/" + By.Program));
    }
    return Loads && (Exporter || !hasOwnPackages(In.Context));
  }

  /// Projects without images: what pip and CMake get.
  void checkPins(std::vector<Finding> &Out) {
    const auto Exporter = pinFor(Script, Files);
    if (!Exporter || Package.empty())
      return;
    const StringRef Folder = path::parent_path(Script),
                    Above = path::parent_path(Folder);
    std::vector<std::string> Folders = {Folder.str()};
    for (StringRef Around : {Folder, Above})
      for (const std::string &Entry : Files.entriesOf(Around))
        if (!path::filename(Entry).starts_with(".") && Files.isFolder(Entry) &&
            Entry != Folder)
          Folders.push_back(Entry);
    if (!Files.exists(Folder + "/.git"))
      Folders.push_back(Above.str());
    for (const std::string &In : Folders) {
      const auto Libtorch = libtorchIn(Files.textOf(In + "/CMakeLists.txt"),
                                       In + "/CMakeLists.txt");
      std::vector<std::string> Hosts = Files.entriesOf(In);
      llvm::append_range(Hosts, Files.entriesOf(In + "/src"));
      for (const std::string &Host : Hosts) {
        const StringRef Kind = path::extension(Host);
        if (Host == Script ||
            !(Kind == ".py" ||
              (Libtorch && llvm::is_contained({".cpp", ".cc", ".cu"}, Kind))))
          continue;
        const auto Torch = Kind == ".py" ? pinFor(Host, Files) : Libtorch;
        if (Torch && Torch->Version != Exporter->Version &&
            loadsIt(Files.textOf(Host)) && !hasOwnPackages(In)) {
          tell(*Exporter, *Torch, Out);
          return;
        }
      }
    }
  }

  const File &F;
  const Call &Compile;
  const ProjectFiles Files;
  const std::string Script;
  std::string Package; ///< the name of its file, if it is known
  std::vector<ImageFile> Images;
};

} // namespace

static std::vector<Finding> deployment(const File &F) {
  std::vector<Finding> Result;
  if (path::extension(F.path()) != ".py")
    return Result;
  for (const Call &C : F.calls())
    if (llvm::is_contained(Compilers, StringRef(C.Callee))) {
      Project(F, C).check(Result);
      // Several packages are all compiled there.
      break;
    }
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"aoti_compile_and_package",
                                      "aot_compile"};

const Check DeploymentPython = {deployment, Words};

} // namespace aoti_tidy::python
