// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/WarmParse.h"
#include "driver/base/Record.h"
#include "driver/base/RunReads.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/ASTDeserializationListener.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

using namespace clang;
using llvm::sys::RetryAfterSignal;

namespace aoti_tidy {
namespace {

/// The declarations that a parse reads of precompiled headers.
class ReadDeclarations : public ASTDeserializationListener {
public:
  void DeclRead(GlobalDeclID Id, const Decl *) override {
    Ids.push_back(Id.getRawValue());
  }
  std::vector<uint64_t> Ids;
};

ReadDeclarations *Recorder = nullptr; ///< of a copy that is there for that

/// Reads a record up to the end of what there is; false if it is none.
template <typename T> bool receive(int From, T &Value) {
  llvm::SmallString<0> Bytes;
  return !llvm::errorToBool(llvm::sys::fs::readNativeFileToEOF(From, Bytes)) &&
         fromRecord(Bytes, Value);
}

template <typename T> bool send(int To, const T &Value) {
  const std::string Bytes = toRecord(Value);
  return ::send(To, Bytes.data(), Bytes.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(Bytes.size());
}

/// Any user can connect to such a name.
bool isOurUser(int Connection) {
  ucred Peer = {};
  socklen_t Size = sizeof(Peer);
  return getsockopt(Connection, SOL_SOCKET, SO_PEERCRED, &Peer, &Size) == 0 &&
         Peer.uid == geteuid();
}

/// Puts \p Text in place of the main file's, of which nothing was read.
void setMainText(SourceManager &SM, StringRef Text) {
  const FileEntryRef Main = *SM.getFileEntryRefForID(SM.getMainFileID());
  SM.overrideFileContents(
      Main, llvm::MemoryBuffer::getMemBufferCopy(Text, Main.getName()));
  SM.setMainFileID(SM.createFileID(Main, SourceLocation(), SrcMgr::C_User));
}

} // namespace

WarmParse &WarmParse::get() {
  static WarmParse OfProcess;
  return OfProcess;
}

std::string bindToFreeAddress(int Socket) {
  sockaddr_un Name = {};
  Name.sun_family = AF_UNIX;
  socklen_t Size = sizeof(Name.sun_family);
  auto *const Any = reinterpret_cast<sockaddr *>(&Name);
  if (bind(Socket, Any, Size) != 0)
    return "";
  Size = sizeof(Name);
  if (getsockname(Socket, Any, &Size) != 0)
    return "";
  return std::string(reinterpret_cast<const char *>(&Name), Size);
}

std::optional<std::string> WarmParse::ask(StringRef Text) const {
  const int Connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::optional<std::string> Result;
  std::pair<std::string, std::string> Answer, Question = {Key, Text.str()};
  if (connect(Connection, reinterpret_cast<const sockaddr *>(Address.data()),
              Address.size()) == 0 &&
      isOurUser(Connection) && send(Connection, Question) &&
      shutdown(Connection, SHUT_WR) == 0 && receive(Connection, Answer) &&
      RunReads::get().add(Answer.first))
    Result = std::move(Answer.second);
  close(Connection);
  return Result;
}

bool WarmParse::fork(int Answer, int Other) {
  const pid_t Parent = getpid();
  if (::fork() != 0)
    return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
  signal(SIGCHLD, SIG_DFL);
  close(Other);
  Socket = -1;
  To = Answer;
  // SIGIO ends it when nobody waits any more.
  fcntl(To, F_SETOWN, getpid());
  fcntl(To, F_SETFL, O_ASYNC);
  return true;
}

void WarmParse::wait(CompilerInstance &Compiler) {
  SourceManager &SM = Compiler.getSourceManager();
  const itimerval Never = {};
  setitimer(ITIMER_REAL, &Never, nullptr);
  signal(SIGCHLD, SIG_IGN);
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    _exit(1);
  if (fork(Ends[1], Ends[0])) {
    static ReadDeclarations Read;
    Recorder = &Read;
    Text = SM.getBufferData(SM.getMainFileID()).str();
    return Compiler.getASTReader()->setDeserializationListener(Recorder);
  }
  close(Ends[1]);
  std::vector<uint64_t> Ids;
  (void)receive(Ends[0], Ids);
  close(Ends[0]);
  {
    const ExternalASTSource::Deserializing Together(
        Compiler.getASTReader().get());
    for (const uint64_t Id : Ids)
      (void)Compiler.getASTReader()->GetDecl(GlobalDeclID(Id));
  }
  if (listen(Socket, /*backlog=*/8) != 0)
    _exit(1);
  for (;;) {
    const int Connection =
        RetryAfterSignal(-1, ::accept4, Socket, nullptr, nullptr, SOCK_CLOEXEC);
    std::pair<std::string, std::string> Question;
    if (Connection < 0)
      _exit(1);
    if (isOurUser(Connection) && receive(Connection, Question)) {
      // Its like will come again.
      if (Question.first != Key)
        _exit(0);
      if (fork(Connection, Socket)) {
        Text = std::move(Question.second);
        return setMainText(SM, *Text);
      }
    }
    close(Connection);
  }
}

void WarmParse::answer(StringRef Result) const {
  fcntl(To, F_SETFL, 0);
  if (Recorder)
    send(To, Recorder->Ids);
  else if (!Result.empty())
    send(To, std::pair(RunReads::get().take(), Result.str()));
  _exit(0);
}

} // namespace aoti_tidy
