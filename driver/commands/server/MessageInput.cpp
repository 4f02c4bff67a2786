// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/server/MessageInput.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/Errno.h"
#include <unistd.h>

using llvm::StringRef;

namespace aoti_tidy {

bool MessageInput::takeMessage(std::string &Json) {
  const size_t HeaderEnd = Buffer.find("\r\n\r\n");
  if (HeaderEnd == std::string::npos)
    return false;
  uint64_t Length = 0;
  llvm::SmallVector<StringRef> Lines;
  StringRef(Buffer).take_front(HeaderEnd).split(Lines, "\r\n");
  for (StringRef Line : Lines)
    if (Line.consume_front_insensitive("content-length:") &&
        Line.trim().getAsInteger(10, Length))
      Length = 0;
  // Where the next one begins is unknown then.
  if (Length == 0 || Length > MaxPlainSize) {
    llvm::lsp::Logger::error("a message without a length that can be");
    IsAtEnd = true;
    return false;
  }
  const size_t Begin = HeaderEnd + 4;
  if (Buffer.size() - Begin < Length)
    return false;
  Json = Buffer.substr(Begin, Length);
  Buffer.erase(0, Begin + Length);
  // The transport keeps it to itself, and only what is answered later needs it.
  Id = nullptr;
  if (StringRef(Json).contains("\"textDocument/diagnostic\"") ||
      StringRef(Json).contains("\"workspace/executeCommand\"")) {
    auto Message = llvm::json::parse(Json);
    if (!Message)
      llvm::consumeError(Message.takeError());
    else if (const llvm::json::Object *O = Message->getAsObject())
      if (const llvm::json::Value *Given = O->get("id"))
        Id = *Given;
  }
  return true;
}

void MessageInput::read() {
  char Bytes[1 << 16];
  void *To = Bytes;
  const ssize_t Size =
      llvm::sys::RetryAfterSignal(-1, ::read, STDIN_FILENO, To, sizeof(Bytes));
  IsAtEnd |= Size <= 0;
  if (Size > 0)
    Buffer.append(Bytes, Size);
}

llvm::LogicalResult MessageInput::readStandardMessage(std::string &Json) {
  while (!takeMessage(Json)) {
    if (IsAtEnd)
      return llvm::failure();
    // What is in the pipe first: an edit makes what is due something else.
    pollfd Own = {STDIN_FILENO, POLLIN, 0};
    if (llvm::sys::RetryAfterSignal(-1, ::poll, &Own, 1, 0) > 0) {
      read();
      continue;
    }
    std::vector<pollfd> Pipes = {Own};
    const int Wait = Others->begin(Pipes);
    if (llvm::sys::RetryAfterSignal(-1, ::poll, Pipes.data(), Pipes.size(),
                                    Wait) < 0) {
      IsAtEnd = true;
      return llvm::failure();
    }
    if (Pipes.front().revents)
      read();
    for (const pollfd &Pipe : llvm::ArrayRef(Pipes).drop_front())
      if (Pipe.revents)
        Others->ready(Pipe.fd);
  }
  return llvm::success();
}

} // namespace aoti_tidy
