# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# completions.sh AOTI_TIDY: what bash offers for several lines that were begun.
source <("$1" completion bash)
compopt() { :; }
program=$1
aoti-tidy() { "$program" "$@"; }

complete_line() {
  COMP_WORDS=(aoti-tidy "$@")
  COMP_CWORD=$#
  _aoti_tidy
  echo "$*: ${COMPREPLY[*]}"
}
complete_line pac
complete_line package --f
complete_line check --fix
complete_line --color=
complete_line rule aoti-raw
