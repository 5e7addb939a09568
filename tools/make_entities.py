#!/usr/bin/env python3
"""Prints src/parse/named_references.inc: the named character references of the HTML Standard
(section 13.5), taken from the Python standard library and sorted by name.

    tools/make_entities.py > src/parse/named_references.inc
"""
import html.entities

print("// The named character references of the HTML Standard, section 13.5: name as it follows '&',")
print("// and what it stands for, in UTF-8. Sorted by name. Written by tools/make_entities.py.")
print("// long: it is a table.")
for name in sorted(html.entities.html5, key=lambda n: n.encode()):
    utf8 = "".join(f"\\x{byte:02X}" for byte in html.entities.html5[name].encode())
    print(f'{{"{name}", "{utf8}"}},')
