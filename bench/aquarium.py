"""Starts an aquarium for a benchmark."""
import re
import subprocess
import sys
import threading


def start_aquarium(program, *options):
    """Returns the process and the port that it listens on."""
    server = subprocess.Popen([program, "aquarium", *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
    for line in server.stdout:
        found = re.search(r"127\.0\.0\.1:(\d+)", line)
        if found:
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return server, int(found.group(1))
    sys.exit("the aquarium did not start")
