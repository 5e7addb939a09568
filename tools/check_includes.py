#!/usr/bin/env python3
"""Checks that the includes of the source tree agree with src/modules.cmake.

    tools/check_includes.py [ROOT]

Prints a line, file:line: message, for each violation, and exits with status 1 if there is any. Long
files are only warnings. RULES below lists what is checked.
"""
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

RULES = """
module        every folder of src is declared in modules.cmake, and has no vague name (VAGUE_NAMES)
layer         every module is in a layer
order         a module USES only modules that are declared before it, so that USES has no cycles
uses          a file includes only modules that its module USES (tests: also TEST_MODULES)
unused        every module in USES is included by a file of the module that is not a test
private       a file includes only those headers of another module that it lists as HEADERS
pure          a PURE module includes no header for threads, files, sockets or clocks (IMPURE), and USES
              only PURE modules
third-party   a third-party header is included only by .cc files, and only of one module (except SHARED)
unlisted      every source file is named by its CMakeLists.txt, and every named file exists
pragma        every header has #pragma once
long          a file over 500 lines gives a reason: '// long: reason' in its first 10 lines (warning)
"""

VAGUE_NAMES = {"utils", "util", "common", "core", "base", "misc"}

# Headers that a PURE module must not include. An entry that ends in '/' is a folder.
IMPURE = {
    "thread", "mutex", "shared_mutex", "condition_variable", "future", "semaphore", "barrier",
    "latch", "stop_token", "fstream", "filesystem", "iostream", "chrono", "ctime", "time.h",
    "unistd.h", "fcntl.h", "pthread.h", "sqlite3.h", "libpq-fe.h", "sys/", "netinet/", "arpa/",
    "curl/", "rocksdb/", "libpq/", "uv.h", "ares.h",
    "clock/clock.h",  # an interface that reads time; the values beside it may be used
}

# (module, header): exceptions from IMPURE, with the reason.
IMPURE_ALLOWED = {
    ("clock", "clock/clock.h"): "declares the interface; systemclock reads the machine's clock",
    ("memory", "sys/mman.h"): "requests huge pages for its own memory; no result depends on them",
}

# Third-party headers that several modules may include, by prefix, with the reason.
SHARED = {
    "unicode/": ({"url", "charset", "words"}, "ICU provides IDNA, encodings and word boundaries"),
    "zlib.h": ({"warc", "coding", "aquarium"}, "coding decompresses, warc reads and writes gzip members, aquarium compresses"),
}

# Modules and headers that tests may include, because they link tests/support.
TEST_MODULES = {"json", "support"}
TEST_HEADERS = ("gtest/", "gmock/", "rapidcheck")

LONG = 500

STANDARD = set("""
algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
condition_variable coroutine deque exception execution filesystem format forward_list fstream
functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list
locale map memory memory_resource mutex new numbers numeric optional ostream queue random ranges
ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept
stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef
cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h
stdarg.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h wctype.h
unistd.h fcntl.h poll.h netdb.h pthread.h dirent.h termios.h dlfcn.h spawn.h sched.h
immintrin.h emmintrin.h x86intrin.h
""".split())
SYSTEM_FOLDERS = ("sys/", "netinet/", "arpa/", "net/", "linux/", "bits/")


@dataclass
class Module:
    name: str
    line: int
    purpose: str = ""
    layer: str = ""
    pure: bool = False
    uses: list = field(default_factory=list)
    included: set = field(default_factory=set)  # modules that its files other than tests include
    headers: set = field(default_factory=set)
    listed: set = field(default_factory=set)


class Checker:
    def __init__(self, root):
        self.root = Path(root)
        self.src = self.root / "src"
        self.problems = []
        self.warnings = []
        self.modules = {}
        self.layers = {}  # name: rule
        self.foreign = {}  # foreign header -> {module: first (path, line)}

    def problem(self, path, line, message):
        self.problems.append(f"{self.shown(path)}:{line}: {message}")

    def shown(self, path):
        return Path(path).relative_to(self.root)

    def run(self):
        self.read_modules()
        self.check_folders()
        self.check_order()
        self.check_pure_uses()
        for module in self.modules.values():
            self.check_module(module)
            self.check_unused(module)
        self.check_foreign()
        return self.problems

    def read_modules(self):
        path = self.src / "modules.cmake"
        text = path.read_text()
        layer = ""
        for line, function, arguments in calls(text, ("freshet_layer", "freshet_module")):
            if function == "freshet_layer":
                layer = arguments[0]
                self.layers[layer] = arguments[1]
                continue
            module = Module(arguments[0], line, purpose=arguments[1], layer=layer)
            if not layer:
                self.problem(path, line, f"{module.name} is in no layer (freshet_layer)")
            rest = arguments[2:]
            module.pure = "PURE" in rest
            if "USES" in rest:
                module.uses = [a for a in rest[rest.index("USES") + 1:] if a != "PURE"]
            self.modules[module.name] = module
        for module in self.modules.values():
            for used in module.uses:
                if used not in self.modules:
                    self.problem(path, module.line, f"{module.name} uses {used}, which is not declared")
            lists = self.src / module.name / "CMakeLists.txt"
            if not lists.exists():
                self.problem(path, module.line, f"{module.name} has no src/{module.name}/CMakeLists.txt")
                continue
            self.read_lists(module, lists)

    def read_lists(self, module, lists):
        for line, _, arguments in calls(lists.read_text(), ("freshet_sources",)):
            kind = None
            for argument in arguments[1:]:
                if argument in ("HEADERS", "SOURCES", "TESTS", "LIBRARIES"):
                    kind = argument
                elif kind in ("HEADERS", "SOURCES", "TESTS"):
                    module.listed.add(argument)
                    if kind == "HEADERS":
                        module.headers.add(argument)
                    if not (lists.parent / argument).exists():
                        self.problem(lists, line, f"{argument} is listed but does not exist")

    def check_folders(self):
        for folder in sorted(p for p in self.src.rglob("*") if p.is_dir()):
            if folder.name.lower() in VAGUE_NAMES:
                self.problem(folder, 1, f"the name {folder.name} does not say what is in the folder")
            if folder.parent == self.src and folder.name not in self.modules:
                self.problem(folder, 1, f"{folder.name} is not declared in src/modules.cmake")

    def check_order(self):
        path = self.src / "modules.cmake"
        before = set()
        for module in self.modules.values():
            for used in module.uses:
                if used in self.modules and used not in before:
                    self.problem(path, module.line, f"{module.name} uses {used}, which is declared after it")
            before.add(module.name)

    def check_pure_uses(self):
        for module in self.modules.values():
            for used in module.uses:
                if module.pure and used in self.modules and not self.modules[used].pure:
                    self.problem(self.src / "modules.cmake", module.line,
                                 f"{module.name} is PURE and uses {used}, which is not")

    def check_unused(self, module):
        for used in module.uses:
            if used in self.modules and used not in module.included:
                self.problem(self.src / "modules.cmake", module.line,
                             f"{module.name} uses {used}, but none of its files includes it")

    def check_module(self, module):
        folder = self.src / module.name
        if not folder.is_dir():
            return
        main = {"main.cc"} if module.name == "cli" else set()  # the program itself, in the root's list
        # Private headers are not listed in CMakeLists.txt.
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".h", ".cc", ".inc"):
                continue
            name = str(path.relative_to(folder))
            if path.suffix == ".cc" and name not in module.listed | main:
                self.problem(path, 1, f"not in src/{module.name}/CMakeLists.txt, so it is not compiled")
            self.check_file(module, path)

    def check_file(self, module, path):
        lines = path.read_text(errors="replace").splitlines()
        if path.suffix == ".h" and not any(l.strip() == "#pragma once" for l in lines):
            self.problem(path, 1, "a header needs #pragma once")
        if len(lines) > LONG and not any("// long:" in l for l in lines[:10]):
            self.warnings.append(f"{self.shown(path)}:1: {len(lines)} lines; split the file, or give the "
                                 "reason at its top (// long: reason)")
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if match:
                self.check_include(module, path, number, match[2], quoted=match[1] == '"')

    def check_include(self, module, path, line, included, quoted):
        is_test = path.stem.endswith("_test")
        if module.pure and not is_test and (module.name, included) not in IMPURE_ALLOWED:
            for impure in IMPURE:
                if included == impure or (impure.endswith("/") and included.startswith(impure)):
                    self.problem(path, line, f"{module.name} is PURE and includes <{included}>")
        if is_test and included.startswith(TEST_HEADERS):
            return
        owner, _, rest = included.partition("/")
        if owner in self.modules and rest:
            self.check_module_include(module, path, line, owner, rest, is_test)
        elif quoted and is_test and owner in TEST_MODULES:
            pass
        elif quoted and (self.src / included).exists():
            self.problem(path, line, f"{included} belongs to no declared module")
        elif quoted and not rest:
            self.problem(path, line, f'write "{module.name}/{included}": includes start at src')
        elif included not in STANDARD and not included.startswith(SYSTEM_FOLDERS):
            # Tests may use any library.
            if is_test:
                return
            if path.suffix == ".h":
                self.problem(path, line, f"third-party header {included} in a header; include it in a .cc file only")
            self.foreign.setdefault(self.library_of(included), {}).setdefault(module.name, (path, line))

    def check_module_include(self, module, path, line, owner, rest, is_test):
        if owner == module.name:
            return
        if not is_test:
            module.included.add(owner)
        allowed = set(module.uses) | (TEST_MODULES if is_test else set())
        if owner not in allowed:
            self.problem(path, line, f"{module.name} does not use {owner} (src/modules.cmake)")
        elif rest not in self.modules[owner].headers:
            self.problem(path, line, f"{owner}/{rest} is private: not among the HEADERS of {owner}")

    @staticmethod
    def library_of(included):
        return included.split("/")[0] + "/" if "/" in included else included

    def check_foreign(self):
        for library, users in sorted(self.foreign.items()):
            shared = next((s for beginning, s in SHARED.items() if library.startswith(beginning)), None)
            if shared:
                excess = [m for m in users if m not in shared[0]]
            else:
                excess = list(users)[1:]
            for name in excess:
                path, line = users[name]
                others = ", ".join(m for m in users if m != name) or "its owner"
                self.problem(path, line, f"third-party {library} may be included by one module only; {name} "
                                         f"includes it, and so does {others}")


def calls(text, functions):
    """Yields every call of these CMake functions as (line, function, arguments)."""
    code = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), text)
    for match in re.finditer("(" + "|".join(map(re.escape, functions)) + r")\s*\(", code):
        arguments, at = [], match.end()
        for token in re.finditer(r'"((?:[^"\\]|\\.)*)"|([^\s()"]+)|(\))', code[at:]):
            if token[3]:
                break
            arguments.append(token[1] if token[1] is not None else token[2])
        yield code.count("\n", 0, match.start()) + 1, match[1], arguments


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    checker = Checker(root)
    checker.run()
    for warning in checker.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    for problem in checker.problems:
        print(problem)
    print(f"{len(checker.modules)} modules, {len(checker.problems)} problems, "
          f"{len(checker.warnings)} long files", file=sys.stderr)
    return 1 if checker.problems or not checker.modules else 0


if __name__ == "__main__":
    sys.exit(main())
