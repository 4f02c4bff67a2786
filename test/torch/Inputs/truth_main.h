// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main() of programs whose functions, those that are extern "C", are run one
// by one to see what comes of them.
#include <dlfcn.h>
#include <exception>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

/// Says on a line what comes of the function \p Name: in a process of its own,
/// for a package without checks can take any course, and the environment's word
/// on checks is heard once.
static void report(const char *Name) {
  auto *Run = reinterpret_cast<void (*)()>(dlsym(nullptr, Name));
  const pid_t Child = fork();
  if (Child == 0) {
    // Nothing is printed before: what torch says on stderr flushes stdout.
    std::string Outcome = "returns";
    try {
      Run();
    } catch (const std::exception &E) {
      const std::string What = E.what();
      Outcome = "throws: " + What.substr(0, What.find('\n'));
    }
    std::cout << Name << ": " << Outcome << std::endl;
    _exit(0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (WIFSIGNALED(Status))
    std::cout << Name << ": dies of signal " << WTERMSIG(Status) << std::endl;
}

int main(int Argc, char **Argv) {
  for (int I = 1; I < Argc; ++I)
    report(Argv[I]);
}
