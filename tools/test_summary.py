#!/usr/bin/env python3
"""Prints the summary of ./test: a table of the conformance suites, the slowest tests, and the number of
tests that passed, failed and were skipped.

    tools/test_summary.py JUNIT_XML CONFORMANCE_FOLDER CTEST_STATUS LEFT_OUT

LEFT_OUT is the number of long tests that were left out; empty if there were none.
The exit status is 1 if a test failed, if no test ran, or if ctest reported an error.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SLOWEST = 10


def suites(folder):
    """Reads the files that tests/support/suite.cc wrote. Returns rows of (suite, cases, passed, known), and
    the names of the suites that were skipped."""
    rows, skipped = [], []
    for path in sorted(Path(folder).glob("*.txt")):
        line = path.read_text().strip()
        match = re.fullmatch(r"(.+): (\d+) cases, (\d+) passed, (\d+) known to differ", line)
        if match:
            rows.append(match.groups())
        else:
            skipped.append(line.split(":")[0])
    return rows, skipped


def table(rows):
    rows = [("suite", "cases", "passed", "known to differ"), *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    for row in rows:
        yield "  ".join([row[0].ljust(widths[0])] + [row[i].rjust(widths[i]) for i in (1, 2, 3)])


def slowest(cases):
    """Yields a line for each of the ten slowest tests, if there are more than ten."""
    timed = sorted(((float(case.get("time", 0)), case.get("name")) for case in cases), reverse=True)
    if len(timed) > SLOWEST:
        yield f"The slowest of {len(timed)} tests:"
        for seconds, name in timed[:SLOWEST]:
            yield f"{seconds:6.1f} s  {name}"


def count(cases):
    """Returns the number of tests that passed, the names of those that failed, and the number of those that
    were skipped. A test that could not be run, because its program is missing for example, has failed."""
    passed, failed, skipped = 0, [], 0
    for case in cases:
        reason = case.find("skipped")
        if case.get("status") == "run":
            passed += 1
        elif case.get("status") == "disabled" or (
                reason is not None and reason.get("message", "").startswith("SKIP_")):
            skipped += 1
        else:
            failed.append(case.get("name"))
    return passed, failed, skipped


def main():
    junit, folder, ctest_status, left_out = sys.argv[1:]
    cases = list(ElementTree.parse(junit).getroot().iter("testcase"))
    rows, skipped_suites = suites(folder)
    if rows:
        print("\n".join(table(rows)))
    if skipped_suites:
        print("Suites that are not on this machine: " + ", ".join(skipped_suites))
    for line in slowest(cases):
        print(line)
    if left_out:
        print(f"{left_out} long tests and the lints run with --all")
    passed, failed, skipped = count(cases)
    for name in failed:
        print(f"FAILED {name}")
    ctest_failed = ctest_status != "0" and not failed
    if ctest_failed:
        print("ctest failed, but reported no failed test; its output is above")
    print(f"{passed} passed, {len(failed) + ctest_failed} failed, {skipped} skipped")
    return 1 if failed or ctest_failed or passed + skipped == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
