// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SlicedHeaders.h"
#include "llvm/ADT/STLExtras.h"

namespace vfs = llvm::vfs;
using llvm::StringRef;

namespace aoti_tidy {

struct SlicedHeaders::Header {
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::optional<HeaderOutline> Outline;
  bool IsBlank = false; ///< it has something, and nobody mentions any of it
  std::vector<std::string> Included; ///< headers of its kind
  /// An operator's further needs: other directives, and namespaces.
  std::string Else;

  /// Nothing, as far as is known, but what it includes.
  bool isUmbrella() const { return Outline && Outline->Items.empty(); }
};

namespace {

constexpr StringRef OperatorFolder = "ATen/ops/";
constexpr StringRef FrontendFolder = "torch/csrc/api/include/";
/// Parts of the frontend: "torch/nn.h" and "torch/nn/...". Nothing else of torch
/// is made of them, so a header that is not one of theirs does not need them.
/// Where that is wrong, isMissedBy() says so, or the parse has an error.
constexpr StringRef Parts[] = {"nn", "optim", "data", "serialize", "python"};

/// A file with the text that we give it.
class TextFile : public vfs::File {
public:
  TextFile(std::unique_ptr<vfs::File> OnDisk, StringRef Text)
      : OnDisk(std::move(OnDisk)), Text(Text) {}

  llvm::ErrorOr<vfs::Status> status() override { return OnDisk->status(); }
  llvm::ErrorOr<std::string> getName() override { return OnDisk->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t, bool, bool) override {
    return llvm::MemoryBuffer::getMemBuffer(Text, Name.str());
  }
  std::error_code close() override { return OnDisk->close(); }

private:
  const std::unique_ptr<vfs::File> OnDisk;
  const StringRef Text;
};

/// Whether \p I is where it would be missed.
bool isInside(const HeaderOutline &Of, const HeaderOutline::Item &I) {
  const StringRef In = Of.Namespaces[I.Namespace];
  return SlicedHeaders::isSlicedNamespace(In.split("::").first);
}

void blank(llvm::MutableArrayRef<char> Text) {
  for (char &C : Text)
    if (C != '\n' && C != '\r')
      C = ' ';
}

std::unique_ptr<llvm::WritableMemoryBuffer>
copyOf(const llvm::MemoryBuffer &Original) {
  auto Text = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      Original.getBufferSize(), Original.getBufferIdentifier());
  llvm::copy(Original.getBuffer(), Text->getBufferStart());
  return Text;
}

llvm::MutableArrayRef<char> writable(llvm::WritableMemoryBuffer &Text,
                                     size_t Begin, size_t End) {
  return Text.getBuffer().slice(Begin, End - Begin);
}

} // namespace

SlicedHeaders::SlicedHeaders(llvm::IntrusiveRefCntPtr<vfs::FileSystem> Base,
                             StringRef Root, MentionedWords Mentioned)
    : ProxyFileSystem(std::move(Base)), Root(Root.rtrim('/').str() + "/"),
      Mentioned(std::move(Mentioned)) {}
SlicedHeaders::~SlicedHeaders() = default;

bool SlicedHeaders::isOperator(StringRef Path) const {
  return Path.consume_front(Root) && Path.starts_with(OperatorFolder);
}

bool SlicedHeaders::isFrontend(StringRef Path) const {
  return Path.consume_front(Root) && Path.consume_front(FrontendFolder) &&
         Path.starts_with("torch/");
}

bool SlicedHeaders::isPart(StringRef Path) const {
  return isFrontend(Path) &&
         llvm::is_contained(Parts,
                            Path.drop_front(Root.size() + FrontendFolder.size())
                                .split('/')
                                .second.take_until([](char C) {
                                  return C == '/' || C == '.';
                                }));
}

const SlicedHeaders::Cut *SlicedHeaders::cutOf(StringRef Path) const {
  const auto It = Slices.find(Path);
  return It != Slices.end() && It->second ? &It->second->What : nullptr;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>>
SlicedHeaders::openFileForRead(const llvm::Twine &Path) {
  auto OnDisk = ProxyFileSystem::openFileForRead(Path);
  llvm::SmallString<256> Storage;
  const StringRef Name = Path.toStringRef(Storage);
  if (!OnDisk || !Name.starts_with(Root))
    return OnDisk;
  const SlicedText *Sliced = slice(Name);
  if (!Sliced)
    return OnDisk;
  return std::make_unique<TextFile>(std::move(*OnDisk),
                                    Sliced->Text->getBuffer());
}

const SlicedHeaders::SlicedText *SlicedHeaders::slice(StringRef Path) {
  const auto [It, IsNew] = Slices.try_emplace(Path);
  if (!IsNew)
    return It->second.get();
  auto Sliced = std::make_unique<SlicedText>();
  if (isOperator(Path)) {
    const Header &H = operatorHeader(Path);
    if (H.IsBlank)
      sliceOperator(H, *Sliced);
  } else if (isFrontend(Path)) {
    settle(Path);
    const Header &H = frontendHeader(Path);
    if (H.IsBlank)
      sliceFrontend(H, *Sliced);
  } else if (Path.starts_with(Root + "ATen/") &&
             Path.drop_front(Root.size()).count('/') == 1) {
    (void)sliceUmbrella(Path, *Sliced);
  }
  if (Sliced->Text)
    Slices[Path] = std::move(Sliced);
  return Slices[Path].get();
}

bool SlicedHeaders::isMentioned(const HeaderOutline &Of,
                                const HeaderOutline::Item &I) const {
  if (!Mentioned.has(I.Name))
    return false;
  // Names in at::native need 'native', too.
  llvm::SmallVector<StringRef> Scopes;
  StringRef(Of.Namespaces[I.Namespace]).split(Scopes, "::");
  return llvm::all_of(llvm::drop_begin(Scopes),
                      [&](StringRef Scope) { return Mentioned.has(Scope); });
}

std::unique_ptr<SlicedHeaders::Header> SlicedHeaders::read(StringRef Path) {
  auto H = std::make_unique<Header>();
  if (auto Text = getUnderlyingFS().getBufferForFile(Path)) {
    H->Text = std::move(*Text);
    H->Outline = outlineOf(H->Text->getBuffer());
  }
  return H;
}

const SlicedHeaders::Header &SlicedHeaders::operatorHeader(StringRef Path) {
  const auto [It, IsNew] = Operators.try_emplace(Path);
  if (IsNew)
    It->second = read(Path);
  Header &H = *It->second;
  if (!IsNew || !H.Outline)
    return H;
  for (const HeaderOutline::Directive &D : H.Outline->Directives)
    if (D.Included.starts_with(OperatorFolder))
      H.Included.push_back(D.Included.str());
    else
      H.Else += (D.Text + "\n").str();
  for (const std::string &Namespace : H.Outline->Namespaces)
    H.Else += Namespace + "\n";
  const auto &Items = H.Outline->Items;
  H.IsBlank =
      !Items.empty() && llvm::all_of(Items, [&](const HeaderOutline::Item &I) {
        return !I.Name.empty() && isInside(*H.Outline, I) &&
               !isMentioned(*H.Outline, I);
      });
  return H;
}

void SlicedHeaders::leaveOut(const Header &H, Cut &From) {
  for (const HeaderOutline::Item &I : H.Outline->Items)
    From.Names[H.Outline->Namespaces[I.Namespace]].insert(I.Name);
  for (const StringRef Word : H.Outline->Words)
    From.Words.insert(Word);
  HasCuts = true;
}

void SlicedHeaders::sliceOperator(const Header &H, SlicedText &Into) {
  auto Text = copyOf(*H.Text);
  for (const HeaderOutline::Item &I : H.Outline->Items)
    blank(writable(*Text, I.Begin, I.End));
  Into.Text = std::move(Text);
  leaveOut(H, Into.What);
}

bool SlicedHeaders::isSpared(const Header &H,
                             const llvm::StringSet<> &Brought) {
  return H.IsBlank && Brought.contains(H.Else) &&
         llvm::all_of(H.Included, [&](const std::string &Name) {
           return isSpared(operatorHeader(Root + Name), Brought);
         });
}

void SlicedHeaders::bring(const Header &H, llvm::StringSet<> &Brought) {
  if (!Brought.insert(H.Else).second && H.Included.empty())
    return;
  for (const std::string &Name : H.Included)
    bring(operatorHeader(Root + Name), Brought);
}

bool SlicedHeaders::sliceUmbrella(StringRef Path, SlicedText &Into) {
  auto Original = getUnderlyingFS().getBufferForFile(Path);
  if (!Original || !(*Original)->getBuffer().contains(OperatorFolder))
    return false;
  const auto Outline = outlineOf((*Original)->getBuffer());
  if (!Outline)
    return false;
  auto Text = copyOf(**Original);
  bool IsSliced = false;
  // By includes that this one has before, under the same conditions.
  llvm::StringSet<> Brought;
  const auto LeaveOutAll = [&](const auto &Self, const Header &H) -> void {
    leaveOut(H, Into.What);
    for (const std::string &Name : H.Included)
      Self(Self, operatorHeader(Root + Name));
  };
  for (const HeaderOutline::Directive &D : Outline->Directives) {
    if (D.IsCondition)
      Brought.clear();
    if (!D.Included.starts_with(OperatorFolder))
      continue;
    const Header &H = operatorHeader((Root + D.Included).str());
    if (!H.Outline)
      continue;
    if (!isSpared(H, Brought)) {
      bring(H, Brought);
      continue;
    }
    blank(writable(*Text, D.Begin, D.End));
    LeaveOutAll(LeaveOutAll, H);
    IsSliced = true;
  }
  if (IsSliced)
    Into.Text = std::move(Text);
  return IsSliced;
}

StringRef SlicedHeaders::unmentionedPart(StringRef Namespace) const {
  const auto [Outer, Inner] = Namespace.split("::");
  const StringRef Part = Inner.split("::").first;
  if (Outer != "torch" || !llvm::is_contained(Parts, Part) ||
      Mentioned.hasScope(Part))
    return "";
  return Namespace.take_front(Outer.size() + 2 + Part.size());
}

bool SlicedHeaders::isSpared(const HeaderOutline &Of,
                             const HeaderOutline::Item &I) const {
  // Such a namespace tells nothing about the others: a template is specialised, and
  // a member defined, in a namespace around its own.
  if (!unmentionedPart(Of.Namespaces[I.Namespace]).empty())
    return !I.HasDirective;
  return !I.Name.empty() && isInside(Of, I) && !isMentioned(Of, I);
}

SlicedHeaders::Header &SlicedHeaders::frontendHeader(StringRef Path) {
  const auto [It, IsNew] = Frontend.try_emplace(Path);
  if (IsNew)
    It->second = read(Path);
  Header &H = *It->second;
  if (!IsNew || !H.Outline)
    return H;
  for (const HeaderOutline::Directive &D : H.Outline->Directives) {
    // <torch/nn.h> or <torch/csrc/api/include/torch/nn.h>
    const bool IsLong = D.Included.starts_with("torch/csrc/");
    std::string Name =
        (Root + (IsLong ? "" : FrontendFolder) + D.Included).str();
    if (isFrontend(Name))
      H.Included.push_back(std::move(Name));
  }
  const auto &Items = H.Outline->Items;
  H.IsBlank = isPart(Path) &&
              llvm::any_of(Items, [](const auto &I) { return !I.IsUsing; }) &&
              llvm::all_of(Items, [&](const HeaderOutline::Item &I) {
                return I.IsUsing || isSpared(*H.Outline, I);
              });
  return H;
}

/// Sees to it that what stays has what it includes.
void SlicedHeaders::settle(StringRef Path) {
  if (!Settled.insert(Path).second)
    return;
  const Header &H = frontendHeader(Path);
  for (const std::string &Name : H.Included)
    settle(Name);
  if (!H.IsBlank && !H.isUmbrella())
    llvm::for_each(H.Included, [&](const auto &Name) { keep(Name); });
}

void SlicedHeaders::keep(StringRef Path) {
  Header &H = frontendHeader(Path);
  if (!Kept.insert(Path).second)
    return;
  H.IsBlank = false;
  llvm::for_each(H.Included, [&](const auto &Name) { keep(Name); });
}

bool SlicedHeaders::isMissedBy(StringRef From, StringRef Path) {
  if (!isPart(Path) || !cutOf(Path))
    return false;
  // It was served before it was known what needs it.
  if (Kept.contains(Path))
    return true;
  if (isFrontend(From))
    return !frontendHeader(From).Outline;
  const auto [It, IsNew] = IsUmbrella.try_emplace(From, false);
  if (IsNew)
    if (const auto Text = getUnderlyingFS().getBufferForFile(From)) {
      const auto Outline = outlineOf((*Text)->getBuffer());
      It->second = Outline && Outline->Items.empty();
    }
  return !It->second;
}

void SlicedHeaders::sliceFrontend(const Header &H, SlicedText &Into) {
  auto Text = copyOf(*H.Text);
  for (const HeaderOutline::Item &I : H.Outline->Items) {
    const StringRef In = H.Outline->Namespaces[I.Namespace];
    const StringRef Part = unmentionedPart(In);
    if (Part.empty() && I.IsUsing)
      continue;
    blank(writable(*Text, I.Begin, I.End));
    if (Part.empty())
      Into.What.Names[In].insert(I.Name);
    else
      Into.What.Namespaces.insert(Part);
    auto &Words = Part.empty() ? Into.What.Words : Into.What.WordsOfNamespaces;
    for (const StringRef Word : H.Outline->wordsOf(I))
      Words.insert(Word);
  }
  Into.Text = std::move(Text);
  HasCuts = true;
}

} // namespace aoti_tidy
