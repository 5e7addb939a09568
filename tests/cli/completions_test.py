#!/usr/bin/env python3
"""freshet generate: shells accept the completions, and groff accepts the manual."""
import re
import shutil
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def output(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options).stdout


def generated(what):
    return output(PROGRAM, "generate", what)


def bash_offers(*words):
    """What bash offers for the last of the words."""
    script = generated("bash") + """
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_freshet; printf '%s\\n' "${COMPREPLY[@]}"
"""
    return output("bash", "-s", "--", "freshet", *words, input=script).split()


class Generated(unittest.TestCase):
    def commands(self):
        listed = output(PROGRAM, "--help").split("Commands:\n")[1].split("\n\n")[0]
        return re.findall(r"^  (\S+)", listed, re.M)

    def test_bash_offers_commands_options_and_words(self):
        self.assertEqual(bash_offers("cr"), ["crawl"])
        self.assertEqual(bash_offers("run", "--sco"), ["--scope"])
        self.assertEqual(bash_offers("run", "--scope", "p"), ["page", "prefix"])
        self.assertEqual(bash_offers("check", "s"), ["sitemap"])
        self.assertIn("--data", bash_offers("status", "--"))

    def test_bash_does_not_mistake_the_value_of_an_option_for_the_command(self):
        self.assertEqual(bash_offers("--data", "run", "sto"), ["stop"])
        self.assertEqual(bash_offers("--data", ""), [])

    def test_each_names_every_command_and_option_of_the_help(self):
        texts = {what: generated(what) for what in ("manual", "bash", "zsh", "fish")}
        for command in self.commands():
            options = set(re.findall(r"^  (?:-h, )?(--[a-z-]+)", output(PROGRAM, command, "--help"), re.M))
            self.assertTrue(options)
            for what, text in texts.items():
                self.assertRegex(text, rf"\b{command}\b", what)
                for option in options:
                    name = option.replace("-", r"\-") if what == "manual" else option
                    name = "-l " + option[2:] if what == "fish" else name
                    self.assertIn(name, text, f"{what}: {command} {option}")

    def test_zsh_parses_its_script(self):
        if not shutil.which("zsh"):
            self.skipTest("no zsh")
        output("zsh", "-n", "/dev/stdin", input=generated("zsh"))

    def test_fish_parses_its_script(self):
        if not shutil.which("fish"):
            self.skipTest("no fish")
        offered = output("fish", "-c", "source; complete -C 'freshet run --scope p'", input=generated("fish"))
        self.assertEqual([line.split("\t")[0] for line in offered.splitlines()], ["page", "prefix"])

    def test_manual_is_formatted_without_warnings(self):
        if not shutil.which("groff"):
            self.skipTest("no groff")
        said = output("groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-z", input=generated("manual"))
        self.assertEqual(said, "")


if __name__ == "__main__":
    unittest.main()
