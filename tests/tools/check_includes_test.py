"""Small source trees with one error each, which tools/check_includes.py must find."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from check_includes import Checker  # noqa: E402

MODULES = """freshet_layer(land "all of it")
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
        "freshet_sources(water\n  HEADERS pool.h # the public header\n  SOURCES pool.cc\n  TESTS pool_test.cc)",
    "src/water/pool.h": '#pragma once\n#include "ground/rock.h"\n',
    "src/water/pool.cc": '#include "water/pool.h"\n#include <xxhash.h>\n',
    "src/water/pool_test.cc": '#include "gtest/gtest.h"\n#include "support/suite.h"\n#include <thread>\n',
    "src/cli/CMakeLists.txt": "freshet_sources(cli HEADERS SOURCES run.cc)",
    "src/cli/main.cc": '#include "ground/rock.h"\n#include "water/pool.h"\nint main() {}\n',
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

    def test_use_of_a_module_that_stands_behind(self):
        changed = MODULES.replace('"what (all) use" PURE', '"what (all) use" PURE USES water')
        self.assert_one_problem({"src/modules.cmake": changed,
                                 "src/ground/inner.h": '#pragma once\n#include "water/pool.h"\n'},
                                "src/modules.cmake:3", "ground uses water, which is declared after it")

    def test_use_of_itself(self):
        changed = MODULES.replace("USES ground water", "USES ground water cli")
        problems = check({"src/modules.cmake": changed}).problems
        self.assertIn("src/modules.cmake:6: cli uses cli, which is declared after it", problems)

    def test_use_of_a_module_that_no_file_includes(self):
        self.assert_one_problem({"src/cli/main.cc": '#include "water/pool.h"\n'}, "src/modules.cmake:6",
                                "cli uses ground, but none of its files includes it")

    def test_include_of_a_test_does_not_count_as_use(self):
        self.assert_one_problem({"src/water/pool.h": "#pragma once\n",
                                 "src/water/pool_test.cc": '#include "ground/rock.h"\n'},
                                "src/modules.cmake:4",
                                "water uses ground, but none of its files includes it")

    def test_module_outside_of_layers(self):
        changed = MODULES.replace('freshet_layer(land "all of it")', "").replace(
            "freshet_module(cli", 'freshet_layer(land "")\nfreshet_module(cli')
        self.assertEqual([p.split(": ")[1] for p in check({"src/modules.cmake": changed}).problems],
                         [f"{name} is in no layer (freshet_layer)" for name in ("ground", "water")])

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

    def test_pure_module_that_uses_one_that_is_not(self):
        changed = MODULES.replace('"what (all) use" PURE', '"what (all) use"')
        self.assert_one_problem({"src/modules.cmake": changed}, "src/modules.cmake:4",
                                "water is PURE and uses ground, which is not")

    def test_pure_module_with_the_interface_of_clocks(self):
        modules = MODULES.replace("freshet_module(ground", "freshet_module(clock \"\" PURE)\nfreshet_module(ground")
        changes = {"src/modules.cmake": modules.replace("USES ground)", "USES ground clock)"),
                   "src/clock/CMakeLists.txt": "freshet_sources(clock HEADERS clock.h instant.h)",
                   "src/clock/instant.h": "#pragma once\n",
                   "src/clock/clock.h": "#pragma once\n",
                   "src/clock/manual.h": '#pragma once\n#include "clock/clock.h"\n',
                   "src/water/pool.cc": '#include "clock/instant.h"\n'}
        self.assertEqual(check(changes).problems, [])
        changes["src/water/pool.cc"] = '#include "clock/clock.h"\n'
        self.assert_one_problem(changes, "src/water/pool.cc:1", "water is PURE and includes <clock/clock.h>")

    def test_library_in_two_modules(self):
        self.assert_one_problem({"src/cli/run.cc": "#include <xxhash.h>\n"}, "src/cli/run.cc:1",
                                "third-party xxhash.h may be included by one module only; cli includes it")

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
                                    "does not say what is in the folder")

    def test_undeclared_folder(self):
        self.assert_one_problem({"src/air/wind.txt": ""}, "src/air:1", "not declared")

    def test_source_that_nothing_compiles(self):
        self.assert_one_problem({"src/water/lost_test.cc": ""}, "src/water/lost_test.cc:1",
                                "so it is not compiled")

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
