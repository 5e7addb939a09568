#!/usr/bin/env python3
"""The end of ./test: the conformance suites as a table, and the count of tests.

    tools/test_summary.py JUNIT_XML CONFORMANCE_FOLDER CTEST_STATUS

Exit status 1 if a test failed, if none ran, or if ctest said that something is wrong.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def suites(folder):
    """Lines that tests/support/suite.cc left, as rows of (suite, cases, passed, known), and names of
    the suites that were skipped."""
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


def count(junit):
    """How many passed, the names of those that failed, how many were skipped. A test that could not
    be run (its program is missing, say) has failed."""
    passed, failed, skipped = 0, [], 0
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
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
    junit, folder, ctest_status = sys.argv[1:]
    rows, skipped_suites = suites(folder)
    if rows:
        print("\n".join(table(rows)))
    if skipped_suites:
        print("Suites that are not on this machine: " + ", ".join(skipped_suites))
    passed, failed, skipped = count(junit)
    for name in failed:
        print(f"FAILED {name}")
    wrong = ctest_status != "0" and not failed
    if wrong:
        print("ctest failed without naming a test; see above")
    print(f"{passed} passed, {len(failed) + wrong} failed, {skipped} skipped")
    return 1 if failed or wrong or passed + skipped == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
