"""tools/lint: what it asks of clang-tidy, and when it asks again."""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
LINT = Path(__file__).resolve().parents[2] / "tools/lint"
loader = importlib.machinery.SourceFileLoader("lint", str(LINT))
lint = importlib.util.module_from_spec(importlib.util.spec_from_loader("lint", loader))
loader.exec_module(lint)


class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.build = self.root / "build/dev"
        self.build.mkdir(parents=True)
        (self.root / ".clang-tidy").write_text("Checks: '-*'\n")
        (self.root / "src/pool").mkdir(parents=True)
        entries = []
        for name in ("a.cc", "b.cc", "a_test.cc", "pool.h"):
            path = self.root / "src/pool" / name
            path.write_text("// " + name)
            if name.endswith(".cc"):
                entries.append({"directory": str(self.build), "file": str(path),
                                "command": f"c++ -Isrc -Winvalid-pch -include x/cmake_pch.hxx -c {path}"})
        (self.build / "compile_commands.json").write_text(json.dumps(entries))
        self.complaints = {}

    def tidy(self, everything=False):
        """Which files were looked at, and whether all was well."""
        seen = []

        def look(_, path):
            seen.append(path.name)
            return self.complaints.get(path.name, "")

        with mock.patch.object(lint, "ROOT", self.root), mock.patch.object(lint, "tidy_one", look), \
                contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            passed = lint.check_tidy(self.build, everything)
        return sorted(seen), passed

    def test_looks_at_sources_but_not_at_tests(self):
        self.assertEqual(self.tidy(), (["a.cc", "b.cc"], True))

    def test_what_passed_is_not_looked_at_again(self):
        self.tidy()
        self.assertEqual(self.tidy(), ([], True))
        self.assertEqual(self.tidy(everything=True), (["a.cc", "b.cc"], True))

    def test_changed_source_is_looked_at_again(self):
        self.tidy()
        (self.root / "src/pool/a.cc").write_text("int x;")
        self.assertEqual(self.tidy(), (["a.cc"], True))

    def test_changed_header_or_configuration_concerns_all(self):
        self.tidy()
        (self.root / "src/pool/pool.h").write_text("int x;")
        self.assertEqual(self.tidy()[0], ["a.cc", "b.cc"])
        (self.root / ".clang-tidy").write_text("Checks: '*'\n")
        self.assertEqual(self.tidy()[0], ["a.cc", "b.cc"])

    def test_what_failed_is_looked_at_until_it_passes(self):
        self.complaints["b.cc"] = "b.cc:1:1: error: no\n"
        self.assertEqual(self.tidy(), (["a.cc", "b.cc"], False))
        self.assertEqual(self.tidy(), (["b.cc"], False))
        self.complaints.clear()
        self.assertEqual(self.tidy(), (["b.cc"], True))

    def test_arguments_that_only_the_compiler_understands_are_left_out(self):
        self.assertEqual(
            lint.clang_arguments(["c++", "-Isrc", "-Winvalid-pch", "-include", "x/cmake_pch.hxx",
                                  "-fsanitize=address", "-include", "own.h", "-c", "a.cc"]),
            ["c++", "-Isrc", "-include", "own.h", "-c", "a.cc"])


if __name__ == "__main__":
    unittest.main()
