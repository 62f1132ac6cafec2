"""The stock client, unmodified, loaded once and run many times.

Starting it takes a second, and a forked copy of a process that has loaded it a quarter of one,
more than half of it in the kernel. Here all commands run in one process, each from its command line to
its exit status. What would be left of one for the next are the handlers that it adds to the root
logger; these are removed.

Reads one command a line, a JSON list of words that begins with the name of the program; answers
each with one line, a JSON object of "status", "out" and "err".
"""

import gc
import importlib.metadata
import json
import logging
import os
import sys
import tempfile
import traceback

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


def status_of(words):
    """Runs the command; its exit status as that of a process."""
    sys.argv = words
    try:
        return PROGRAMS[words[0]](words[1:]) or 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    except Exception:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for handler in list(logging.root.handlers):
            logging.root.removeHandler(handler)


def run(words):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        status = status_of(words)
        out.seek(0)
        err.seek(0)
        return {"status": status, "out": out.read().decode(), "err": err.read().decode()}


# The commands have the descriptors 0 to 2, and nothing to read.
commands = os.fdopen(os.dup(0))
answers = os.fdopen(os.dup(1), "w")
complaints = os.dup(2)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

load_plugins()
gc.freeze()  # What is loaded stays.
for line in commands:
    answer = run(json.loads(line))
    os.dup2(complaints, 2)  # for what fails between commands
    print(json.dumps(answer), file=answers, flush=True)
