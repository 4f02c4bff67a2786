// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_MESSAGEINPUT_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_MESSAGEINPUT_H

#include "llvm/Support/LSP/Transport.h"
#include <poll.h>

namespace aoti_tidy {

/// The messages of standard input. While none is there, others are served: the
/// server has one thread, so that it can fork.
class MessageInput : public llvm::lsp::JSONTransportInput {
public:
  /// What is done between messages.
  class Idle {
  public:
    virtual ~Idle() = default;
    /// Does what is due. Adds to \p Pipes what to wait for, too, and returns for how
    /// many milliseconds at most; -1: for ever.
    virtual int begin(std::vector<pollfd> &Pipes) = 0;
    /// One of the pipes has something to read, or has ended.
    virtual void ready(int Pipe) = 0;
  };
  /// Set it before the first message is read.
  void serve(Idle &Other) { Others = &Other; }

  bool hasError() const override { return false; }
  bool isEndOfInput() const override { return IsAtEnd; }
  llvm::LogicalResult readDelimitedMessage(std::string &Json) override {
    return readStandardMessage(Json);
  }
  llvm::LogicalResult readStandardMessage(std::string &Json) override;

  /// Of the message read last; null if it has none.
  const llvm::json::Value &id() const { return Id; }

private:
  bool takeMessage(std::string &Json);
  void read();

  Idle *Others = nullptr;
  std::string Buffer;
  llvm::json::Value Id = nullptr;
  /// Also where nothing can be read from any more.
  bool IsAtEnd = false;
};

} // namespace aoti_tidy

#endif
