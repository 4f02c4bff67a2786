# Arguments, keys and names that are gone.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
# Example inputs of a package are ignored.
import torch
# MACE-ICTD export_aoti_core.py: the path is taken for them.
torch._inductor.aoti_compile_and_package(ep, out_path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores its second argument, and writes into Inductor's cache; write 'package_path=out_path' [aoti-deprecated-api]
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path=out_path)
torch._inductor.aoti_compile_and_package(ep, (x,), {'a': y}, package_path='m.pt2')
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs: it takes them from the exported program, and all torch does is to log that they are deprecated; leave them out [aoti-deprecated-api]
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path='m.pt2')
torch._inductor.aoti_compile_and_package(
    ep,
    args,
    package_path='m.pt2',
)
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES-NOT:     args,
torch._inductor.aoti_compile_and_package(ep, args)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
# A comment is not left where it is about something else.
torch._inductor.aoti_compile_and_package(ep,
    (x,),  # as it was exported
    package_path='m.pt2')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# What is called may do more than to give a value.
torch._inductor.aoti_compile_and_package(ep, inputs())
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
torch._inductor.aoti_compile_and_package(ep, tuple(i for i in batches))
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
torch._inductor.aoti_compile_and_package(ep, None)
torch._inductor.aoti_compile_and_package(ep, 'm.pt2')
torch._inductor.aoti_compile_and_package(*a)
#---
# Names of a path: what is not known, and what a call returns.
import torch
torch._inductor.aoti_compile_and_package(ep, path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores its second argument
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path=path)
so_path = where()
torch._inductor.aoti_compile_and_package(ep, so_path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores its second argument
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path=so_path)
#---
# Names that only sound like one: of an image, of inputs, of what is exported with.
import torch
torch._inductor.aoti_compile_and_package(ep, pathology_image)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
# The package has its path.
torch._inductor.aoti_compile_and_package(ep, flight_path, package_path='a.pt2')
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path='a.pt2')
path_args = (x,)
torch._inductor.aoti_compile_and_package(ep, path_args)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
path_tokens = (torch.randn(3), torch.randn(4))
torch._inductor.aoti_compile_and_package(ep, path_tokens, package_path='b.pt2')
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path='b.pt2')
#---
import torch
in_path = (x,)
torch._inductor.aoti_compile_and_package(ep, in_path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
random_path = torch.randn(3)
torch._inductor.aoti_compile_and_package(ep, random_path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
ep = torch.export.export(net, robot_path)
torch._inductor.aoti_compile_and_package(ep, robot_path)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep)
#---
import mine
mine.aoti_compile_and_package(ep, args)

#---
# Config keys that are gone.
import torch
torch._inductor.aoti_compile_and_package(ep, inductor_configs={
    'aot_inductor.compile_wrapper_with_O0': True,
    'aot_inductor.package_constants_on_disk': True,
    "aot_inductor.compile_standalone": False,
})
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'aot_inductor.compile_wrapper_with_O0' is gone since torch 2.8, and setting it raises AttributeError; set 'aot_inductor.compile_wrapper_opt_level' to "O0"
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'aot_inductor.package_constants_on_disk' is gone since torch 2.10, and setting it raises AttributeError; set 'aot_inductor.package_constants_on_disk_format' to "pickle_weights"
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10, and setting it raises AttributeError; set 'aot_inductor_mode.compile_standalone'
#---
from torch._inductor import config
config.aot_inductor.package_constants_on_disk = False
config.aot_inductor.compile_standalone = True
with config.patch({'aot_inductor.compile_wrapper_with_O0': True}):
  pass
with config.patch('aot_inductor.compile_standalone', True):
  pass
  # CHECK-MESSAGES: :[[@LINE-6]]:1: warning: 'aot_inductor.package_constants_on_disk' is gone since torch 2.10, and setting it raises AttributeError; set 'aot_inductor.package_constants_on_disk_format' to None
  # CHECK-MESSAGES: :[[@LINE-6]]:1: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10
  # CHECK-MESSAGES: :[[@LINE-6]]:20: warning: 'aot_inductor.compile_wrapper_with_O0' is gone since torch 2.8
  # CHECK-MESSAGES: :[[@LINE-5]]:19: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10
#---
import torch._inductor.config as config
config.abi_compatible = True
config.aot_inductor.debug_dump_consts_bin = True
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'abi_compatible' is gone since torch 2.6, and setting it raises AttributeError; leave it out
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'aot_inductor.debug_dump_consts_bin' is gone since torch 2.6

#---
# Config keys that are none.
o = {'aot_inductor.compile_standalone': True}
#---
mine.config.aot_inductor.compile_standalone = True
#---
from mine import config
config.abi_compatible = True
#---
import torch
torch._inductor.config.aot_inductor_mode.compile_standalone = True
#---
import torch
x = torch._inductor.config.abi_compatible
#---
import torch
if torch.__version__ < '2.10':
  torch._inductor.config.aot_inductor.compile_standalone = True
#---
# Two keys share a value, which becomes another one for one of them.
from torch._inductor import config
config.max_autotune = config.aot_inductor.package_constants_on_disk = True
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'aot_inductor.package_constants_on_disk' is gone since torch 2.10
#---
# The new one is there already.
import torch
torch._inductor.aoti_compile_and_package(ep, inductor_configs={'aot_inductor.compile_wrapper_with_O0': True, 'aot_inductor.compile_wrapper_opt_level': 'O1'})
# CHECK-MESSAGES: :[[@LINE-1]]:64: warning: 'aot_inductor.compile_wrapper_with_O0' is gone since torch 2.8
# Without a literal there is nothing to tell what it becomes.
torch._inductor.aoti_compile_and_package(ep, inductor_configs={'aot_inductor.compile_wrapper_with_O0': debug})
# CHECK-MESSAGES: :[[@LINE-1]]:64: warning: 'aot_inductor.compile_wrapper_with_O0' is gone since torch 2.8, and setting it raises AttributeError; set 'aot_inductor.compile_wrapper_opt_level'
#--- --torch-version=2.9
import torch
torch._inductor.config.aot_inductor.compile_standalone = True
#--- --torch-version=2.10
import torch
torch._inductor.config.aot_inductor.compile_standalone = True
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10

#---
# Names of the package module.
from torch._inductor.package.package import PT2ArchiveReader
from torch._inductor.package import pt2_archive_constants
# CHECK-MESSAGES: :[[@LINE-2]]:45: warning: 'torch._inductor.package.package.PT2ArchiveReader' is gone since torch 2.8, and importing it raises ImportError; import 'torch.export.pt2_archive._package'
# CHECK-MESSAGES: :[[@LINE-3]]:45: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes', 'read' is 'read_bytes')
# CHECK-MESSAGES: :[[@LINE-3]]:37: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8, and importing it raises ImportError; import 'torch.export.pt2_archive.constants'
# CHECK-MESSAGES: :[[@LINE-4]]:37: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
#---
import torch._inductor.package.pt2_archive_constants as c
from torch._inductor.package import pt2_archive_constants as d
from torch._inductor.package.pt2_archive_constants import A
# CHECK-MESSAGES: :[[@LINE-3]]:8: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8
# CHECK-MESSAGES: :[[@LINE-4]]:8: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
# CHECK-MESSAGES: :[[@LINE-4]]:37: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8
# CHECK-MESSAGES: :[[@LINE-5]]:37: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
# CHECK-MESSAGES: :[[@LINE-5]]:59: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8
# CHECK-MESSAGES: :[[@LINE-6]]:59: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
#---
from torch._inductor.package import load_package, pt2_archive_constants
# CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8
# CHECK-MESSAGES: :[[@LINE-2]]:51: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
#---
import torch._inductor.package.pt2_archive_constants
# CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'torch._inductor.package.pt2_archive_constants' is gone since torch 2.8
# CHECK-MESSAGES: :[[@LINE-2]]:8: note: methods and constants have other names there ('writestr' is 'write_string' or 'write_bytes'
#---
from torch._inductor.package import package_aoti
package_aoti(d)
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'package_aoti' takes the path of the package and the files that go into it since torch 2.6, and raises TypeError without; call 'torch._inductor.aoti_compile_and_package', or hand it what 'torch._inductor.aot_compile' returns with 'aot_inductor.package'
#---
from torch._inductor.package import package_aoti
package_aoti('m.pt2', files)
#---
from torch._inductor.package import load_package
load_package(p)
#---
try:
  from torch._inductor.package.package import PT2ArchiveReader
except ImportError:
  PT2ArchiveReader = None
#--- --torch-version=2.7
from torch._inductor.package.package import PT2ArchiveReader
from torch._inductor.package import pt2_archive_constants
