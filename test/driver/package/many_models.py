# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many small models, no two alike: many_models.py COUNT FILE

FILE is a package (.pt2), or a log that prints their code as torch does.
"""
import sys
import zipfile

count, path = int(sys.argv[1]), sys.argv[2]
codes = [f"void AOTInductorModel::run_impl() {{ int a{i}; }}" for i in range(count)]
if path.endswith(".pt2"):
    with zipfile.ZipFile(path, "w") as package:
        for i, code in enumerate(codes):
            package.writestr(f"many/data/aotinductor/model{i}/model{i}.wrapper.cpp", code)
else:
    with open(path, "w") as log:
        for i, code in enumerate(codes):
            prefix = f"V1123 12:14:14.406000 {i} torch/_inductor/graph.py:1] [0/0] [__output_code] "
            log.write(f"{prefix}Output wrapper code:\n{prefix}{code}\n")
