"""Runs a server, and records each line between it and its client in the file LOG: `> line` in, `< line` out."""

import os
import subprocess
import sys
import threading

log = open(os.environ["LOG"], "ab", buffering=0)
server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def copy(source, target, mark):
    for line in source:
        log.write(mark + line)
        target.write(line)
        target.flush()
    target.close()


reading = threading.Thread(target=copy, args=(sys.stdin.buffer, server.stdin, b"> "), daemon=True)
reading.start()
copy(server.stdout, sys.stdout.buffer, b"< ")
sys.exit(server.wait())
