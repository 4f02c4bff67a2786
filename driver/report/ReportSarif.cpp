// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/report/Report.h"
#include "driver/report/SarifText.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/JSON.h"
#include <fmt/format.h>

// Not on clang/Basic/Sarif.h: that has no fixes, no fingerprints, no
// invocations and no paths relative to a root.
namespace aoti_tidy {
namespace {

/// The limits of GitHub's code scanning; it refuses a report beyond them.
/// docs.github.com: 'SARIF support for code scanning'
namespace limits {
constexpr size_t Results = 25'000, Locations = 1'000;
constexpr size_t GzippedBytes = 10'000'000;
} // namespace limits

/// 'aoti-debug-flag' as SARIF wants the names of rules: 'AotiDebugFlag'.
std::string pascalCase(llvm::StringRef Id) {
  std::string Name;
  for (llvm::StringRef Word : llvm::split(Id, '-'))
    if (!Word.empty())
      Name += llvm::toUpper(Word.front()) + Word.drop_front().str();
  return Name;
}

class SarifWriter {
public:
  SarifWriter(const Report &R, llvm::ArrayRef<std::string> Notices,
              llvm::raw_ostream &OS)
      : R(R), Notices(Notices), J(OS, 1),
        Root(repositoryRoot(workingDirectory())) {
    for (const CheckInfo &C : allRules())
      Rules.push_back(C.Id.str());
    for (const Finding &F : R.Result.Findings)
      if (!llvm::is_contained(Rules, F.Check))
        Rules.push_back(F.Check);
  }

  void write(size_t Results) {
    J.object([&] {
      J.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      J.attribute("version", "2.1.0");
      J.attributeArray("runs", [&] { J.object([&] { writeRun(Results); }); });
    });
  }

private:
  void writeRun(size_t Results) {
    J.attributeObject("tool", [&] {
      J.attributeObject("driver", [&] {
        J.attribute("name", "aoti-tidy");
        J.attribute("semanticVersion", AOTI_TIDY_VERSION);
        if (const std::string Home = docsAddress(""); !Home.empty())
          J.attribute("informationUri", Home);
        J.attributeArray("rules", [&] {
          for (const std::string &Id : Rules)
            J.object([&] { writeRule(Id); });
        });
      });
    });
    J.attributeArray("invocations",
                     [&] { J.object([&] { writeInvocation(); }); });
    J.attributeObject("originalUriBaseIds", [&] {
      J.attributeObject("%SRCROOT%", [&] {
        J.attribute("uri", fmt::format("file://{}{}", uriOf(Root),
                                       Root.ends_with('/') ? "" : "/"));
      });
    });
    J.attribute("columnKind", "utf16CodeUnits");
    // As Clang counts lines.
    J.attributeArray("newlineSequences", [&] {
      for (const char *Break : {"\r\n", "\n", "\r"})
        J.value(Break);
    });
    J.attributeArray("results", [&] {
      for (const Finding &F :
           llvm::ArrayRef(R.Result.Findings).take_front(Results))
        J.object([&] { writeResult(F); });
    });
  }

  void writeRule(const std::string &Id) {
    J.attribute("id", Id);
    J.attribute("name", pascalCase(Id));
    const CheckInfo *C = findRule(Id);
    if (!C)
      return;
    if (const std::string Address = C->address(); !Address.empty())
      J.attribute("helpUri", Address);
    writeText("shortDescription", C->summary());
    writeText("fullDescription", C->introduction());
    J.attributeObject("help", [&] {
      J.attribute("text", C->page());
      J.attribute("markdown", C->page());
    });
    J.attributeObject("defaultConfiguration", [&] {
      J.attribute("enabled", C->Tier == Tier::Stable);
      J.attribute("level", "warning");
    });
    J.attributeObject("properties", [&] {
      if (!C->code().empty())
        J.attribute("code", C->code());
      J.attribute("tier", name(C->Tier));
      J.attribute("precision", C->Tier == Tier::Preview ? "medium" : "high");
      J.attribute("problem.severity",
                  C->Tier == Tier::Policy ? "recommendation" : "warning");
      J.attribute("fix", name(C->Fix));
      J.attribute("since", C->Since);
      J.attributeArray("tags", [&] {
        J.value("pytorch");
        J.value("aotinductor");
        J.value(name(C->reads()));
        if (readsPython(Id))
          J.value("python");
      });
    });
  }

  void writeInvocation() {
    J.attribute("executionSuccessful",
                R.Exit == ExitCode::Clean || R.Exit == ExitCode::Findings);
    J.attribute("exitCode", static_cast<int>(R.Exit));
    J.attributeArray("toolExecutionNotifications", [&] {
      for (const Obstacle &O : obstaclesOf(R))
        J.object([&] {
          J.attribute("level", "error");
          writeText("message", O.Message);
          if (!O.Where.File.empty())
            J.attributeArray("locations", [&] {
              J.object([&] { writePlace(O.Where, O.Where); });
            });
        });
      for (const std::string &Notice : Notices)
        J.object([&] {
          J.attribute("level", "warning");
          writeText("message", Notice);
        });
    });
  }

  void writeResult(const Finding &F) {
    J.attribute("ruleId", F.Check);
    J.attribute("ruleIndex", llvm::find(Rules, F.Check) - Rules.begin());
    J.attribute("level",
                F.Severity == Severity::Info ? "note" : name(F.Severity));
    std::string Text = textWithPlace(F.Where, F.Message);
    std::vector<const Note *> Placed;
    for (const Note &N : F.Notes)
      if (N.Where.File.empty())
        Text += "\nnote: " + N.Message;
      else
        Placed.push_back(&N);
    writeText("message", Text);
    J.attributeArray("locations", [&] {
      if (!F.Where.File.empty())
        J.object([&] {
          writePlace(F.Where, {F.Where.File, 0, F.EndLine, F.EndColumn});
        });
    });
    if (!Placed.empty())
      J.attributeArray("relatedLocations", [&] {
        for (size_t I = 0; I < std::min(Placed.size(), limits::Locations - 1);
             ++I)
          J.object([&] {
            J.attribute("id", I + 1);
            writePlace(Placed[I]->Where, endOf(*Placed[I]));
            writeText("message",
                      textWithPlace(Placed[I]->Where, Placed[I]->Message));
          });
      });
    if (readsEmittedCode(F.Check) && !Placed.empty())
      writeFlow(F, Placed);
    writeFixes(F);
    J.attributeObject("partialFingerprints",
                      [&] { J.attribute("aotiTidy/v1", F.Fingerprint); });
    J.attributeObject("properties", [&] {
      const CheckInfo *C = findRule(F.Check);
      J.attribute("tier", C ? name(C->Tier) : "");
    });
  }

  /// The notes lead from the access back to where its index comes from.
  void writeFlow(const Finding &F, llvm::ArrayRef<const Note *> Notes) {
    const auto Step = [&](const Location &Where, const Location &End,
                          llvm::StringRef Text) {
      J.object([&] {
        J.attributeObject("location", [&] {
          writePlace(Where, End);
          writeText("message", textWithPlace(Where, Text));
        });
      });
    };
    const auto Locations = [&] {
      J.attributeArray("locations", [&] {
        for (const Note *N : llvm::reverse(Notes.take_front(limits::Locations)))
          Step(N->Where, endOf(*N), N->Message);
        Step(F.Where, {F.Where.File, 0, F.EndLine, F.EndColumn}, F.Message);
      });
    };
    J.attributeArray("codeFlows", [&] {
      J.object([&] {
        J.attributeArray("threadFlows", [&] { J.object(Locations); });
      });
    });
  }

  void writeFixes(const Finding &F) {
    const bool HasFix =
        !F.Fix.empty() ||
        llvm::any_of(F.Notes, [](const Note &N) { return !N.Fix.empty(); });
    if (!HasFix)
      return;
    J.attributeArray("fixes", [&] {
      writeFix(F.Fix, F.Message, /*Safe=*/true);
      for (const Note &N : F.Notes)
        writeFix(N.Fix, N.Message, /*Safe=*/false);
    });
  }

  void writeFix(llvm::ArrayRef<Edit> Fix, llvm::StringRef Text, bool Safe) {
    if (Fix.empty())
      return;
    std::map<std::string, std::vector<const Edit *>> ByFile;
    for (const Edit &E : Fix)
      ByFile[E.File].push_back(&E);
    const auto Change = [&](const std::string &File,
                            llvm::ArrayRef<const Edit *> Edits) {
      writeArtifact(File);
      J.attributeArray("replacements", [&] {
        for (const Edit *E : Edits)
          J.object([&] {
            writeRegion("deletedRegion", R.Texts.locate(File, E->Where.Begin),
                        R.Texts.locate(File, E->Where.End));
            writeText("insertedContent", E->Replacement);
          });
      });
    };
    J.object([&] {
      writeText("description", Text);
      J.attributeArray("artifactChanges", [&] {
        for (const auto &[File, Edits] : ByFile)
          J.object([&] { Change(File, Edits); });
      });
      J.attributeObject("properties", [&] { J.attribute("safe", Safe); });
    });
  }

  void writeText(llvm::StringRef Key, llvm::StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", utf8(Text)); });
  }

  void writePlace(const Location &Begin, const Location &End) {
    const std::string InPackage = placeInPackage(Begin);
    if (!InPackage.empty())
      writeLogicalPlace(Begin, InPackage);
    J.attributeObject("physicalLocation", [&] {
      writeArtifact(openable(Begin).File);
      if (Begin.Line == 0 || !InPackage.empty())
        return;
      // A point is shown as one character.
      Location Last = End;
      if (std::tie(End.Line, End.Column) <=
          std::tie(Begin.Line, Begin.Column)) {
        Last = Begin;
        ++Last.Column;
      }
      writeRegion("region", Begin, Last);
    });
  }

  /// The kernel, and the line of its code.
  void writeLogicalPlace(const Location &Where, llvm::StringRef InPackage) {
    const auto &Kernels = R.Result.EmittedKernels;
    const auto Kernel = Kernels.find({Where.File, Where.Line});
    J.attributeArray("logicalLocations", [&] {
      J.object([&] {
        const bool IsKernel = Kernel != Kernels.end();
        J.attribute("name", utf8(IsKernel ? Kernel->second : InPackage));
        J.attribute("fullyQualifiedName", utf8(InPackage));
        J.attribute("kind", IsKernel ? "function" : "module");
      });
    });
  }

  void writeArtifact(llvm::StringRef File) {
    J.attributeObject("artifactLocation", [&] {
      const std::string Path = displayPath(File, Root);
      if (llvm::StringRef(Path).starts_with("/")) {
        J.attribute("uri", "file://" + uriOf(Path));
        return;
      }
      J.attribute("uri", uriOf(Path));
      J.attribute("uriBaseId", "%SRCROOT%");
    });
  }

  void writeRegion(llvm::StringRef Name, const Location &Begin,
                   const Location &End) {
    J.attributeObject(Name, [&] {
      J.attribute("startLine", Begin.Line);
      J.attribute("startColumn", columnOf(Begin.File, Begin));
      J.attribute("endLine", End.Line);
      J.attribute("endColumn", columnOf(Begin.File, End));
    });
  }

  unsigned columnOf(llvm::StringRef File, const Location &L) const {
    const Location Start = R.Texts.lineStart(File, L.Line);
    return utf16Column(R.Texts.lineAt(File, Start.Offset), L.Column);
  }

  Location endOf(const Note &N) const {
    return N.Ranges.empty() ? N.Where
                            : R.Texts.locate(N.Where.File, N.Ranges[0].End);
  }

  const Report &R;
  const llvm::ArrayRef<std::string> Notices;
  llvm::json::OStream J;
  const std::string Root;
  std::vector<std::string> Rules;
};

size_t gzippedSize(llvm::StringRef Text) {
  llvm::SmallVector<uint8_t> Out;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(Text), Out);
  return Out.size();
}

std::string render(const Report &R, size_t Results,
                   llvm::ArrayRef<std::string> Notices) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  SarifWriter(R, Notices, OS).write(Results);
  OS << '\n';
  return Text;
}

} // namespace

std::vector<std::string> writeSarif(const Report &R, llvm::raw_ostream &OS) {
  const size_t All = R.Result.Findings.size();
  size_t Results = std::min(All, limits::Results);
  while (true) {
    std::vector<std::string> Notices;
    if (Results < All)
      Notices.push_back(fmt::format(
          "the SARIF report has the first {} of {} findings: GitHub takes no "
          "file with more than 25,000, or of more than 10 MB; lint in parts",
          Results, All));
    const std::string Text = render(R, Results, Notices);
    // A small report need not be compressed to know its size.
    if (Results == 0 || Text.size() <= limits::GzippedBytes ||
        gzippedSize(Text) <= limits::GzippedBytes) {
      OS << Text;
      return Notices;
    }
    Results /= 2;
  }
}

} // namespace aoti_tidy
