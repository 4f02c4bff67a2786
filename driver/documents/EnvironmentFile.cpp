// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that set variables of the environment: Dockerfiles, shell scripts, and
// the YAML of workflows.
#include "driver/base/FileKinds.h"
#include "driver/documents/PythonExcerpt.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isNameChar(char C) {
  return llvm::isUpper(C) || llvm::isDigit(C) || C == '_';
}

/// "AOTI_X" of 'AOTI_X=1'; empty if the text begins otherwise.
StringRef nameIn(StringRef Text, char Behind) {
  const StringRef Name = Text.take_while(isNameChar);
  return !Name.empty() && !llvm::isDigit(Name.front()) &&
                 Text.drop_front(Name.size()).starts_with(StringRef(&Behind, 1))
             ? Name
             : StringRef();
}

/// A value without its quotes, if the variable is set to exactly that: nothing in
/// it is replaced.
std::optional<StringRef> literalIn(StringRef Value) {
  if (Value.size() >= 2 && (Value.front() == '"' || Value.front() == '\'') &&
      Value.back() == Value.front())
    Value = Value.drop_front().drop_back();
  return Value.find_first_of("\"'\\$`{}\t") == StringRef::npos &&
                 llvm::all_of(Value, llvm::isPrint)
             ? std::optional(Value)
             : std::nullopt;
}

/// Writes the Python that sets the same variables, line by line.
class Reader {
public:
  Reader(StringRef Text, EnvironmentKind K) : Text(Text), K(K) {}

  PythonExcerpts run() {
    for (StringRef Rest = Text; !Rest.empty(); ++LineNumber) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      Line = Line.trim();
      if (!HereDocument.empty()) {
        if (Line == HereDocument)
          HereDocument = "";
        InInstruction = false;
      } else if (Line.starts_with("#")) {
        comment(Line);
      } else {
        readLine(Line);
      }
    }
    return HasAny ? joinParts({Part}) : PythonExcerpts();
  }

private:
  void readLine(StringRef Line) {
    const bool Continues = Line.ends_with("\\");
    // Without a space before it the backslash stays: the word goes on in the
    // next line, and a value with a backslash is one that is not known.
    if (Continues && (Line.size() == 1 || llvm::isSpace(Line[Line.size() - 2])))
      Line = Line.drop_back();
    if (K == EnvironmentKind::Docker)
      docker(Line, Continues);
    else if (K == EnvironmentKind::Yaml)
      yaml(Line);
    else
      shell(Line, Continues);
  }

  /// 'EOT' of 'cat <<EOT': up to that line, there is text.
  void findHereDocument(StringRef Line) {
    const auto [Before, Behind] = Line.split("<<");
    // 'a <<< text', '(( 1 << N ))'
    if (Behind.empty() || Behind.starts_with("<") || Before.contains("(("))
      return;
    HereDocument = Behind.ltrim("- '\"").take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
  }

  /// ENV AOTI_X=1 TORCH_LOGS=aot, RUN AOTI_X=1 python export.py
  void docker(StringRef Line, bool Continues) {
    // Docker skips empty lines inside of an instruction.
    if (InInstruction && Line.empty())
      return;
    if (!InInstruction) {
      const StringRef Word = Line.take_while(llvm::isAlpha);
      Instruction = Word.upper();
      Line = Line.drop_front(Word.size()).ltrim();
    }
    InInstruction = Continues;
    if (Instruction == "RUN")
      return shell(Line, Continues);
    findHereDocument(Line);
    if (Instruction != "ENV" && Instruction != "ARG")
      return;
    // ENV NAME the rest of the line
    if (const StringRef Name = nameIn(Line, ' '); !Name.empty())
      return add(Name, Line.drop_front(Name.size()).trim());
    while (!Line.empty()) {
      const StringRef Word = takeWord(Line);
      if (!nameIn(Word, '=').empty())
        addWord(Word);
      if (Word.empty())
        Line = Line.drop_front();
    }
  }

  /// AOTI_X: "1", run: export AOTI_X=1
  void yaml(StringRef Line) {
    while (Line.consume_front("- "))
      Line = Line.ltrim();
    if (const StringRef Name = nameIn(Line, ':'); !Name.empty()) {
      const StringRef Value = Line.drop_front(Name.size() + 1).ltrim();
      const size_t Comment = Value.find(" #");
      const StringRef Trimmed = Value.take_front(Comment).trim();
      // A block, an anchor, a map are not read. Without a value, it is a key
      // with more below it.
      if (Trimmed.empty() || Trimmed == "null" ||
          StringRef("|>&*!{[~").contains(Trimmed.front()))
        return;
      add(Name, Trimmed);
      if (Comment != StringRef::npos)
        commentOfLine(Value.drop_front(Comment + 1));
      return;
    }
    Line.consume_front("run: ");
    shell(Line, /*Continues=*/false);
  }

  /// export AOTI_X=1; AOTI_X=1 serve; docker run -e AOTI_X=1. If the line
  /// \p Continues, what stands at its end is given to something.
  void shell(StringRef Rest, bool Continues) {
    llvm::SmallVector<StringRef, 4> Prefix; // 'AOTI_X=1' of 'AOTI_X=1 serve'
    const auto Flush = [&](bool IsGiven) {
      for (StringRef Word : Prefix)
        if (IsGiven)
          addWord(Word);
      Prefix.clear();
    };
    findHereDocument(Rest);
    // A command that the line before began goes on.
    if (!std::exchange(GoesOn, Continues)) {
      Exports = false;
      IsStart = true;
      Before = "";
    }
    while (!(Rest = Rest.ltrim()).empty()) {
      if (Rest.front() == '#') {
        Flush(Continues);
        return commentOfLine(Rest);
      }
      if (StringRef(";|&()").contains(Rest.front())) {
        Flush(false);
        Rest = Rest.drop_front();
        Exports = false;
        IsStart = true;
        continue;
      }
      StringRef Word = takeWord(Rest);
      const bool IsOption =
          Before == "-e" || Before == "--env" || Word.consume_front("--env=");
      Before = Word;
      const bool IsSet = !nameIn(Word, '=').empty();
      if (IsSet && (Exports || IsOption)) {
        addWord(Word);
      } else if (IsSet && IsStart) {
        Prefix.push_back(Word);
      } else if (Word == "export" || Word == "env") {
        Exports = true;
      } else if (IsStart &&
                 !llvm::is_contained(
                     {"sudo", "time", "exec", "then", "do", "else"}, Word)) {
        Flush(/*IsGiven=*/true);
        IsStart = false;
      }
    }
    Flush(Continues);
  }

  /// Up to what ends a word, quotes included.
  static StringRef takeWord(StringRef &Rest) {
    Rest = Rest.ltrim();
    size_t End = 0;
    char Quote = 0;
    for (; End < Rest.size(); ++End) {
      const char C = Rest[End];
      if (C == '\\' && Quote != '\'' && End + 1 < Rest.size())
        ++End;
      else if (Quote)
        Quote = C == Quote ? 0 : Quote;
      else if (C == '"' || C == '\'')
        Quote = C;
      else if (llvm::isSpace(C) || StringRef(";|&()").contains(C))
        break;
    }
    const StringRef Word = Rest.take_front(End);
    Rest = Rest.drop_front(Word.size());
    return Word;
  }

  void addWord(StringRef Word) {
    const StringRef Name = nameIn(Word, '=');
    add(Name, Word.drop_front(Name.size() + 1));
  }

  unsigned offsetOf(StringRef Slice) const {
    return static_cast<unsigned>(Slice.data() - Text.data());
  }

  void add(StringRef Name, StringRef Value) {
    const unsigned Begin = offsetOf(Name), End = Begin + Name.size();
    endLine(Begin);
    Part.addEscaped("os.environ[\"", Begin, 0);
    Part.add(Name, Begin);
    LineEnd = End;
    const auto Literal = literalIn(Value);
    if (!Literal)
      return Part.addEscaped("\"] = _", End, 0);
    const unsigned At = Literal->empty() ? End : offsetOf(*Literal);
    Part.addEscaped("\"] = ", End, 0);
    Part.addEscaped("\"", At, 0);
    Part.add(*Literal, At);
    LineEnd = At + Literal->size();
    Part.addEscaped("\"", LineEnd, 0);
  }

  /// Begins a line with the next text, unless that stands in the same line of the
  /// file. The newline maps to where the last line ended, or its range would go on
  /// to the next one. An empty line between the lines of others keeps a comment to
  /// the line below it.
  void endLine(unsigned Next) {
    if (!HasAny)
      Part.addEscaped("import os\n", Next, 0);
    else if (LineNumber == LastNumber)
      Part.addEscaped("; ", LineEnd, 0);
    else
      Part.addEscaped(LineNumber == LastNumber + 1 ? "\n" : "\n\n", LineEnd, 0);
    HasAny = true;
    LastNumber = LineNumber;
  }

  /// It may silence what follows, or what is on its line.
  void comment(StringRef Comment) {
    endLine(offsetOf(Comment));
    Part.add(Comment, offsetOf(Comment));
    LineEnd = offsetOf(Comment) + Comment.size();
  }
  void commentOfLine(StringRef Comment) {
    if (!HasAny || LastNumber != LineNumber)
      return;
    Part.addEscaped("  ", LineEnd, 0);
    Part.add(Comment, offsetOf(Comment));
    LineEnd = offsetOf(Comment) + Comment.size();
  }

  const StringRef Text;
  const EnvironmentKind K;
  PythonExcerpt::Part Part{{"\n", /*IsJson=*/false, /*IsReadOnly=*/false}};
  bool HasAny = false;
  unsigned LineEnd = 0;                    ///< in the file
  unsigned LineNumber = 0, LastNumber = 0; ///< of what was added last
  StringRef HereDocument;                  ///< the word that ends it
  // Shell: of the line before, if it goes on.
  bool GoesOn = false, Exports = false, IsStart = true;
  StringRef Before;
  // Docker: likewise.
  bool InInstruction = false;
  std::string Instruction;
};

} // namespace

PythonExcerpts readEnvironment(StringRef Path, StringRef Text) {
  return Reader(Text, environmentKind(Path)).run();
}

} // namespace aoti_tidy
