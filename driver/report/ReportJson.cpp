// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/report/Report.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

class JsonWriter {
public:
  JsonWriter(llvm::raw_ostream &OS, unsigned Indent)
      : J(OS, Indent), Root(repositoryRoot(workingDirectory())) {}

  void write(const Report &R) {
    J.object([&] {
      J.attribute("version", 1);
      J.attributeObject("tool", [&] {
        J.attribute("name", "aoti-tidy");
        J.attribute("version", AOTI_TIDY_VERSION);
      });
      J.attributeArray("findings", [&] {
        for (const Finding &F : R.Result.Findings)
          J.object([&] { writeFinding(F); });
      });
      J.attributeArray("errors", [&] {
        for (const Obstacle &O : obstaclesOf(R))
          J.object([&] { writePlace(O.Where, O.Message); });
      });
      J.attributeObject("files", [&] { writeFiles(R); });
      J.attributeArray("runs", [&] {
        for (const RunRecord &Run : R.Result.Runs)
          writeRun(Run);
      });
      writeFixed(R);
      J.attribute("exitCode", static_cast<int>(R.Exit));
    });
  }

  /// An object of its own.
  void writeLine(llvm::StringRef Type, llvm::function_ref<void()> Write) {
    J.object([&] {
      J.attribute("type", Type);
      Write();
    });
  }

  void writeFiles(const Report &R) {
    J.attribute("linted", R.Linted);
    J.attribute("skipped", R.Skipped);
    J.attribute("cached", R.Cached);
    J.attributeArray("leftOut", [&] {
      for (const auto &[Kind, All] :
           {std::pair("folder", R.Folders), std::pair("file", R.LeftOutFiles)})
        for (const LeftOut &Of : All)
          J.object([&] {
            J.attribute(Kind, utf8(displayPath(Of.Path, Root)));
            J.attribute("reason", utf8(Of.Reason));
          });
    });
  }

  /// Writes the findings that are gone.
  void writeFixed(const Report &R) {
    if (R.Fixed)
      J.attributeObject("fixed", [&] {
        J.attribute("findings", R.Fixed->Findings);
        J.attribute("files", R.Fixed->Files.size());
      });
  }

  void writeSummary(const Report &R) {
    J.attributeObject("files", [&] { writeFiles(R); });
    writeFixed(R);
    J.attribute("exitCode", static_cast<int>(R.Exit));
  }

  void writePlace(const Location &Where, llvm::StringRef Message) {
    J.attribute("file", utf8(displayPath(Where.File, Root)));
    J.attribute("line", Where.Line);
    J.attribute("column", Where.Column);
    J.attribute("message", utf8(Message));
  }

  void writeFinding(const Finding &F) {
    const CheckInfo *Check = findRule(F.Check);
    J.attribute("check", F.Check);
    J.attribute("severity", name(F.Severity));
    J.attribute("tier", Check ? name(Check->Tier) : "");
    J.attribute("file", utf8(displayPath(F.Where.File, Root)));
    J.attribute("line", F.Where.Line);
    J.attribute("column", F.Where.Column);
    J.attribute("endLine", F.EndLine);
    J.attribute("endColumn", F.EndColumn);
    J.attribute("message", utf8(F.Message));
    J.attributeArray("notes", [&] {
      for (const Note &N : F.Notes)
        J.object([&] { writePlace(N.Where, N.Message); });
    });
    J.attributeArray("fixes", [&] {
      writeFix(F.Fix, /*Safe=*/true);
      for (const Note &N : F.Notes)
        writeFix(N.Fix, /*Safe=*/false);
    });
    J.attribute("fingerprint", F.Fingerprint);
    J.attribute("code", Check ? Check->code() : "");
    if (const std::string Page = Check ? Check->address() : ""; !Page.empty())
      J.attribute("url", Page);
  }

private:
  void writeRun(const RunRecord &R) {
    J.object([&] {
      J.attribute("file", utf8(displayPath(R.File, Root)));
      J.attribute("line", R.Line);
      J.attribute("column", R.Column);
      if (R.Package.empty())
        J.attribute("whyNoPackage", utf8(R.WhyNoPackage));
      else
        J.attributeObject("package", [&] {
          J.attribute("path", utf8(displayPath(R.Package, Root)));
          J.attribute("foundBy", utf8(R.FoundBy));
          J.attribute("device", R.Device);
        });
      if (R.LoaderLine)
        J.attributeObject("loader", [&] {
          J.attribute("file", utf8(displayPath(R.LoaderFile, Root)));
          J.attribute("line", R.LoaderLine);
        });
      if (R.EachInput)
        J.attributeObject("eachInput", [&] { writeInput(*R.EachInput); });
      if (!R.Inputs)
        return J.attribute("whyNoInputs", utf8(R.WhyNoInputs));
      J.attributeArray("inputs", [&] {
        for (const InputRecord &I : *R.Inputs)
          J.object([&] { writeInput(I); });
      });
    });
  }

  void writeInput(const InputRecord &I) {
    writeKnown("device", I.Device);
    writeKnown("dtype", I.Type);
    writeKnown("shape", I.Sizes);
    if (!I.WhyNot.empty())
      J.attribute("whyNot", utf8(I.WhyNot));
  }

  /// Writes a text if it is known.
  void writeKnown(llvm::StringRef Name, const KnownText &K) {
    if (K.Text.empty())
      return;
    J.attributeObject(Name, [&] {
      J.attribute("value", utf8(K.Text));
      if (K.Line)
        J.attribute("line", K.Line);
    });
  }

  void writeFix(llvm::ArrayRef<Edit> Fix, bool Safe) {
    for (const Edit &E : Fix)
      J.object([&] {
        J.attribute("file", utf8(displayPath(E.File, Root)));
        J.attribute("offset", E.Where.Begin);
        J.attribute("length", E.Where.length());
        J.attribute("replacement", utf8(E.Replacement));
        J.attribute("safe", Safe);
      });
  }

  llvm::json::OStream J;
  const std::string Root;
};

} // namespace

std::vector<std::string> writeJson(const Report &R, llvm::raw_ostream &OS) {
  JsonWriter(OS, /*Indent=*/2).write(R);
  OS << '\n';
  return {};
}

std::vector<std::string> writeJsonl(const Report &R, llvm::raw_ostream &OS) {
  const auto Line = [&](llvm::StringRef Type, auto Write) {
    JsonWriter W(OS, /*Indent=*/0);
    W.writeLine(Type, [&] { Write(W); });
    OS << '\n';
  };
  for (const Finding &F : R.Result.Findings)
    Line("finding", [&](JsonWriter &W) { W.writeFinding(F); });
  for (const Obstacle &O : obstaclesOf(R))
    Line("error", [&](JsonWriter &W) { W.writePlace(O.Where, O.Message); });
  Line("summary", [&](JsonWriter &W) { W.writeSummary(R); });
  return {};
}

} // namespace aoti_tidy
