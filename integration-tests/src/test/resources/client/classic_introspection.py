"""Inspects a node with openstacksdk's client of the classic Inspector API.

Arguments: the API's root, the node's UUID, a file with what its ramdisk posts.
"""

import json
import sys
import time

import openstack
import requests

root, node, file = sys.argv[1:4]
sent = json.load(open(file))
cloud = openstack.connect(
    load_yaml_config=False,
    load_envvars=False,
    auth_type="none",
    baremetal_introspection_endpoint_override=root,
)
api = cloud.baremetal_introspection


def wait_for(state):
    deadline = time.monotonic() + 60
    while api.get_introspection(node).state != state:
        assert time.monotonic() < deadline, api.get_introspection(node)
        time.sleep(0.2)


started = api.start_introspection(node)
assert started.state in ("starting", "waiting"), started
assert not started.is_finished, started

wait_for("waiting")
answer = requests.post(root + "/v1/continue", json=sent, timeout=30)
assert answer.status_code == 202, answer.text
assert answer.json() == {"uuid": node}, answer.text

done = api.wait_for_introspection(node, timeout=60)
assert done.is_finished and done.state == "finished" and done.error is None, done
assert node in [one.id for one in api.introspections()]

data = api.get_introspection_data(node)
assert data["inventory"] == sent["inventory"]
assert data["cpus"] == sent["inventory"]["cpu"]["count"], data["cpus"]
assert data["all_interfaces"], data.keys()
unprocessed = api.get_introspection_data(node, processed=False)
assert unprocessed == {key: value for key, value in sent.items() if key != "logs"}

again = api.post("/introspection/%s/data/unprocessed" % node, microversion="1.4")
assert again.status_code == 202, again.text
assert api.wait_for_introspection(node, timeout=60).state == "finished"

api.start_introspection(node, manage_boot=False)
wait_for("waiting")
api.abort_introspection(node)
wait_for("error")
aborted = api.get_introspection(node)
assert aborted.error == "Canceled by operator", aborted
print("inspected, reapplied, aborted")
