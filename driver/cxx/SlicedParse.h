// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_SLICEDPARSE_H
#define AOTI_TIDY_DRIVER_CXX_SLICEDPARSE_H

#include "driver/cxx/SlicedHeaders.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInvocation.h"
#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace aoti_tidy {

/// A parse of torch's headers without what a file does not mention, which sees
/// that it comes to the same as a parse of everything.
///
/// A declaration that is left out has an identifier for a name, or is in a
/// namespace that is taken to be empty. It matters where that name is looked up
/// there after it, or any name in that namespace. Clang asks in one place for what
/// a namespace has, whether for a qualified name, an unqualified one, a
/// using-directive, an argument's namespace or where an error would be no error
/// (SFINAE); so it is noted there, and nothing has to be known of the code that
/// asks, which may be a template, a macro, or a check. It also matters where a
/// class that is only declared in what is left is asked for its members or size,
/// and where a macro of one of its words would make something else of it.
///
/// Lookups by torch's headers themselves are not noted: each name of a parameter
/// or a member is looked up in all scopes around it. Their functions are parsed
/// without bodies; where the rest needs a declaration that is left out, that is an
/// error, after which the file is parsed in full. Functions that are left out of
/// namespace at all take tensors: a template that calls one looks it up once more
/// where it is instantiated, in the namespace of the tensor.
///
/// The parse ends as soon as it is known that it will not do.
class SlicedParse {
public:
  /// Null where the flags, or torch's headers, have what nobody has looked at
  /// here. \p Mentioned are the words of the file and its project.
  static std::unique_ptr<SlicedParse>
  begin(const clang::CompilerInvocation &Invocation, clang::FileManager &Files,
        MentionedWords Mentioned);
  ~SlicedParse();

  clang::FileManager &files() const { return *Files; }
  /// To be one of the consumers of the parse.
  std::unique_ptr<clang::ASTConsumer>
  makeConsumer(clang::CompilerInstance &Compiler);

  /// Whether anything was left out at all.
  bool isSliced() const { return Headers->hasCuts(); }
  /// When all is done, the checks as well: what was left out and matters,
  /// "'at::add'". Empty: nothing.
  const std::string &missed() const { return Missed; }
  /// Whether it was missed in a namespace that was made empty. Where there is an
  /// error as well, that may be all there is: to correct a typo, Clang asks
  /// every namespace.
  bool isMissedInEmpty() const { return IsMissedInEmpty; }

private:
  class Watch;
  class Consumer;
  class Entries;
  SlicedParse(const clang::CompilerInvocation &Invocation,
              clang::FileManager &Given, llvm::StringRef Root,
              MentionedWords Mentioned);

  const std::string Root; ///< with a slash behind it
  llvm::IntrusiveRefCntPtr<SlicedHeaders> Headers;
  llvm::IntrusiveRefCntPtr<clang::FileManager> Files;
  std::string Missed;
  bool IsMissedInEmpty = false;
  bool HasMissingHeader = false;
};

} // namespace aoti_tidy

#endif
