// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/Commands.h"
#include "driver/commands/server/Server.h"

namespace aoti_tidy {

llvm::Expected<ExitCode> runServer(const Options &O, llvm::StringRef Argv0) {
  if (!O.Positional.empty())
    return usageError("'{}' is not for the server, which lints what an editor "
                      "opens; 'aoti-tidy check' lints files",
                      O.Positional.front());
  auto Input = std::make_unique<MessageInput>();
  MessageInput &In = *Input;
  llvm::lsp::JSONTransport Transport(std::move(Input), llvm::outs());
  return Server(O, Argv0, In, Transport).run();
}

} // namespace aoti_tidy
