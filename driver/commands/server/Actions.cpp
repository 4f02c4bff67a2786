// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/commands/server/Server.h"
#include "driver/documents/PythonExcerpt.h"
#include "driver/report/Fixes.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// The lines in which two texts differ, as one edit of the first.
Edit differenceOf(StringRef Before, StringRef After, const std::string &File) {
  size_t Front = 0, Behind = 0;
  const size_t Shorter = std::min(Before.size(), After.size());
  while (Front < Shorter && Before[Front] == After[Front])
    ++Front;
  Front = Before.take_front(Front).rfind('\n') + 1; // npos + 1 is 0
  while (Behind < Shorter - Front &&
         Before[Before.size() - 1 - Behind] == After[After.size() - 1 - Behind])
    ++Behind;
  const size_t Feed = Before.take_back(Behind).find('\n');
  Behind = Feed == StringRef::npos ? 0 : Behind - Feed;
  return {{static_cast<unsigned>(Front),
           static_cast<unsigned>(Before.size() - Behind)},
          After.slice(Front, After.size() - Behind).str(),
          File};
}

/// A page up to its second section: what it finds, why, an example.
std::string firstPart(StringRef Page) {
  const size_t First = Page.find("\n## ");
  const size_t Second =
      First == StringRef::npos ? First : Page.find("\n## ", First + 1);
  return Page.take_front(Second).trim().str();
}

bool overlaps(TextRange A, TextRange B) {
  return A.Begin <= B.End && B.Begin <= A.End;
}

TextRange rangeOf(const Finding &F) {
  return {F.Where.Offset, F.Ranges.empty()
                              ? F.Where.Offset
                              : std::max(F.Where.Offset, F.Ranges.front().End)};
}

/// What is known of a run of a model, as --runs prints it.
std::string textOf(const RunRecord &Run) {
  LintResult Result;
  Result.Runs = {Run};
  SourceTexts Texts;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeRuns({Result, Texts, /*Failures=*/{}, /*Folders=*/{}}, OS);
  return "```text\n" + Text + "```";
}

/// Whether an action of \p Kind is among those that are asked for.
bool isWanted(const json::Array *Only, StringRef Kind) {
  return !Only || llvm::any_of(*Only, [&](const json::Value &V) {
    const StringRef Wanted = V.getAsString().value_or("");
    return Kind == Wanted || (Kind.starts_with(Wanted) &&
                              (Wanted.empty() || Kind[Wanted.size()] == '.'));
  });
}

} // namespace

Server::Object Server::editOf(const Document &D, llvm::ArrayRef<Edit> Edits) {
  std::map<std::string, json::Array> ByUri;
  for (const Edit &E : Edits) {
    const std::string &Path = E.File.empty() ? D.Path : E.File;
    Place At = placeIn(Path, E.Where);
    const Document *In = viewed(At.Uri).Of;
    ByUri[At.Uri].push_back(Object{
        {"range", std::move(At.Range)},
        {"newText", json::fixUTF8(In && In->IsNotebook ? ofSource(E.Replacement)
                                                       : E.Replacement)}});
  }
  Object Changes;
  json::Array Versioned;
  for (auto &[Uri, Of] : ByUri) {
    if (!HasVersions) {
      Changes[Uri] = std::move(Of);
      continue;
    }
    const auto [D, Cell] = viewed(Uri);
    const json::Value Version = Cell ? json::Value(Cell->Version)
                                : D  ? json::Value(D->Version)
                                     : json::Value(nullptr);
    Versioned.push_back(
        Object{{"textDocument", Object{{"uri", Uri}, {"version", Version}}},
               {"edits", std::move(Of)}});
  }
  if (HasVersions)
    return Object{{"documentChanges", std::move(Versioned)}};
  return Object{{"changes", std::move(Changes)}};
}

Server::Object Server::fixOfAll(const Document &D) {
  SourceTexts Texts;
  Texts.addLinted(D.Path, llvm::MemoryBuffer::getMemBuffer(
                              D.Text.str(), "", /*RequiresNull=*/false));
  std::vector<Finding> Own;
  for (Finding F : D.Result->Findings) {
    for (Edit &E : F.Fix)
      if (E.File.empty())
        E.File = D.Path;
    // What others show is not changed from here.
    if (llvm::all_of(F.Fix, [&](const Edit &E) { return E.File == D.Path; }))
      Own.push_back(std::move(F));
  }
  const FixPlan Plan = planFixes(Own, /*Unsafe=*/false, {}, Texts);
  std::vector<Edit> Edits;
  for (const auto &[File, Text] : Plan.Files) {
    if (!D.IsNotebook)
      Edits.push_back(differenceOf(Text.Before, Text.After, File));
    const NotebookCells After(Text.After);
    for (const auto &[I, C] : llvm::enumerate(D.Cells)) {
      const StringRef New = After.textOf(I + 1);
      if (!C.IsPython || New == C.Text.str())
        continue;
      Edit E = differenceOf(C.Text.str(), New, File);
      E.Where = C.inNotebook(E.Where);
      E.Replacement = asSource(E.Replacement);
      Edits.push_back(std::move(E));
    }
  }
  return Edits.empty() ? Object() : editOf(D, Edits);
}

void Server::codeAction(const Object &Params, Reply Answer) {
  json::Array Actions;
  const Viewed V = viewed(Params);
  const Document *D = V.Of;
  // The edits of an older text would go astray.
  if (!D || !D->Result)
    return Answer(std::move(Actions));
  const Object *Range = Params.getObject("range");
  const auto Asked = rangeIn(V, Range);
  const Object *Context = Params.getObject("context");
  const json::Array *Only = Context ? Context->getArray("only") : nullptr;
  const auto Add = [&](std::string Title, const Finding &F,
                       llvm::ArrayRef<Edit> Edits, bool IsPreferred) {
    Actions.push_back(Object{{"title", std::move(Title)},
                             {"kind", "quickfix"},
                             {"isPreferred", IsPreferred},
                             {"diagnostics", json::Array{diagnosticOf(*D, F)}},
                             {"edit", editOf(*D, Edits)}});
  };
  for (const auto &[F, Silencing] :
       llvm::zip(D->Result->Findings, D->Result->Silencing)) {
    if (!Asked || !isWanted(Only, "quickfix") ||
        (!F.Where.File.empty() && F.Where.File != D->Path) ||
        !overlaps(*Asked, rangeOf(F)))
      continue;
    if (!F.Fix.empty())
      Add("Fix " + F.Check, F, F.Fix, /*IsPreferred=*/true);
    for (const Note &N : F.Notes)
      if (!N.Fix.empty())
        Add(fmt::format("Fix {} (unsafe, judge it): {}", F.Check, N.Message), F,
            N.Fix, /*IsPreferred=*/false);
    if (!Silencing.empty())
      Add(fmt::format("Silence {} here, with a reason", F.Check), F, Silencing,
          /*IsPreferred=*/false);
  }
  if (isWanted(Only, "source.fixAll.aoti-tidy"))
    if (Object Edit = fixOfAll(*D); !Edit.empty())
      Actions.push_back(Object{{"title", "aoti-tidy: make all safe fixes"},
                               {"kind", "source.fixAll.aoti-tidy"},
                               {"edit", std::move(Edit)}});
  if (!Only && Asked) {
    Object Place{{"textDocument", Object(*Params.getObject("textDocument"))},
                 {"position", Object(*Range->getObject("start"))}};
    if (const std::string Package = packageAt(Place); !Package.empty()) {
      const std::string Title =
          fmt::format("Trace where the kernels of '{}' take their indices from",
                      llvm::sys::path::filename(Package).str());
      Actions.push_back(Object{
          {"title", Title},
          {"command", Object{{"title", Title},
                             {"command", "aoti-tidy.trace"},
                             {"arguments", json::Array{std::move(Place)}}}}});
    }
  }
  OnDisk.clear();
  Answer(std::move(Actions));
}

void Server::hover(const Object &Params, Reply Answer) {
  const Viewed V = viewed(Params);
  const Document *D = V.Of;
  const Object *Position = Params.getObject("position");
  if (!D || !D->Result || !Position)
    return Answer(nullptr);
  const Object Range{{"start", Object(*Position)}, {"end", Object(*Position)}};
  const auto Point = rangeIn(V, &Range);
  std::string Text;
  std::optional<TextRange> Where;
  for (const Finding &F : D->Result->Findings) {
    const CheckInfo *Check = findRule(F.Check);
    if (!Check || (!F.Where.File.empty() && F.Where.File != D->Path) ||
        !overlaps(*Point, rangeOf(F)))
      continue;
    Text += (Text.empty() ? "" : "\n\n---\n\n") + firstPart(Check->page());
    Where = rangeOf(F);
  }
  for (const RunRecord &Run : runsAt(Params)) {
    Text += (Text.empty() ? "" : "\n\n---\n\n") + aoti_tidy::textOf(Run);
    if (!Where)
      Where = *Point;
  }
  if (!Where)
    return Answer(nullptr);
  Answer(Object{
      {"contents", Object{{"kind", "markdown"}, {"value", std::move(Text)}}},
      {"range", placeIn(D->Path, *Where).Range}});
}

void Server::inlayHint(const Object &Params, Reply Answer) {
  json::Array Hints;
  const Viewed V = viewed(Params);
  const auto Asked =
      V.Of ? V.text().range(Params.getObject("range"), IsUtf8) : std::nullopt;
  if (!Asked || !V.Of->Result)
    return Answer(std::move(Hints));
  std::set<unsigned> Lines;
  for (const RunRecord &Run : V.Of->Result->Runs) {
    if (Run.File != V.fileOfRuns() || Run.Package.empty() || Run.Line == 0)
      continue;
    const unsigned At = V.text().endOfLine(Run.Line - 1);
    if (At < Asked->Begin || At > Asked->End || !Lines.insert(Run.Line).second)
      continue;
    std::string Label = llvm::sys::path::filename(Run.Package).str();
    if (!Run.Device.empty())
      Label += " on " + Run.Device;
    if (Run.Takes)
      Label += fmt::format(", takes {}", count(*Run.Takes, "input", "inputs"));
    Hints.push_back(Object{{"position", V.text().position(At, IsUtf8)},
                           {"label", json::fixUTF8(Label)},
                           {"paddingLeft", true}});
  }
  Answer(std::move(Hints));
}

} // namespace aoti_tidy
