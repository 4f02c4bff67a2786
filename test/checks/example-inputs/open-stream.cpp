// A package that is loaded while the stream that writes it is open.
// RUN: %check_aoti_tidy %s aoti-example-inputs %t
#include <fstream>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using Loader = torch::inductor::AOTIModelPackageLoader;
extern const char Bytes[];
extern const long Size;
void fill(std::ofstream &);

// Hits.

void written(const std::string &path) {
  std::ofstream file(path, std::ios::binary);
  file.write(Bytes, Size);
  auto L = std::make_unique<Loader>(path);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'file' is still open, so that the end of the package may be missing in the file, on which this throws; close it first [aoti-example-inputs]
  // CHECK-MESSAGES: :[[@LINE-4]]:17: note: opened here
}

void inserted() {
  std::ofstream out("m.pt2");
  if (out.is_open())
    out << Bytes;
  {
    Loader L("m.pt2");
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'out' is still open
  }
}

// Near misses.

void closed(const std::string &path) {
  std::ofstream file(path);
  file.write(Bytes, Size);
  file.close();
  Loader L(path);
}

void flushed(const std::string &path) {
  std::ofstream file(path);
  file.write(Bytes, Size);
  file.flush();
  Loader L(path);
  std::ofstream other(path);
  other << Bytes << std::flush;
  Loader M(path);
}

void left(const std::string &path) {
  { std::ofstream file(path); file.write(Bytes, Size); }
  std::ofstream(path).write(Bytes, Size);
  Loader L(path);
}

void others(const std::string &path, const std::string &log) {
  std::ofstream file(log), unused(path);
  file << Bytes;
  std::ofstream given(path);
  fill(given);
  Loader L(path);
  std::ofstream after(path);
  after.write(Bytes, Size);
}
