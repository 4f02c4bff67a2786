# A value that something else is given, too, is not changed.
# RUN: %check_aoti_tidy %s aoti-debug-flag %t --unsafe-fixes --torch=none
import os

#---
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = os.environ["MY_CHECKS"] = "off"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns the input checks on
#---
os.environ["MY_CHECKS"] = os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "off"
# CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns the input checks on
#---
before = os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = after = "off"
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns the input checks on
#---
os.environ["AOTI_RUNTIME_CHECK_INPUTS"], os.environ["MY_CHECKS"] = "off", "off"
#---
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "off"; os.environ["MY_CHECKS"] = "off"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'off' turns the input checks on
# CHECK-MESSAGES: note: to turn the checks off, set '0'
# CHECK-FIXES: os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "0"; os.environ["MY_CHECKS"] = "off"
