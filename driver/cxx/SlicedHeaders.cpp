// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SlicedHeaders.h"
#include "llvm/ADT/STLExtras.h"

namespace vfs = llvm::vfs;
using llvm::StringRef;

namespace aoti_tidy {

/// A header of ATen/ops.
struct SlicedHeaders::Header {
  std::unique_ptr<llvm::MemoryBuffer> Text;
  std::optional<HeaderOutline> Outline;
  bool IsBlank = false;              ///< none of its names is mentioned
  std::vector<std::string> Included; ///< headers of ATen/ops
  /// All else that it brings: other directives, and namespaces.
  std::string Else;
};

namespace {

constexpr StringRef OperatorFolder = "ATen/ops/";

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
  return In.split("::").first == SlicedHeaders::Namespace;
}

void blank(llvm::MutableArrayRef<char> Text) {
  for (char &C : Text)
    if (C != '\n' && C != '\r')
      C = ' ';
}

llvm::MutableArrayRef<char> writable(llvm::WritableMemoryBuffer &Text,
                                     size_t Begin, size_t End) {
  return Text.getBuffer().slice(Begin, End - Begin);
}

} // namespace

SlicedHeaders::SlicedHeaders(llvm::IntrusiveRefCntPtr<vfs::FileSystem> Base,
                             StringRef Root, llvm::StringSet<> Mentioned)
    : ProxyFileSystem(std::move(Base)), Root(Root.rtrim('/').str() + "/"),
      Mentioned(std::move(Mentioned)) {}
SlicedHeaders::~SlicedHeaders() = default;

bool SlicedHeaders::isOperator(StringRef Path) const {
  return Path.consume_front(Root) && Path.starts_with(OperatorFolder);
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
  if (!OnDisk || !Name.starts_with(Root + "ATen/"))
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
  } else if (Path.drop_front(Root.size()).count('/') == 1) {
    (void)sliceUmbrella(Path, *Sliced);
  }
  if (Sliced->Text)
    Slices[Path] = std::move(Sliced);
  return Slices[Path].get();
}

bool SlicedHeaders::isMentioned(const HeaderOutline &Of,
                                const HeaderOutline::Item &I) const {
  if (!Mentioned.contains(I.Name))
    return false;
  // Names in at::native need 'native', too.
  llvm::SmallVector<StringRef> Scopes;
  StringRef(Of.Namespaces[I.Namespace]).split(Scopes, "::");
  return llvm::all_of(llvm::drop_begin(Scopes), [&](StringRef Scope) {
    return Mentioned.contains(Scope);
  });
}

const SlicedHeaders::Header &SlicedHeaders::operatorHeader(StringRef Path) {
  const auto [It, IsNew] = Operators.try_emplace(Path);
  if (!IsNew)
    return *It->second;
  It->second = std::make_unique<Header>();
  Header &H = *It->second;
  auto Text = getUnderlyingFS().getBufferForFile(Path);
  if (!Text)
    return H;
  H.Text = std::move(*Text);
  H.Outline = outlineOf(H.Text->getBuffer());
  if (!H.Outline)
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
  auto Text = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      H.Text->getBufferSize(), H.Text->getBufferIdentifier());
  llvm::copy(H.Text->getBuffer(), Text->getBufferStart());
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
  auto Text = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      (*Original)->getBufferSize(), (*Original)->getBufferIdentifier());
  llvm::copy((*Original)->getBuffer(), Text->getBufferStart());
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

} // namespace aoti_tidy
