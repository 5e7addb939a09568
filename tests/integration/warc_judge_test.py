#!/usr/bin/env python3
"""Checks the sample archive with other programs: a checker of WARC files, and the indexer of the npm package warcio.

    warc_judge_test.py WARC_SAMPLE BUILD_FOLDER

The checker (tools/warc_judge.mjs of the data beside the checkout) needs node and warcio. warcio is searched in
$FRESHET_WARCIO (a folder with node_modules) and in BUILD_FOLDER, where npm installs it if possible.
Exit status 77: one of these is not on this machine.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def warcio_modules(build):
    """Returns the node_modules folder with warcio."""
    named = os.environ.get("FRESHET_WARCIO")
    folder = Path(named) if named else build / "warcio"
    modules = folder if folder.name == "node_modules" else folder / "node_modules"
    if (modules / "warcio").is_dir():
        return modules
    if named:
        skip(f"no warcio in {modules}")
    if not shutil.which("npm"):
        skip("warcio is not installed, and there is no npm")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    try:
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--fetch-retries=0", "warcio@2.4"],
                       cwd=folder, check=True, capture_output=True, timeout=120)
    except (subprocess.SubprocessError, OSError) as trouble:
        skip(f"npm could not install warcio: {trouble}")
    return modules


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def judge(script, files):
    for line in run(["node", script, *files]).splitlines():
        verdict = json.loads(line)
        print(line)
        if not verdict["pass"] or verdict["errors"]:
            sys.exit("the judge does not let it pass")


def entries(text):
    """Returns the fields of a CDXJ file that must agree: by offset, time, URL, digest, length and status."""
    found = {}
    for line in text.splitlines():
        _, time, fields = line.split(" ", 2)
        entry = json.loads(fields)
        # The digest has the algorithm (cdxj-indexer) or not (pywb and warcio).
        digest = entry.get("digest", "").removeprefix("sha256:")
        found[int(entry["offset"])] = (time, entry["url"], digest, int(entry["length"]),
                                       str(entry.get("status", "")), entry.get("mime"))
    return found


def compare_indexes(modules, file):
    theirs = entries(run([modules / ".bin" / "warcio", "cdx-index", file]))
    ours = entries(Path(str(file).replace(".warc.gz", ".cdxj")).read_text())
    if set(theirs) != set(ours):
        sys.exit(f"{file.name}: warcio indexes {sorted(theirs)}, we {sorted(ours)}")
    for offset, entry in sorted(ours.items()):
        other = theirs[offset]
        for name, a, b in zip(("time", "url", "digest", "length", "status", "mime"), entry, other):
            # For a missing media type theirs writes nothing, and for a missing digest theirs computes one.
            if a == b or (name == "mime" and a == "unk") or (name == "digest" and not a):
                continue
            sys.exit(f"{file.name}, byte {offset}: {name} is {a!r}, for warcio {b!r}")
    print(f"{file.name}: {len(ours)} index lines agree with warcio's")


def main():
    sample, build = Path(sys.argv[1]), Path(sys.argv[2])
    script = Path(__file__).resolve().parents[2].parent / "shared" / "tools" / "warc_judge.mjs"
    if not script.exists():
        skip("the checker is not on this machine")
    if not shutil.which("node"):
        skip("node is not installed")
    modules = warcio_modules(build).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Node searches packages beside the script.
        shutil.copyfile(script, folder / script.name)
        (folder / "node_modules").symlink_to(modules)
        files = [Path(line) for line in run([sample, folder / "warc"]).splitlines()]
        judge(folder / script.name, files)
        for file in files:
            compare_indexes(modules, file)


if __name__ == "__main__":
    main()
