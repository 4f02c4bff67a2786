#include "checks/python/LoaderArguments.h"
