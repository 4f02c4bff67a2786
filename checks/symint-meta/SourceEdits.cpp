// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SourceEdits.h"
#include "checks/lib/cxx/Names.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// What a type that is not written as a template with its element is called.
StringRef symbolicName(QualType T) {
  switch (sizeTypeOf(T).Form) {
  case SizeForm::Int:
    return "c10::SymInt";
  case SizeForm::Array:
    return "c10::SymIntArrayRef";
  case SizeForm::Vector:
    return "std::vector<c10::SymInt>";
  case SizeForm::None:
    return "";
  }
  llvm_unreachable("a form that is none");
}

/// The type without const and &, as it is written.
TypeLoc coreOf(TypeLoc Written) {
  while (Written) {
    Written = Written.getUnqualifiedLoc();
    if (const auto Reference = Written.getAs<ReferenceTypeLoc>())
      Written = Reference.getPointeeLoc();
    else
      return Written;
  }
  return Written;
}

} // namespace

CharSourceRange SourceEdits::inFile(CharSourceRange Range) const {
  const SourceManager &SM = Ctx->getSourceManager();
  const CharSourceRange File =
      Lexer::makeFileCharRange(Range, SM, Ctx->getLangOpts());
  if (File.isInvalid() || SM.isInSystemHeader(File.getBegin()))
    return {};
  return File;
}

bool SourceEdits::add(CharSourceRange Range, const std::string &New) {
  const CharSourceRange File = inFile(Range);
  if (File.isInvalid())
    return false;
  const auto Key = Ctx->getSourceManager().getDecomposedLoc(File.getBegin());
  const auto [At, Fresh] = Edits.try_emplace(Key, Edit{File, New});
  if (!Fresh &&
      (At->second.New != New || At->second.Range.getEnd() != File.getEnd()))
    Contradiction = true;
  return !Contradiction;
}

bool SourceEdits::rename(SourceLocation Loc, StringRef Old,
                         const std::string &New) {
  const CharSourceRange File = inFile(CharSourceRange::getTokenRange(Loc, Loc));
  return File.isValid() && !Protected.contains(Loc) &&
         Lexer::getSourceText(File, Ctx->getSourceManager(),
                              Ctx->getLangOpts()) == Old &&
         add(File, New);
}

bool SourceEdits::replace(SourceRange Tokens, const std::string &New) {
  return add(CharSourceRange::getTokenRange(Tokens), New);
}

bool SourceEdits::insertAfter(const Expr *E, const std::string &New) {
  const CharSourceRange File =
      inFile(CharSourceRange::getTokenRange(E->getSourceRange()));
  return File.isValid() &&
         add(CharSourceRange::getCharRange(File.getEnd(), File.getEnd()), New);
}

bool SourceEdits::unwrap(CharSourceRange Outer, const Expr *Inner,
                         bool Primary) {
  const CharSourceRange O = inFile(Outer);
  const CharSourceRange I =
      inFile(CharSourceRange::getTokenRange(Inner->getSourceRange()));
  const SourceManager &SM = Ctx->getSourceManager();
  if (O.isInvalid() || I.isInvalid() ||
      SM.getFileID(O.getBegin()) != SM.getFileID(I.getBegin()) ||
      O.getBegin() > I.getBegin() || O.getEnd() < I.getEnd())
    return false;
  return add(CharSourceRange::getCharRange(O.getBegin(), I.getBegin()),
             Primary ? "" : "(") &&
         (O.getEnd() == I.getEnd() ||
          add(CharSourceRange::getCharRange(I.getEnd(), O.getEnd()),
              Primary ? "" : ")"));
}

bool SourceEdits::makeSymbolic(TypeLoc Written) {
  const TypeLoc Core = coreOf(Written);
  if (!Core || Core.getAs<PointerTypeLoc>() || Core.getAs<DecltypeTypeLoc>() ||
      Core.getAs<SubstTemplateTypeParmTypeLoc>())
    return false;
  if (Core.getAs<AutoTypeLoc>() ||
      Core.getAs<DeducedTemplateSpecializationTypeLoc>())
    return true;
  if (!sizeTypeOf(Core.getType()).isConcrete())
    return false;
  if (const auto Template = Core.getAs<TemplateSpecializationTypeLoc>()) {
    if (Template.getNumArgs() == 0)
      return false;
    const TypeSourceInfo *Element = Template.getArgLoc(0).getTypeSourceInfo();
    return Template.getArgLoc(0).getArgument().getKind() ==
               TemplateArgument::Type &&
           Element && makeSymbolic(Element->getTypeLoc());
  }
  return replace(Core.getSourceRange(), symbolicName(Core.getType()).str());
}

bool SourceEdits::makeParameterSymbolic(const ParmVarDecl *Parameter) {
  const TypeSourceInfo *Written = Parameter->getTypeSourceInfo();
  const SizeType Size = sizeTypeOf(Parameter->getType());
  if (!Written || !Size.isConcrete())
    return false;
  const TypeLoc Loc = Written->getTypeLoc();
  const auto Reference = Loc.getUnqualifiedLoc().getAs<ReferenceTypeLoc>();
  if (!Reference && Size.Form != SizeForm::Vector)
    return makeSymbolic(Loc);
  // A kernel takes these by value: the dispatcher refuses const SymInt &, and
  // has no vector for SymInt[].
  const TypeLoc Core = coreOf(Loc);
  if (Core.getAs<SubstTemplateTypeParmTypeLoc>() ||
      (Reference && (Reference.getAs<RValueReferenceTypeLoc>() ||
                     !Reference.getPointeeLoc().getType().isConstQualified())))
    return false;
  std::string New = Size.Form == SizeForm::Vector
                        ? "c10::SymIntArrayRef"
                        : symbolicName(Core.getType()).str();
  const SourceLocation End =
      Reference ? Reference.getLocalSourceRange().getEnd() : Core.getEndLoc();
  // 'const int64_t &n' has its blank before the '&'.
  if (End.isMacroID() || Parameter->getLocation() == End.getLocWithOffset(1))
    New += " ";
  return replace({Parameter->getBeginLoc(), End}, New);
}

std::optional<std::vector<FixItHint>> SourceEdits::takeFixIts() {
  std::vector<FixItHint> Hints;
  const Edit *Last = nullptr;
  for (const auto &[Key, E] : Edits) {
    const SourceManager &SM = Ctx->getSourceManager();
    if (Last && SM.getFileID(Last->Range.getBegin()) == Key.first &&
        SM.getFileOffset(Last->Range.getEnd()) > Key.second)
      Contradiction = true;
    Last = &E;
    Hints.push_back(E.New.empty()
                        ? FixItHint::CreateRemoval(E.Range)
                        : FixItHint::CreateReplacement(E.Range, E.New));
  }
  if (Contradiction)
    return std::nullopt;
  return Hints;
}

} // namespace aoti_tidy
