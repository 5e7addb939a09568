"""tools/lint: what it asks of clang-tidy and the compiler, and when it asks again."""
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
            path.write_text('#include "pool/pool.h"\n' if name == "a.cc" else "// " + name)
            if name.endswith(".cc"):
                entries.append({"directory": str(self.build), "file": str(path),
                                "command": f"c++ -Isrc -Winvalid-pch -include x/cmake_pch.hxx -c {path}"})
        (self.build / "compile_commands.json").write_text(json.dumps(entries))
        (self.build / "public_headers.txt").write_text("pool/pool.h\n")
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

    def test_changed_header_concerns_those_that_include_it(self):
        self.tidy()
        (self.root / "src/pool/pool.h").write_text('#include "pool/inner.h"\n')
        self.assertEqual(self.tidy()[0], ["a.cc"])
        (self.root / "src/pool/inner.h").write_text("int x;")
        self.assertEqual(self.tidy()[0], ["a.cc"])
        (self.root / "src/pool/inner.h").write_text("int y;")
        self.assertEqual(self.tidy()[0], ["a.cc"])

    def test_changed_configuration_concerns_all(self):
        self.tidy()
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

    def headers(self):
        """What the compiler says of the public headers, and whether all was well."""
        out = io.StringIO()
        with mock.patch.object(lint, "ROOT", self.root), contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(io.StringIO()) as progress:
            passed = lint.check_headers(self.build, False)
        return out.getvalue(), progress.getvalue(), passed

    def header_entry(self):
        entry = {"directory": str(self.build), "file": str(self.root / "src/pool/a.cc"),
                 "command": f"c++ -I{self.root}/src -include x/cmake_pch.hxx -o a.o -c {self.root}/src/pool/a.cc"}
        (self.build / "compile_commands.json").write_text(json.dumps([entry]))

    def test_header_that_needs_another_before_it_is_found(self):
        self.header_entry()
        header = self.root / "src/pool/pool.h"
        header.write_text("inline std::size_t pools() { return 1; }\n")
        out, _, passed = self.headers()
        self.assertFalse(passed)
        self.assertIn("pool.h", out)
        header.write_text("#include <cstddef>\ninline std::size_t pools() { return 1; }\n")
        out, progress, passed = self.headers()
        self.assertTrue(passed, out)
        self.assertIn("1 of 1", progress)
        self.assertIn("0 of 1", self.headers()[1])


if __name__ == "__main__":
    unittest.main()
