"""The drawing of small lists of modules, and its check and repair in a document."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import module_graph  # noqa: E402

MODULES = """
freshet_layer(low "knows nothing")
freshet_module(ground "what all use" PURE)
freshet_module(water "uses ground" USES ground)
freshet_layer(high "knows all")
freshet_module(boat "floats" USES water ground)
"""

DRAWING = """| layer | modules (PURE ones in italics) | rule |
| --- | --- | --- |
| low | *ground* water | knows nothing |
| high | boat | knows all |

```mermaid
flowchart TD
  subgraph high
    boat[boat]
  end
  subgraph low
    ground([ground])
    water[water]
  end
  boat --> water
  water --> ground
```
"""


class ModuleGraph(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.document = self.root / "docs/architecture.md"
        self.write("src/modules.cmake", MODULES)
        for name in ("ground", "water", "boat"):
            self.write(f"src/{name}/CMakeLists.txt", f"freshet_sources({name})")
        self.write("docs/architecture.md", f"before\n{module_graph.BEGIN}\n{module_graph.END}\nafter\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_tool(self, *arguments):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = module_graph.main([*arguments, "--root", str(self.root)])
        return status, out.getvalue()

    def test_arrows_that_others_imply_are_left_out(self):
        self.assertEqual(self.run_tool(), (0, DRAWING))

    def test_longer_paths_imply_too(self):
        uses = {"a": [], "b": ["a"], "c": ["b"], "d": ["a", "c"], "e": ["a"]}
        self.assertEqual(module_graph.reduced(uses),
                         {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["a"]})

    def test_check_fails_until_written_and_again_after_a_change(self):
        self.assertEqual(self.run_tool("--check")[0], 1)
        self.assertEqual(self.run_tool("--write")[0], 0)
        self.assertEqual(self.run_tool("--check")[0], 0)
        self.assertEqual(self.document.read_text(),
                         f"before\n{module_graph.BEGIN}\n{DRAWING}{module_graph.END}\nafter\n")
        self.write("src/modules.cmake", MODULES.replace("USES water ground", "USES ground"))
        self.assertEqual(self.run_tool("--check")[0], 1)

    def test_document_without_a_place_for_it(self):
        for text in ("", module_graph.BEGIN, module_graph.END + module_graph.BEGIN):
            self.document.write_text(text)
            self.assertEqual(self.run_tool("--check")[0], 2)
            self.assertEqual(self.run_tool("--write")[0], 2)
            self.assertEqual(self.document.read_text(), text)

    def test_list_that_is_not_in_order(self):
        self.write("src/modules.cmake", MODULES.replace('"what all use" PURE', '"x" USES boat'))
        status, said = self.run_tool()
        self.assertEqual(status, 2)
        self.assertIn("ground uses boat, which is declared after it", said)


if __name__ == "__main__":
    unittest.main()
