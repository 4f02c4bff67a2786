// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_TRACERECORDS_H
#define AOTI_TIDY_CHECKS_LIB_LOG_TRACERECORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace aoti_tidy {

struct AssumedSize {
  std::string Text;       ///< "Ne(s77, 4)"; of one that is fixed: "s77 = 5"
  std::string Source;     ///< of its symbol: "L['x'].size()[0]"; may be empty
  std::string Value;      ///< if it is fixed
  std::string File, Code; ///< the line of the model; may be empty
  unsigned FileLine = 0;
  uint64_t Line = 0; ///< of the log, from 1
};

/// Reads TORCH_TRACE's records about sizes, a line of JSON each behind the
/// logger's prefix (torch 2.13):
///
///   {"str": ["/home/me/model.py", 3]}
///   {"create_symbol": {"symbol": "s77", "source": "L['x'].size()[0]", ...}}
///   {"guard_added_fast": {"expr": "Ne(s77, 4)", "user_stack": [],
///     "stack": [{"line": 5, "name": "forward", "filename": 3, "loc": "..."}]}}
///   {"symbolic_shape_specialization": {"symbol": "s77", "value": "5", ...}}
class TraceRecords {
public:
  void read(llvm::StringRef Line, uint64_t Number);

  /// Fixed ones, then guards, each once.
  std::vector<AssumedSize> sizes() const;

private:
  void add(const llvm::json::Object &Record, AssumedSize Size);
  void placeIn(const llvm::json::Array *Stack, AssumedSize &Size) const;

  std::map<int64_t, std::string> Files;       ///< by their number
  std::map<std::string, std::string> Symbols; ///< where they come from
  std::vector<AssumedSize> Fixed, Guards;
  unsigned Records = 0;
};

} // namespace aoti_tidy

#endif
