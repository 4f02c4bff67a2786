#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sarif.py FILE: checks what a SARIF report says against the sources that it names.

- Every region is in its file, in UTF-16 code units, and is not empty.
- What a fix deletes and inserts leads to a text that can be made.
- References of results to rules hold."""
import json
import os
import sys
import urllib.parse

report = json.load(open(sys.argv[1], encoding="utf-8"))

[run] = report["runs"]
rules = run["tool"]["driver"]["rules"]
base = urllib.parse.unquote(run["originalUriBaseIds"]["%SRCROOT%"]["uri"].removeprefix("file://"))
counts = dict.fromkeys(["results", "regions", "edits", "steps"], 0)


def text_of(artifact):
    path = urllib.parse.unquote(artifact["uri"])
    path = os.path.join(base, path) if artifact.get("uriBaseId") == "%SRCROOT%" else path.removeprefix("file://")
    # A file in a package is not on disk.
    if "!" in path:
        return None
    with open(path, "rb") as f:
        return f.read().decode("utf-8", "replace")


def lines_of(text):
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def utf16(text):
    units = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(units[i:i + 2], "little") for i in range(0, len(units), 2)]


def check_region(artifact, region, may_be_empty=False):
    text = text_of(artifact)
    if text is None:
        return
    lines = lines_of(text)
    begin = region["startLine"], region["startColumn"]
    end = region["endLine"], region["endColumn"]
    assert begin <= end if may_be_empty else begin < end, region
    for line, column in (begin, end):
        assert 1 <= line <= len(lines), (region, len(lines))
        # One behind the end is a point made visible.
        assert 1 <= column <= len(utf16(lines[line - 1])) + 2, (region, lines[line - 1])
    counts["regions"] += 1


def check_place(location):
    physical = location["physicalLocation"]
    if "region" in physical:
        check_region(physical["artifactLocation"], physical["region"])


for result in run["results"]:
    counts["results"] += 1
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
    assert result["partialFingerprints"]["aotiTidy/v1"]
    for location in result["locations"] + result.get("relatedLocations", []):
        check_place(location)
    for flow in result.get("codeFlows", []):
        for thread in flow["threadFlows"]:
            for step in thread["locations"]:
                check_place(step["location"])
                counts["steps"] += 1
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for replacement in change["replacements"]:
                check_region(change["artifactLocation"], replacement["deletedRegion"], may_be_empty=True)
                counts["edits"] += 1
for rule in rules:
    assert len(rule.get("properties", {}).get("tags", [])) <= 20
print(", ".join(f"{n} {what}" for what, n in counts.items()))
