#!/usr/bin/env python3
"""Draws the graph of the modules in src/modules.cmake for docs/architecture.md.

    tools/module_graph.py            prints the drawing
    tools/module_graph.py --check    exits with status 1 if the document has another drawing
    tools/module_graph.py --write    writes the drawing into the document

The drawing is between the two lines BEGIN and END below. It has a table of the layers, and a Mermaid
chart of which module uses which. An edge that others imply is left out (transitive reduction): if crawl
uses fetch and fetch uses http, the edge from crawl to http is not drawn.
"""
import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from check_includes import Checker  # noqa: E402

BEGIN = "<!-- modules: written by tools/module_graph.py --write -->"
END = "<!-- end of modules -->"


def reduced(uses):
    """Returns the transitive reduction of an acyclic graph {name: used names}."""
    reach = {}

    def reachable(name):
        if name not in reach:
            reach[name] = set(uses[name]).union(*(reachable(used) for used in uses[name]))
        return reach[name]

    return {name: [used for used in direct
                   if not any(used in reachable(other) for other in direct if other != used)]
            for name, direct in uses.items()}


def drawing(layers, modules):
    """Returns the lines of the drawing. `layers` is {name: rule}; `modules` is in the order of declaration."""
    lines = ["| layer | modules (PURE ones in italics) | rule |", "| --- | --- | --- |"]
    for layer, rule in layers.items():
        names = " ".join(f"*{m.name}*" if m.pure else m.name for m in modules if m.layer == layer)
        lines.append(f"| {layer} | {names} | {rule} |")
    lines += ["", "```mermaid", "flowchart TD"]
    for layer in reversed(layers):
        lines.append(f"  subgraph {layer}")
        for m in modules:
            if m.layer == layer:
                lines.append(f"    {m.name}([{m.name}])" if m.pure else f"    {m.name}[{m.name}]")
        lines.append("  end")
    edges = reduced({m.name: m.uses for m in modules})
    for m in reversed(modules):
        if edges[m.name]:
            lines.append(f"  {m.name} --> " + " & ".join(edges[m.name]))
    return lines + ["```"]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true")
    what.add_argument("--write", action="store_true")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    options = parser.parse_args(arguments)

    checker = Checker(options.root)
    checker.read_modules()
    checker.check_order()
    if checker.problems:
        print("\n".join(checker.problems), file=sys.stderr)
        return 2
    lines = drawing(checker.layers, list(checker.modules.values()))
    if not options.check and not options.write:
        print("\n".join(lines))
        return 0

    document = options.root / "docs/architecture.md"
    text = document.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        print(f"{document}: must have the lines {BEGIN} and {END}, each once and in this order", file=sys.stderr)
        return 2
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    expected = before + "\n".join([BEGIN, *lines, END]) + after
    if options.write:
        document.write_text(expected)
    elif text != expected:
        print(f"{document}: does not agree with src/modules.cmake; run tools/module_graph.py --write",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
