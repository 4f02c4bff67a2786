#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a release has beside its wheel and source archive.

    release.py notices                THIRD-PARTY-NOTICES.txt, from the copyright files of the
                                      Debian packages that are linked or copied
    release.py files WHEEL SDIST TO   copies both; SBOM, Containerfile, conda recipe, checksums
"""
import datetime
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import uuid
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.search(r"project\(aoti-tidy VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
# Name, license, Debian package or version in npm's registry, what the wheel has of it.
COMPONENTS = [
    ("llvm", "Apache-2.0 WITH LLVM-exception", "llvm-22-dev", "linked"),
    ("clang", "Apache-2.0 WITH LLVM-exception", "libclang-22-dev", "linked; its headers"),
    ("libc++", "Apache-2.0 WITH LLVM-exception", "libc++-22-dev", "its headers"),
    ("musl", "MIT", "musl-dev", "its headers"),
    ("fmt", "MIT", "libfmt-dev", "compiled in"),
    ("tomlplusplus", "MIT", "libtomlplusplus-dev", "compiled in"),
    ("zlib", "Zlib", "zlib1g-dev", "linked"),
    ("zstd", "BSD-3-Clause", "libzstd-dev", "linked"),
    ("tree-sitter", "MIT", "@0.25.0", "compiled in"),
    ("tree-sitter-python", "MIT", "@0.25.0", "compiled in"),
]
MIT = """\
Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
NPM_NOTICES = {"tree-sitter": f"Copyright (c) 2018-2023 Max Brunsfeld\n\n{MIT}",
               "tree-sitter-python": f"Copyright (c) 2016 Max Brunsfeld\n\n{MIT}"}


def copyright_of(package):
    for folder in ("/usr/share/doc", ROOT / "build/standard-headers/usr/share/doc"):
        file = pathlib.Path(folder, package, "copyright")
        if file.exists():
            return file.read_text(encoding="utf-8").strip() + "\n"
    sys.exit(f"there is no copyright file of {package}; './dev wheel' installs what the wheel is made of")


def notices():
    texts, parts = {}, ["aoti-tidy's program and plugin contain, or its wheel brings, parts of these projects.\n"]
    for name, _, source, what in COMPONENTS:
        texts.setdefault(NPM_NOTICES.get(name) or copyright_of(source), []).append(f"{name} ({what})")
    for text, names in texts.items():
        parts.append("=" * 78 + "\n" + ", ".join(names) + "\n" + "=" * 78 + f"\n\n{text}")
    (ROOT / "THIRD-PARTY-NOTICES.txt").write_text("\n".join(parts), encoding="utf-8")


def version_of(source):
    if source.startswith("@"):
        return source[1:]
    done = subprocess.run(["dpkg-query", "-W", "-f=${Version}", source], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    archives = sorted((ROOT / "build/standard-headers").glob(f"{source}_*.deb"))
    return done.stdout or (archives[-1].name.split("_")[1] if archives else "unknown")


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def sbom(wheel):
    def component(name, license_, source, what):
        version = version_of(source)
        purl = f"pkg:npm/{name}@{version}" if source.startswith("@") else f"pkg:deb/debian/{source.replace('+', '%2B')}@{version.replace('+', '%2B').replace(':', '%3A')}"
        return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "description": what,
                "licenses": [{"expression": license_}]}
    components = [component(*row) for row in COMPONENTS]
    main = f"pkg:pypi/aoti-tidy@{VERSION}"
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{uuid.uuid4()}", "version": 1,
            "metadata": {"timestamp": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "component": {"type": "application", "bom-ref": main, "name": "aoti-tidy", "version": VERSION, "purl": main,
                                       "licenses": [{"expression": "Apache-2.0 WITH LLVM-exception"}],
                                       "hashes": [{"alg": "SHA-256", "content": sha256(wheel)}]}},
            "components": components, "dependencies": [{"ref": main, "dependsOn": [part["bom-ref"] for part in components]}]}


def files(wheel, sdist, to):
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("LICENSE", "THIRD-PARTY-NOTICES.txt"):
        if not any(name.endswith(f".dist-info/licenses/{wanted}") for name in names):
            sys.exit(f"the wheel has no {wanted}")
    if f"-{VERSION}-" not in wheel.name or not sdist.name.endswith(f"-{VERSION}.tar.gz"):
        sys.exit(f"{wheel.name} or {sdist.name} is not of version {VERSION}")
    bazel = (ROOT / "driver/integrations/bazel/MODULE.bazel").read_text()
    if f'version = "{VERSION}"' not in bazel:
        sys.exit(f"driver/integrations/bazel/MODULE.bazel is not of version {VERSION}")
    to.mkdir(parents=True, exist_ok=True)
    for file in (wheel, sdist):
        shutil.copy(file, to)
    (to / "aoti-tidy.cdx.json").write_text(json.dumps(sbom(wheel), indent=2) + "\n")
    for name in ("Containerfile", "recipe.yaml"):
        text = (ROOT / "release" / name).read_text()
        for key, value in {"VERSION": VERSION, "WHEEL": wheel.name, "SHA256": sha256(wheel)}.items():
            text = text.replace(f"@{key}@", value)
        (to / name).write_text(text)
    shutil.copy(ROOT / "THIRD-PARTY-NOTICES.txt", to)
    sums = [f"{sha256(file)}  {file.name}" for file in sorted(to.iterdir()) if file.name != "SHA256SUMS"]
    (to / "SHA256SUMS").write_text("\n".join(sums) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["notices"]:
        notices()
    elif sys.argv[1:2] == ["files"] and len(sys.argv) == 5:
        files(*map(pathlib.Path, sys.argv[2:]))
    else:
        sys.exit(__doc__)
