#pragma once
namespace c10::utils {
void set_env(const char *name, const char *value, bool overwrite = true);
bool has_env(const char *name) noexcept;
} // namespace c10::utils
