#!/usr/bin/env python3
"""Holds the source tree against src/modules.cmake: who may include what.

    tools/check_includes.py [ROOT]

Prints one line, file:line: message, for each violation and exits 1 if there is any. Long files are
warnings. See RULES below for what is checked.
"""
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

RULES = """
module        every folder of src is declared in modules.cmake, and its name says what is in it
cycle         USES leads nowhere back
uses          a file includes only modules that its module USES (tests: also TEST_MODULES)
private       of another module it includes only what that lists as HEADERS
pure          a PURE module includes nothing that has threads, files, sockets or clocks
third-party   a foreign header is included by .cc files of one module only (SHARED excepted)
unlisted      every source file is named by its CMakeLists.txt, and every named file exists
pragma        every header has #pragma once
long          a file over 500 lines says why: '// long: reason' in its first 10 lines (warning)
"""

VAGUE_NAMES = {"utils", "util", "common", "core", "base", "misc"}

# What a PURE module must not include: whole names, or folders ending in '/'.
IMPURE = {
    "thread", "mutex", "shared_mutex", "condition_variable", "future", "semaphore", "barrier",
    "latch", "stop_token", "fstream", "filesystem", "iostream", "chrono", "ctime", "time.h",
    "unistd.h", "fcntl.h", "pthread.h", "sqlite3.h", "libpq-fe.h", "sys/", "netinet/", "arpa/",
    "curl/", "rocksdb/", "libpq/", "uv.h", "ares.h",
}

# Foreign headers that more than one module may include, by beginning, with the reason.
SHARED = {
    "unicode/": ({"url", "charset", "words"}, "ICU has IDNA, encodings and where words end"),
    "zlib.h": ({"parse", "warc", "coding", "aquarium"}, "gzip is a file, a coding and an archive"),
}

# Tests link tests/support, which brings these.
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
    pure: bool = False
    uses: list = field(default_factory=list)
    headers: set = field(default_factory=set)
    listed: set = field(default_factory=set)


class Checker:
    def __init__(self, root):
        self.root = Path(root)
        self.src = self.root / "src"
        self.problems = []
        self.warnings = []
        self.modules = {}
        self.foreign = {}  # foreign header -> {module: first (path, line)}

    def problem(self, path, line, message):
        self.problems.append(f"{self.shown(path)}:{line}: {message}")

    def shown(self, path):
        return Path(path).relative_to(self.root)

    def run(self):
        self.read_modules()
        self.check_folders()
        self.check_cycles()
        for module in self.modules.values():
            self.check_module(module)
        self.check_foreign()
        return self.problems

    def read_modules(self):
        path = self.src / "modules.cmake"
        text = path.read_text()
        for line, arguments in calls(text, "freshet_module"):
            module = Module(arguments[0], line)
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
        for line, arguments in calls(lists.read_text(), "freshet_sources"):
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
                self.problem(folder, 1, f"a folder called {folder.name} says nothing of what is in it")
            if folder.parent == self.src and folder.name not in self.modules:
                self.problem(folder, 1, f"{folder.name} is not declared in src/modules.cmake")

    def check_cycles(self):
        done, path = set(), []

        def visit(name):
            if name in path:
                cycle = path[path.index(name):] + [name]
                self.problem(self.src / "modules.cmake", self.modules[name].line,
                             "modules use each other in a circle: " + " -> ".join(cycle))
                return
            if name in done or name not in self.modules:
                return
            path.append(name)
            for used in self.modules[name].uses:
                visit(used)
            path.pop()
            done.add(name)

        for name in self.modules:
            visit(name)

    def check_module(self, module):
        folder = self.src / module.name
        if not folder.is_dir():
            return
        main = {"main.cc"} if module.name == "cli" else set()  # the program itself, in the root's list
        # A private header is listed by no one; what includes it is.
        for path in sorted(folder.rglob("*")):
            if path.suffix not in (".h", ".cc", ".inc"):
                continue
            name = str(path.relative_to(folder))
            if path.suffix == ".cc" and name not in module.listed | main:
                self.problem(path, 1, f"not in src/{module.name}/CMakeLists.txt: nothing compiles it")
            self.check_file(module, path)

    def check_file(self, module, path):
        lines = path.read_text(errors="replace").splitlines()
        if path.suffix == ".h" and not any(l.strip() == "#pragma once" for l in lines):
            self.problem(path, 1, "a header needs #pragma once")
        if len(lines) > LONG and not any("// long:" in l for l in lines[:10]):
            self.warnings.append(f"{self.shown(path)}:1: {len(lines)} lines; split it, or say why at the "
                                 "top (// long: reason)")
        for number, line in enumerate(lines, 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if match:
                self.check_include(module, path, number, match[2], quoted=match[1] == '"')

    def check_include(self, module, path, line, included, quoted):
        is_test = path.stem.endswith("_test")
        if module.pure and not is_test:
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
            # That a test uses a library is its own affair.
            if is_test:
                return
            if path.suffix == ".h":
                self.problem(path, line, f"third-party header {included} in a header: keep it to a .cc file")
            self.foreign.setdefault(self.library_of(included), {}).setdefault(module.name, (path, line))

    def check_module_include(self, module, path, line, owner, rest, is_test):
        if owner == module.name:
            return
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
                self.problem(path, line, f"third-party {library} belongs to one module ({others}), not {name} too")


def calls(text, function):
    """Every call of a CMake function as (line, arguments)."""
    code = re.sub(r"#[^\n]*", lambda m: " " * len(m[0]), text)
    for match in re.finditer(re.escape(function) + r"\s*\(", code):
        arguments, at = [], match.end()
        for token in re.finditer(r'"((?:[^"\\]|\\.)*)"|([^\s()"]+)|(\))', code[at:]):
            if token[3]:
                break
            arguments.append(token[1] if token[1] is not None else token[2])
        yield code.count("\n", 0, match.start()) + 1, arguments


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
