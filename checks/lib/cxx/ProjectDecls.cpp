// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/ProjectDecls.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Where files of the project are included by system headers, in which such a
/// header may be amidst a namespace.
std::vector<SourceLocation> includesBySystem(const SourceManager &SM) {
  std::vector<SourceLocation> Places;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    const SourceLocation At = Entry.getFile().getIncludeLoc();
    if (At.isValid() && SM.isInSystemHeader(At))
      Places.push_back(At);
  }
  return Places;
}

std::vector<Decl *> projectDecls(DeclContext::decl_range All,
                                 const SourceManager &SM) {
  const auto Included = includesBySystem(SM);
  const auto IsAround = [&](const Decl *D) {
    return isa<NamespaceDecl, LinkageSpecDecl>(D) &&
           llvm::any_of(Included, [&](SourceLocation Place) {
             return SM.isPointWithin(Place,
                                     SM.getExpansionLoc(D->getBeginLoc()),
                                     SM.getExpansionLoc(D->getEndLoc()));
           });
  };
  std::vector<Decl *> Own;
  for (Decl *D : All) {
    const SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
    if (Loc.isValid() && (!SM.isInSystemHeader(Loc) || IsAround(D)))
      Own.push_back(D);
  }
  return Own;
}

/// Whether keepToProject() has been at work.
bool isKept(const ASTContext &Ctx) {
  return !isa<TranslationUnitDecl>(Ctx.getTraversalScope().front());
}

} // namespace

std::vector<Decl *> projectDecls(ASTContext &Ctx) {
  if (!isKept(Ctx))
    return projectDecls(Ctx.getTranslationUnitDecl()->decls(),
                        Ctx.getSourceManager());
  // Not the one that is only there to be the first.
  return ArrayRef(Ctx.getTraversalScope()).drop_front().vec();
}

void keepToProject(ASTContext &Ctx) {
  // Declarations of a precompiled header stay there: none is the project's.
  std::vector<Decl *> Own = projectDecls(
      Ctx.getTranslationUnitDecl()->noload_decls(), Ctx.getSourceManager());
  // Something is to be first where the file declares nothing.
  Own.insert(Own.begin(), Ctx.getInt128Decl());
  Ctx.setTraversalScope(Own);
}

} // namespace aoti_tidy
