// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_PROGRESS_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_PROGRESS_H

#include "llvm/Support/LSP/Transport.h"

namespace aoti_tidy {

/// Work that the editor shows as under way, as long as this object lives.
class Progress {
public:
  using Notification = llvm::lsp::OutgoingNotification<llvm::json::Value>;

  /// \param Token Which the client has made, or knows of.
  Progress(Notification &Notify, llvm::json::Value Token, std::string Message)
      : Notify(Notify), Token(std::move(Token)) {
    say(llvm::json::Object{{"kind", "begin"},
                           {"title", "aoti-tidy"},
                           {"message", std::move(Message)},
                           {"cancellable", false}});
  }
  ~Progress() { say(llvm::json::Object{{"kind", "end"}}); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

private:
  void say(llvm::json::Object Value) {
    Notify(llvm::json::Object{{"token", Token}, {"value", std::move(Value)}});
  }

  Notification &Notify;
  const llvm::json::Value Token;
};

} // namespace aoti_tidy

#endif
