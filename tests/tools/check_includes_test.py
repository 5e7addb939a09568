"""Little made-up trees, each with one thing wrong: tools/check_includes.py must see it."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from check_includes import Checker  # noqa: E402

MODULES = """
# freshet_module(not_this "in a comment")
freshet_module(ground "what (all) use" PURE)
freshet_module(water "uses ground" PURE
               USES ground)
freshet_module(cli "commands" USES ground water)
"""

SOUND = {
    "src/modules.cmake": MODULES,
    "src/ground/CMakeLists.txt": "freshet_sources(ground HEADERS rock.h SOURCES rock.cc)",
    "src/ground/rock.h": "#pragma once\n#include <string>\n",
    "src/ground/rock.cc": '#include "ground/rock.h"\n#include "ground/inner.h"\n',
    "src/ground/inner.h": "#pragma once\n",
    "src/water/CMakeLists.txt":
        "freshet_sources(water\n  HEADERS pool.h # the door\n  SOURCES pool.cc\n  TESTS pool_test.cc)",
    "src/water/pool.h": '#pragma once\n#include "ground/rock.h"\n',
    "src/water/pool.cc": '#include "water/pool.h"\n#include <xxhash.h>\n',
    "src/water/pool_test.cc": '#include "gtest/gtest.h"\n#include "support/suite.h"\n#include <thread>\n',
    "src/cli/CMakeLists.txt": "freshet_sources(cli HEADERS SOURCES run.cc)",
    "src/cli/main.cc": "int main() {}\n",
    "src/cli/run.cc": '#include "water/pool.h"\n#include <thread>\n#include <sys/stat.h>\n',
}


def check(changes=None):
    with tempfile.TemporaryDirectory() as root:
        for name, text in {**SOUND, **(changes or {})}.items():
            path = Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        checker = Checker(root)
        checker.run()
        return checker


class CheckIncludes(unittest.TestCase):
    def assert_one_problem(self, changes, where, what):
        problems = check(changes).problems
        self.assertEqual(len(problems), 1, problems)
        self.assertTrue(problems[0].startswith(where + ": "), problems)
        self.assertIn(what, problems[0])

    def test_sound_tree_has_no_problems(self):
        checker = check()
        self.assertEqual(checker.problems, [])
        self.assertEqual(checker.warnings, [])
        self.assertEqual(list(checker.modules), ["ground", "water", "cli"])
        self.assertEqual([m.pure for m in checker.modules.values()], [True, True, False])

    def test_include_of_a_module_that_is_not_used(self):
        self.assert_one_problem(
            {"src/ground/rock.cc": '#include "ground/rock.h"\n\n#include "water/pool.h"\n'},
            "src/ground/rock.cc:3", "ground does not use water")

    def test_include_of_a_private_header(self):
        self.assert_one_problem({"src/water/pool.cc": '#include "ground/inner.h"\n'},
                                "src/water/pool.cc:1", "ground/inner.h is private")

    def test_test_may_not_include_what_its_module_does_not_use(self):
        self.assert_one_problem({"src/water/pool_test.cc": '#include "cli/run.h"\n'},
                                "src/water/pool_test.cc:1", "water does not use cli")

    def test_circle(self):
        changed = MODULES.replace('"what (all) use" PURE', '"what (all) use" PURE USES water')
        self.assert_one_problem({"src/modules.cmake": changed}, "src/modules.cmake:3",
                                "ground -> water -> ground")

    def test_use_of_an_undeclared_module(self):
        changed = MODULES.replace("USES ground water", "USES ground water air")
        self.assert_one_problem({"src/modules.cmake": changed}, "src/modules.cmake:6",
                                "cli uses air, which is not declared")

    def test_pure_module_with_machinery(self):
        for header in ("thread", "mutex", "fstream", "filesystem", "iostream", "chrono", "sys/stat.h",
                       "unistd.h"):
            self.assert_one_problem({"src/water/pool.cc": f"#include <{header}>\n"},
                                    "src/water/pool.cc:1", f"water is PURE and includes <{header}>")

    def test_pure_module_with_a_library_that_does_io(self):
        for header in ("curl/curl.h", "rocksdb/db.h", "uv.h", "ares.h"):
            self.assert_one_problem({"src/water/pool.cc": f"#include <{header}>\n"},
                                    "src/water/pool.cc:1", "PURE")

    def test_library_in_two_modules(self):
        self.assert_one_problem({"src/cli/run.cc": "#include <xxhash.h>\n"}, "src/cli/run.cc:1",
                                "third-party xxhash.h belongs to one module (water), not cli too")

    def test_library_in_two_modules_by_different_headers(self):
        self.assert_one_problem({"src/water/pool.cc": "#include <openssl/evp.h>\n",
                                 "src/cli/run.cc": "\n#include <openssl/sha.h>\n"},
                                "src/cli/run.cc:2", "third-party openssl/")

    def test_shared_library_outside_the_modules_that_share_it(self):
        self.assert_one_problem({"src/cli/run.cc": "#include <unicode/uidna.h>\n"}, "src/cli/run.cc:1",
                                "third-party unicode/")

    def test_shared_library_inside_them(self):
        modules = MODULES + 'freshet_module(url "")\nfreshet_module(charset "")\n'
        changes = {"src/modules.cmake": modules}
        for name in ("url", "charset"):
            changes[f"src/{name}/CMakeLists.txt"] = f"freshet_sources({name} HEADERS SOURCES a.cc)"
            changes[f"src/{name}/a.cc"] = "#include <unicode/uidna.h>\n"
        self.assertEqual(check(changes).problems, [])

    def test_library_in_a_header(self):
        self.assert_one_problem({"src/ground/inner.h": "#pragma once\n#include <simdjson.h>\n"},
                                "src/ground/inner.h:2", "third-party header simdjson.h in a header")

    def test_vague_folder(self):
        for name in ("utils", "common", "core", "base", "misc"):
            self.assert_one_problem({f"src/water/{name}/notes.txt": ""}, f"src/water/{name}:1",
                                    "says nothing")

    def test_undeclared_folder(self):
        self.assert_one_problem({"src/air/wind.txt": ""}, "src/air:1", "not declared")

    def test_source_that_nothing_compiles(self):
        self.assert_one_problem({"src/water/lost_test.cc": ""}, "src/water/lost_test.cc:1",
                                "nothing compiles it")

    def test_listed_file_that_is_not_there(self):
        self.assert_one_problem(
            {"src/cli/CMakeLists.txt": "\nfreshet_sources(cli HEADERS SOURCES run.cc gone.cc)"},
            "src/cli/CMakeLists.txt:2", "gone.cc is listed but does not exist")

    def test_module_without_list(self):
        self.assert_one_problem({"src/modules.cmake": MODULES + 'freshet_module(air "")\n'},
                                "src/modules.cmake:7", "no src/air/CMakeLists.txt")

    def test_header_without_pragma_once(self):
        self.assert_one_problem({"src/ground/inner.h": "// #pragma once is missing\n"},
                                "src/ground/inner.h:1", "#pragma once")

    def test_include_that_does_not_start_at_src(self):
        self.assert_one_problem({"src/ground/rock.cc": '#include "inner.h"\n'}, "src/ground/rock.cc:1",
                                'write "ground/inner.h"')

    def test_long_file_is_a_warning_unless_it_says_why(self):
        checker = check({"src/water/pool.cc": "//\n" * 501})
        self.assertEqual(checker.problems, [])
        self.assertEqual(len(checker.warnings), 1)
        self.assertIn("src/water/pool.cc:1: 501 lines", checker.warnings[0])
        self.assertEqual(check({"src/water/pool.cc": "// long: a table\n" + "//\n" * 501}).warnings, [])


if __name__ == "__main__":
    unittest.main()
