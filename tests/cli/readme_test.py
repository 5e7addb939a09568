#!/usr/bin/env python3
"""Runs every command of the README's console examples and compares the output with the README.

    readme_test.py PROGRAM README
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def examples(markdown):
    """Yields (command, expected output) of each `$ ` line in ```console blocks."""
    for block in re.findall(r"```console\n(.*?)```", markdown, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def main():
    program, readme = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    failed = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "freshet").symlink_to(program)
        for command, expected in examples(readme.read_text()):
            ran += 1
            done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
            if done.stdout != expected or done.returncode != 0:
                failed += 1
                print(f"$ {command}\nexpected:\n{expected}\ngot:\n{done.stdout}{done.stderr}")
    print(f"{ran - failed} of {ran} examples as the README says")
    return 1 if failed or ran < 5 else 0


sys.exit(main())
