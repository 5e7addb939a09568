#!/usr/bin/env python3
"""cmake --install BUILD: the files that are installed, and that the program runs from there."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = sys.argv.pop(1)


class Install(unittest.TestCase):
    def test_the_program_its_manual_and_its_completions(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "--install", BUILD, "--prefix", folder], check=True,
                           stdout=subprocess.DEVNULL)
            root = Path(folder)
            files = sorted(str(p.relative_to(root)) for p in root.rglob("*") if p.is_file())
            self.assertEqual(files, ["bin/freshet", "share/bash-completion/completions/freshet",
                                     "share/fish/vendor_completions.d/freshet.fish",
                                     "share/man/man1/freshet.1", "share/zsh/site-functions/_freshet"])
            program = root / "bin/freshet"
            self.assertTrue(os.access(program, os.X_OK))
            for what, name in (("manual", files[3]), ("bash", files[1]), ("zsh", files[4]), ("fish", files[2])):
                printed = subprocess.run([program, "generate", what], check=True, stdout=subprocess.PIPE).stdout
                self.assertEqual((root / name).read_bytes(), printed, name)
                self.assertGreater(len(printed), 1000, name)


if __name__ == "__main__":
    unittest.main()
