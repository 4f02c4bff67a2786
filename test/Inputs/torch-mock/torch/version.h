#include <torch/headeronly/version.h>
