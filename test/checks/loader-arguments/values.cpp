// What checks/lib/cxx/Values.h knows of a text or a number, seen through a check.
// RUN: %check_aoti_tidy %s aoti-loader-arguments %t
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <utility>
using Loader = torch::inductor::AOTIModelPackageLoader;
using namespace std::literals;
namespace fs = std::filesystem;

constexpr const char *Constexpr = "cuda";
constexpr std::string_view View = "cuda";
const std::string Const = "cuda";
const char Array[] = "cuda";
const char *const ConstPointer = "cuda";
const char *MutablePointer = "cuda";
std::string Mutable = "cuda";
static std::string Static = "cuda";
volatile int Volatile = 0;
const int None = 0;
int MutableNone = 0;
enum { Zero };
struct Config {
  static constexpr const char *Device = "cuda";
  static inline const std::string Name = "cuda";
  static inline std::string Changing = "cuda";
  std::string Member = "cuda";
  const std::string ConstMember = "cuda";
};
struct Written {
  std::string Member = "cuda";
  void write(const std::string &To) { Member = To; }
};
struct Given {
  std::string Member = "cuda";
};

void knownTexts(const std::string &Dir, bool Choice) {
  Loader A("m", Constexpr);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is the model_name
  Loader B("m", std::string(View));
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader C("m", Const);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader D("m", Array);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader E("m", ConstPointer);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader F("m", Config::Device);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader G("m", Config().Name);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader Default("m", Config().Member);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cuda" is
  Loader Fixed("m", Config().ConstMember);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: "cuda" is
  Loader H("m", "cuda"s);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader I("m", std::string("cuda") + ":" + "1");
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda:1" is
  Loader J("m", Choice ? "cuda" : Array);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  std::string Local = "cuda";
  Loader K("m", Local);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  auto Copy = Local;
  auto Deep = Copy;
  Loader L("m", Deep.c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader M("m", {"cuda"});
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader N("m", (((std::string{("cuda")}))));
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  Loader O("m", "cu"
                "da");
  // CHECK-MESSAGES: :[[@LINE-2]]:17: warning: "cuda" is
  [Local] { Loader P("m", Local); }();
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: "cuda" is
  [Init = std::string("cuda")] { Loader Q("m", Init); }();
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: "cuda" is
  static const std::string StaticLocal = "cuda";
  Loader R("m", StaticLocal);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: "cuda" is
  const fs::path Path = fs::path(Dir) / "m.so";
  Loader S(Path.string());
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} a .so is
  Loader T(Dir + "/m" + ".so");
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} a .so is
  Loader U(fs::path("m.pt2") / "/srv/m.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} a .so is
  Loader V(Choice ? Dir + "/m.so" : "/m.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}} a .so is
}

void knownNumbers() {
  int Local = 0;
  const auto Copy = Local;
  Loader A("m", "model", false, Copy);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
  Loader B("m", "model", false, None * 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
  Loader C("m", "model", false, Zero);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
  int Braced{0};
  Loader D("m", "model", false, Braced);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
  bool Single = true;
  int Two = 2;
  Loader E("m", "model", Single, Two);
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: num_runners is 2 and
  int Wide = 256;
  uint8_t Narrow = Wide;
  Loader F("m", "model", false, Narrow);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
  Loader G("m", "model", false, sizeof(int) - 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: num_runners is 0
}

// Near misses: what may have another value by then.

void change(std::string &Text);
void change(const char **Text);
void see(const std::string &Text);

void changedTexts(std::string Parameter, const std::string &Reference,
                  bool Choice) {
  Loader A("m", Parameter);
  Loader B("m", Reference);
  Loader C("m", Mutable);
  Loader D("m", Static);
  Loader E("m", MutablePointer);
  Loader F("m", Config::Changing);
  Loader G("m", Written().Member);
  Loader H("m", Given{"cpu"}.Member);
  std::string Assigned = "cuda";
  Assigned = Parameter;
  Loader I("m", Assigned);
  std::string Appended = "cuda";
  Appended += "_model";
  Loader J("m", Appended);
  std::string Passed = "cuda";
  change(Passed);
  Loader K("m", Passed);
  const char *Pointer = "cuda";
  if (Choice)
    Pointer = "model";
  Loader L("m", Pointer);
  const char *OutParameter = "cuda";
  change(&OutParameter);
  Loader M("m", OutParameter);
  char Buffer[16] = "cuda";
  std::strcpy(Buffer, "model");
  Loader N("m", Buffer);
  char Indexed[16] = "cuda";
  Indexed[0] = 'x';
  Loader O("m", Indexed);
  std::string Captured = "cuda";
  [&] { Captured = "model"; }();
  Loader P("m", Captured);
  std::string InLoop = "cuda";
  for (int I = 0; I < 2; ++I) {
    Loader Q("m", InLoop);
    InLoop = "model";
  }
  std::string Aliased = "cuda";
  std::string &Alias = Aliased;
  Alias = "model";
  Loader R("m", Aliased);
  Loader S("m", Alias);
  static std::string StaticLocal = "cuda";
  Loader T("m", StaticLocal);
  Loader U("m", Choice ? "cuda" : "model");
  Loader V("m", std::string("cuda_model", 4));
  Loader W("m", std::string("cuda").substr(1));
  Loader X("m", std::string(4, 'c'));
  for (const char *Each : {"cuda", "model"})
    Loader Y("m", Each);
  std::string MovedInto = "cuda";
  std::string Taker = std::move(MovedInto);
  Loader Z("m", MovedInto);
}

void changedPaths(const std::string &Extension, fs::path Root, bool Choice) {
  Loader A("m.so" + Extension);
  Loader B(Root / "m.so" / Extension);
  fs::path Replaced = "m.so";
  Replaced.replace_extension(".pt2");
  Loader C(Replaced);
  std::string Suffixed = Extension + ".so";
  Suffixed += ".pt2";
  Loader D(Suffixed);
  Loader E(Choice ? Extension + ".so" : "m.pt2");
  // Known and harmless.
  std::string Seen = "model";
  see(Seen);
  Loader F("m", Seen);
}

void changedNumbers(int Parameter) {
  Loader A("m", "model", false, Parameter);
  int Counted = 0;
  ++Counted;
  Loader B("m", "model", false, Counted);
  for (int I = 0; I < 3; ++I)
    Loader C("m", "model", false, I);
  Loader D("m", "model", false, MutableNone);
  Loader E("m", "model", false, Volatile);
  int ByAddress = 0;
  int *Address = &ByAddress;
  *Address = 4;
  Loader F("m", "model", false, ByAddress);
  int Wide = 257;
  uint8_t Narrow = Wide;
  Loader G("m", "model", true, Narrow);
  static int Next = 0;
  Loader H("m", "model", false, Next);
}

// A user's suffix or class does with the text what it likes.
std::string operator""_model(const char *Text, size_t) { return "ranker"; }
struct Name {
  Name(const char *Text);
  operator std::string() const;
};
void userClasses() {
  Loader A("m", "cuda"_model);
  Loader B("m", Name("cuda"));
}

// Deeper than anyone writes: no answer, no hang.
const std::string D0 = "cuda", D1 = D0, D2 = D1, D3 = D2, D4 = D3, D5 = D4,
                  D6 = D5, D7 = D6, D8 = D7, D9 = D8, D10 = D9, D11 = D10,
                  D12 = D11, D13 = D12, D14 = D13, D15 = D14, D16 = D15,
                  D17 = D16, D18 = D17;
Loader Deep("m", D18);
extern const std::string Cyclic;
const std::string Cyclic2 = Cyclic;
const std::string Cyclic = Cyclic2;
Loader Cycle("m", Cyclic);
