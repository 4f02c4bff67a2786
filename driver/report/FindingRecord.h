// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_FINDINGRECORD_H
#define AOTI_TIDY_DRIVER_REPORT_FINDINGRECORD_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Record.h"

/// Findings, remarks and runs of models as records.
namespace aoti_tidy {

template <typename Record> void fields(Record &R, TextRange &X) {
  auto &[Begin, End] = X;
  R(Begin, End);
}

template <typename Record> void fields(Record &R, Location &X) {
  auto &[File, Offset, Line, Column] = X;
  R(File, Offset, Line, Column);
}

template <typename Record> void fields(Record &R, Edit &X) {
  auto &[Where, Replacement, File] = X;
  R(Where, Replacement, File);
}

template <typename Record> void fields(Record &R, Note &X) {
  auto &[Where, Message, Ranges, Fix] = X;
  R(Where, Message, Ranges, Fix);
}

template <typename Record> void fields(Record &R, Finding &X) {
  auto &[Check, Lang, Severity, Where, EndLine, EndColumn, Message, Ranges,
         Notes, Fix, Fingerprint] = X;
  R(Check, Lang, Severity, Where, EndLine, EndColumn, Message, Ranges, Notes,
    Fix, Fingerprint);
}

template <typename Record> void fields(Record &R, Remark &X) {
  auto &[File, Line, Text] = X;
  R(File, Line, Text);
}

template <typename Record> void fields(Record &R, KnownText &X) {
  auto &[Text, Line] = X;
  R(Text, Line);
}

template <typename Record> void fields(Record &R, InputRecord &X) {
  auto &[Device, Type, Sizes, WhyNot] = X;
  R(Device, Type, Sizes, WhyNot);
}

template <typename Record> void fields(Record &R, RunRecord &X) {
  auto &[File, Line, Column, Package, FoundBy, WhyNoPackage, Device, LoaderLine,
         LoaderFile, Takes, Inputs, WhyNoInputs, EachInput] = X;
  R(File, Line, Column, Package, FoundBy, WhyNoPackage, Device, LoaderLine,
    LoaderFile, Takes, Inputs, WhyNoInputs, EachInput);
}

} // namespace aoti_tidy

#endif
