// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The implementation of fmt, compiled once and hidden: a plugin must not depend
// on a shared libfmt that its host process may bring in another version, and
// the header-only form makes each file compile all of it again. What follows is
// what fmt's own src/format.cc has for char, which Debian does not ship.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto dragonbox::to_decimal(float X) noexcept
    -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double X) noexcept
    -> dragonbox::decimal_fp<double>;

template FMT_API locale_ref::locale_ref(const std::locale &Loc);
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;

template FMT_API auto thousands_sep_impl(locale_ref)
    -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void buffer<char>::append(const char *, const char *);
#if FMT_VERSION >= 100000
using FormatArgs = typename vformat_args<>::type;
#else
using FormatArgs = basic_format_args<FMT_BUFFER_CONTEXT(char)>;
#endif
template FMT_API void vformat_to(buffer<char> &, string_view, FormatArgs,
                                 locale_ref);

} // namespace detail
FMT_END_NAMESPACE
