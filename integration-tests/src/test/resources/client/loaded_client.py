"""The stock client, unmodified, loaded once and run many times.

Loading it takes a second, a forked copy of a process that has loaded it takes none. Each command
runs in such a copy, from its command line to its exit status.

Reads one command a line, a JSON list of words that begins with the name of the program; answers
each with one line, a JSON object of "status", "out" and "err".
"""

import gc
import importlib.metadata
import json
import os
import sys
import tempfile

import cliff.command
import ironicclient.shell
import openstackclient.shell

PROGRAMS = {"openstack": openstackclient.shell.main, "baremetal": ironicclient.shell.main}


def load_plugins():
    """What either program would look up and import at each of its starts."""
    points = importlib.metadata.entry_points()
    for group in points.groups:
        if group.startswith(("openstack.", "cliff.", "keystoneauth1.")):
            for point in points.select(group=group):
                try:
                    point.load()
                except ImportError:
                    pass  # Of an optional package; the programs skip it as well.
    # Kept by the module; reading the metadata of all packages takes longer than most commands.
    cliff.command._get_distributions_by_modules()


def become(words, out, err):
    """Runs the command in this process and ends it."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.argv = words
    try:
        status = PROGRAMS[words[0]](words[1:])
    except SystemExit as end:
        status = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    # Without taking the interpreter down piece by piece, which is slower than the command.
    os._exit(status)


def run(words):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            become(words, out, err)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return {
            "status": os.waitstatus_to_exitcode(status),
            "out": out.read().decode(),
            "err": err.read().decode(),
        }


load_plugins()
gc.freeze()  # What is loaded stays; the copies share its memory.
for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
