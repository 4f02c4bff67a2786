// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Symbols.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace aoti_tidy {

std::string symbolAcrossFiles(const FunctionDecl &Function) {
  return Function.isExternallyVisible()
             ? ASTNameGenerator(Function.getASTContext()).getName(&Function)
             : "";
}

/// The file of \p Class and its folder: another program may have a class of that
/// name.
static std::string fileOf(const CXXRecordDecl &Class, const SourceManager &SM) {
  const auto Entry = SM.getFileEntryRefForID(
      SM.getFileID(SM.getExpansionLoc(Class.getLocation())));
  if (!Entry)
    return "";
  StringRef Path = Entry->getFileEntry().tryGetRealPathName();
  if (Path.empty())
    Path = Entry->getName();
  return (llvm::sys::path::filename(llvm::sys::path::parent_path(Path)) + "/" +
          llvm::sys::path::filename(Path))
      .str();
}

std::string memberAcrossFiles(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  const SourceManager &SM = Field.getASTContext().getSourceManager();
  return Class && Field.getIdentifier() && Class->isExternallyVisible() &&
                 !Class->isDependentContext() && !Class->isLocalClass() &&
                 !isa<ClassTemplateSpecializationDecl>(Class) &&
                 !SM.isInSystemHeader(Class->getLocation())
             ? fileOf(*Class->getDefinition(), SM) + '@' +
                   Field.getQualifiedNameAsString()
             : "";
}

} // namespace aoti_tidy
