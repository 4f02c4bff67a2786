// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/Dockerfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::vector<Instruction> instructionsOf(StringRef Text) {
  std::vector<Instruction> Result;
  bool Continues = false;
  StringRef HereDocument; // 'EOF' of 'RUN <<EOF'
  for (StringRef Line : llvm::split(Text, '\n')) {
    Line = Line.trim();
    if (!HereDocument.empty()) {
      if (Line == HereDocument)
        HereDocument = "";
      else
        Result.back().Text += (" ; " + Line).str();
      continue;
    }
    if (Line.empty() || Line.starts_with("#"))
      continue;
    if (!Continues) {
      const StringRef Word = Line.take_while(llvm::isAlpha);
      Result.push_back(
          {Word.upper(), "", static_cast<unsigned>(Line.data() - Text.data())});
      Line = Line.drop_front(Word.size()).ltrim();
    }
    if (!Line.contains("<<<"))
      HereDocument = Line.split("<<").second.ltrim("-'\"").take_while(
          [](char C) { return llvm::isAlnum(C) || C == '_'; });
    Continues = Line.consume_back("\\");
    Result.back().Text += (Line + " ").str();
  }
  return Result;
}

bool isServer(StringRef Name) {
  return llvm::is_contained({"uvicorn", "gunicorn", "hypercorn"}, Name);
}

/// The program of one command: 'python -O export.py', 'uvicorn app:app'.
std::optional<Start> startOf(llvm::ArrayRef<std::string> Words) {
  Start S;
  const auto Module = [&](StringRef Name) {
    S.Program = Name.split(':').first.str() + ".py";
    std::replace(S.Program.begin(), S.Program.end() - 3, '.', '/');
    return S;
  };
  // Words before the program that are none themselves.
  while (!Words.empty() &&
         (StringRef(Words[0]).starts_with("-") ||
          StringRef(Words[0]).contains('=') ||
          llvm::is_contained({"bash", "sh", "exec", "env", "time", "uv", "run",
                              "poetry", "nice", "sudo"},
                             Words[0])))
    Words = Words.drop_front();
  if (Words.empty())
    return std::nullopt;
  const StringRef Name = StringRef(Words[0]).substr(Words[0].rfind('/') + 1);
  bool Serves = isServer(Name);
  if (!Serves && Name != "torchrun" &&
      !(Name.starts_with("python") &&
        Name.find_first_not_of("0123456789.", 6) == StringRef::npos))
    return std::nullopt;
  for (size_t I = 1; I < Words.size(); ++I) {
    const StringRef Word = Words[I];
    if (Word.contains('$'))
      return std::nullopt;
    if (Serves) {
      if (Word.contains(':') && !Word.contains('/') && !Word.contains("::") &&
          llvm::isAlpha(Word.front()))
        return Module(Word);
    } else if (Word == "-m" && I + 1 < Words.size()) {
      Serves = isServer(Words[++I]);
      if (!Serves)
        return Module(Words[I]);
    } else if (Word == "-W" || Word == "-X") {
      ++I;
    } else if (Word.ends_with(".py")) {
      S.Program = Word.str();
      return S;
    } else if (Word == "-c" || !Word.starts_with("-")) {
      return std::nullopt;
    } else if (!Word.starts_with("--")) {
      S.IsOptimized |= Word.contains('O');
      S.IgnoresEnvironment |= Word.find_first_of("EI") != StringRef::npos;
    }
  }
  return std::nullopt;
}

void addStarts(StringRef Text, const Instruction &In, std::vector<Start> &To) {
  std::vector<std::string> Command, All = wordsOf(Text);
  All.push_back(";");
  for (const StringRef Word : All) {
    const StringRef Plain = Word.rtrim(";&|");
    if (!Plain.empty())
      Command.push_back(Plain.str());
    if (Plain == Word)
      continue;
    if (auto S = startOf(Command)) {
      S->In = &In;
      S->MayFail = Text.contains("||");
      To.push_back(std::move(*S));
    }
    Command.clear();
  }
}

} // namespace

std::vector<std::string> wordsOf(StringRef Text) {
  const bool IsJson = Text.ltrim().starts_with("[");
  llvm::SmallVector<StringRef> Words;
  llvm::SplitString(Text, Words, IsJson ? " \t\"'[]," : " \t\"'");
  return {Words.begin(), Words.end()};
}

std::vector<Stage> readDockerfile(StringRef Text) {
  std::vector<Stage> Result;
  for (Instruction &I : instructionsOf(Text)) {
    if (I.Keyword == "FROM") {
      Stage S;
      const auto Words = wordsOf(I.Text);
      for (size_t W = 0; W < Words.size(); ++W)
        if (StringRef(Words[W]).equals_insensitive("as") &&
            W + 1 < Words.size())
          S.Name = Words[W + 1];
        else if (S.Base.empty() && !StringRef(Words[W]).starts_with("--"))
          S.Base = Words[W];
      for (const auto &[At, Before] : llvm::enumerate(Result))
        if (!Before.Name.empty() &&
            StringRef(Before.Name).equals_insensitive(S.Base))
          S.Parent = static_cast<int>(At);
      Result.push_back(std::move(S));
    }
    if (!Result.empty())
      Result.back().All.push_back(std::move(I));
  }
  return Result;
}

std::vector<const Stage *> chainOf(const std::vector<Stage> &All,
                                   const Stage &S) {
  std::vector<const Stage *> Result = {&S};
  while (Result.back()->Parent >= 0)
    Result.push_back(&All[Result.back()->Parent]);
  return Result;
}

std::vector<Start> startsOf(const Stage &S) {
  std::vector<Start> Result;
  const Instruction *Entry = nullptr, *Command = nullptr;
  for (const Instruction &I : S.All) {
    if (I.Keyword == "RUN")
      addStarts(I.Text, I, Result);
    Entry = I.Keyword == "ENTRYPOINT" ? &I : Entry;
    Command = I.Keyword == "CMD" ? &I : Command;
  }
  // CMD is what ENTRYPOINT is given.
  const std::string Both =
      (Entry ? Entry->Text : "") + (Command ? Command->Text : "");
  if (!Both.empty())
    addStarts(Both, Command ? *Command : *Entry, Result);
  return Result;
}

std::optional<bool> optimizeIn(StringRef Text) {
  const auto [Before, Behind] = Text.split("PYTHONOPTIMIZE");
  if (Before.size() == Text.size() ||
      (!Before.empty() && !StringRef(" \t\"';").contains(Before.back())))
    return std::nullopt;
  // ENV PYTHONOPTIMIZE 1; 'PYTHONOPTIMIZE= python x.py' turns it off.
  StringRef Value = Behind;
  if (!Value.consume_front("=")) {
    if (!Value.starts_with(" "))
      return false;
    Value = Value.ltrim(" ");
  }
  Value = Value.ltrim("\"'").take_until(
      [](char C) { return StringRef(" \t\"';&").contains(C); });
  int Number = 1;
  // Any text counts for 1; of '$LEVEL', nothing is known.
  return !Value.empty() && !Value.contains('$') &&
         (Value.getAsInteger(10, Number) || Number != 0);
}

} // namespace aoti_tidy
