#!/usr/bin/env bash
# launcher_test.sh ROOT: runs the first command of the README twice, from another folder. The first call may
# have to build; the second must print only what the program prints.
set -euo pipefail
root=$1
cd /
"$root/freshet" --version >/dev/null
! grep "warning:" "$root/build/release/build.log" || { echo "the build has warnings"; exit 1; }
complaints=$("$root/freshet" --version 2>&1 >/dev/null)
version=$("$root/freshet" --version)
[[ -z $complaints ]] || { echo "the second call said: $complaints"; exit 1; }
[[ $version == "freshet "* ]] || { echo "not a version: $version"; exit 1; }
# A link to the command works as the command does.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$root/freshet" "$folder/f"
[[ $("$folder/f" check url http://H) == http://h/ ]] || { echo "not through a link"; exit 1; }
# The program's exit status is the command's.
status=0
"$root/freshet" nonsense 2>/dev/null || status=$?
[[ $status == 2 ]] || { echo "exit status $status"; exit 1; }
