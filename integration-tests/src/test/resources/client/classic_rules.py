"""Uses the classic rules at every version with the adapter of openstacksdk. Argument: the API's root."""

import sys

import openstack

RULE = {
    "description": "from openstacksdk",
    "conditions": [{"op": "gt", "field": "data://memory_mb", "value": 4096}],
    "actions": [{"action": "set-capability", "name": "size", "value": "{data[memory_mb]}"}],
}

cloud = openstack.connect(
    load_yaml_config=False,
    load_envvars=False,
    auth_type="none",
    baremetal_introspection_endpoint_override=sys.argv[1],
)
api = cloud.baremetal_introspection
for minor in range(19):
    version = "1.%d" % minor
    created = api.post("/rules", json=RULE, microversion=version)
    assert created.status_code == (201 if minor >= 6 else 200), (version, created.status_code)
    uuid = created.json()["uuid"]
    shown = api.get("/rules/" + uuid, microversion=version).json()
    assert shown["conditions"][0]["multiple"] == "any", shown
    assert shown["actions"] == RULE["actions"], shown
    listed = api.get("/rules", microversion=version).json()["rules"]
    assert uuid in [rule["uuid"] for rule in listed], listed
    assert api.delete("/rules/" + uuid, microversion=version).status_code == 204
    gone = api.get("/rules/" + uuid, microversion=version)
    assert gone.status_code == 404, gone.status_code
    assert gone.json()["error"]["message"] == "Rule %s was not found" % uuid, gone.text
too_new = api.get("/rules", microversion="1.19")
assert too_new.status_code == 406, too_new.status_code
print("all versions")
