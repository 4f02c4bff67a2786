// What a host asks a package's metadata for (mir-group/pair_nequip_allegro#86).
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4,8]' %t/field.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
#include <ATen/ATen.h>
#include <stdexcept>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <unordered_map>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

double cutoff(Loader &Model) {
  auto Meta = Model.get_metadata();
  return std::stod(Meta.at("r_max"));
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'field.pt2' has no metadata 'r_max': at() throws std::out_of_range; an export gives it by 'aot_inductor.metadata'
}
double ofField() {
  Loader Model("field.pt2");
  return cutoff(Model);
}
std::string types() {
  Loader Model("field.pt2");
  return Model.get_metadata().at("type_names");
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: 'field.pt2' has no metadata 'type_names'
}

// Near misses.

std::string device() {
  Loader Model("field.pt2");
  return Model.get_metadata().at("AOTI_DEVICE_KEY");
}
std::string asked() {
  Loader Model("field.pt2");
  auto Meta = Model.get_metadata();
  return Meta.count("r_max") ? Meta.at("r_max") : "5.0";
}
std::string given() {
  Loader Model("field.pt2");
  auto Meta = Model.get_metadata();
  Meta["r_max"] = "5.0";
  return Meta.at("r_max");
}
std::string caught() {
  Loader Model("field.pt2");
  try {
    return Model.get_metadata().at("r_max");
  } catch (const std::out_of_range &) {
    return "5.0";
  }
}
std::string keyNotKnown(const std::string &Key) {
  Loader Model("field.pt2");
  return Model.get_metadata().at(Key);
}
std::string packageNotKnown(const std::string &Path) {
  Loader Model(Path);
  return Model.get_metadata().at("r_max");
}
std::string otherMap(const std::unordered_map<std::string, std::string> &Own) {
  return Own.at("r_max");
}
