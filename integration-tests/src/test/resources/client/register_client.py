"""Makes a source tree of python-ironicclient usable without installing it.

usage: register_client.py SOURCE SITE

Writes into SITE the metadata from which openstack learns which commands there are. With SITE and
SOURCE in PYTHONPATH, in this order, openstack has the commands of the source tree.
"""

import pathlib
import sys
import tomllib

source, site = map(pathlib.Path, sys.argv[1:])
with open(source / "pyproject.toml", "rb") as project:
    groups = tomllib.load(project)["project"]["entry-points"]

metadata = site / "python_ironicclient-9999.dist-info"
metadata.mkdir(parents=True)
(metadata / "METADATA").write_text(
    "Metadata-Version: 2.1\nName: python-ironicclient\nVersion: 9999\n"
)
with open(metadata / "entry_points.txt", "w") as points:
    for group, commands in groups.items():
        points.write(f"[{group}]\n")
        points.writelines(f"{name} = {place}\n" for name, place in commands.items())
