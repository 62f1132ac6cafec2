"""Has the installed ironic-inspector fill its database: rules over its API, nodes by its processing.

Only Ironic is replaced, by an object that finds every node and accepts every change.
usage: fill.py CONFIGURATION RULES UUID=STATE=PAYLOAD...    STATE: finished, waiting,
                                                        refused (by Ironic) or timeout
"""
import base64
import datetime
import json
import sys
from unittest import mock

from oslo_utils import timeutils

from ironic_inspector.common import ironic
from ironic_inspector import db, introspection_state, main, node_cache, process, utils
from oslo_config import cfg

configuration, rules_file, *nodes = sys.argv[1:]
cfg.CONF(['--config-file', configuration], project='ironic-inspector')
utils.executor = mock.Mock(return_value=mock.Mock(submit=lambda f, *a, **k: f(*a, **k)))
db.init()
# The same times in every run, a minute apart.
timeutils.set_time_override(datetime.datetime(2023, 5, 17, 9, 30, 0, 250000))


def pass_time():
    timeutils.advance_time_seconds(60)


def ironic_with(uuid):
    node = mock.Mock(id=uuid, provision_state='inspecting', properties={}, extra={}, traits=[],
                     driver='ipmi', driver_info={}, instance_id=None)
    node.name = 'node-' + uuid[:4]
    client = mock.Mock()
    client.get_node.return_value = client.patch_node.return_value = node
    client.ports.return_value = []
    client.create_port.side_effect = lambda **given: mock.Mock(**given)
    client.nodes.return_value = [node]
    return client, node


def inspect(uuid, payload, expect):
    client, node = ironic_with(uuid)
    if expect == 'refused':
        client.patch_node.side_effect = utils.Error('Ironic says: driver_info is incomplete')
    with mock.patch.object(ironic, 'get_client', return_value=client), \
            mock.patch.object(ironic, 'get_node', return_value=node), \
            mock.patch.object(process.pxe_filter, 'driver'):
        info = node_cache.start_introspection(
            uuid, bmc_address=[payload['inventory'].get('bmc_address')], ironic=client,
            mac=[each['mac_address'] for each in payload['inventory']['interfaces']
                 if each.get('mac_address')][:2])
        pass_time()
        info.fsm_event(introspection_state.Events.wait)
        pass_time()
        if expect in ('waiting', 'timeout'):
            info.set_option('new_ipmi_credentials', ['admin', 'secret'])
        info.release_lock()
        if expect == 'timeout':
            timeutils.advance_time_seconds(cfg.CONF.timeout)
            node_cache.clean_up()
        if expect in ('waiting', 'timeout'):
            return
        try:
            process.process(payload)
        except utils.Error as error:
            print('inspection of %s failed: %s' % (uuid, error))
        info = node_cache.get_node(uuid)
        if info.state != ('error' if expect == 'refused' else expect):
            sys.exit('%s is %s with %s' % (uuid, info.state, info.error))
    pass_time()


for each in nodes:
    uuid, expect, file = each.split('=')
    with open(file) as text:
        payload = json.load(text)
    payload['logs'] = base64.b64encode(b'not stored').decode()
    inspect(uuid, payload, expect)

client = main.get_app().test_client()
with open(rules_file) as text:
    for rule in json.load(text):
        answer = client.post('/v1/rules', json=rule)
        if answer.status_code != 201:
            sys.exit('%s: %s' % (rule['uuid'], answer.get_data(as_text=True)))
        pass_time()
print('%d rules, %d nodes' % (len(json.loads(client.get('/v1/rules').get_data())['rules']),
                              len(nodes)))
