package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy;
import dev.assay.hook.UsableInterfaces;
import dev.assay.hook.UsableInterfaces.Judged;
import dev.assay.id.MacAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Creates ports for the usable interfaces, and updates or deletes the node's existing ports.
 *
 * <p>Needs {@link UsableInterfaces}; adds, changes and deletes ports as {@link PortPolicy} says;
 * writes {@code is_added} into each record of plugin data {@code valid_interfaces}: true when this
 * run created the port. An address of another node's port only gives a warning. Source: spec
 * hooks.md 5.
 */
public final class PortsHook implements InspectionHook {
  private static final String CLIENT_ID = "client-id";

  private final PortPolicy policy;

  /** With the default options. */
  public PortsHook() {
    this(PortPolicy.DEFAULT);
  }

  private PortsHook(PortPolicy policy) {
    this.policy = policy;
  }

  @Override
  public String name() {
    return "ports";
  }

  @Override
  public List<String> after() {
    return List.of("validate-interfaces");
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new PortsHook(PortPolicy.of(config));
  }

  @Override
  public void process(HookInput in, Changes out) {
    var interfaces = out.need(UsableInterfaces.class);
    var added =
        policy.add() == PortPolicy.Add.DISABLED
            ? Set.<MacAddress>of()
            : add(interfaces.usable(), in, out);
    noteAdded(interfaces.usable(), added, out);
    deleteUnexpected(interfaces, policy.keep(), out);
    if (policy.updatePxeEnabled()) {
      updatePxeEnabled(interfaces, out);
    }
    updateClientIds(interfaces, out);
  }

  private static Set<MacAddress> add(List<Judged> usable, HookInput in, Changes out) {
    var added = new HashSet<MacAddress>();
    for (var nic : usable) {
      if (in.foreignAddresses().contains(nic.mac())) {
        out.warn(
            "Interface %s gets no port: %s is the address of a port of another node."
                .formatted(ShortText.shortened(nic.name(), 80), nic.mac()));
      } else if (out.addPort(port(nic))) {
        added.add(nic.mac());
      }
    }
    return added;
  }

  private static KnownPort port(Judged nic) {
    var port = KnownPort.found(nic.mac(), nic.pxeEnabled());
    return nic.reported().clientId().map(id -> port.withExtra(CLIENT_ID, id)).orElse(port);
  }

  private static void noteAdded(List<Judged> usable, Set<MacAddress> added, Changes out) {
    if (out.pluginData("valid_interfaces") instanceof ObjectNode records) {
      for (var nic : usable) {
        if (records.get(nic.name()) instanceof ObjectNode fields) {
          fields.put("is_added", added.contains(nic.mac()));
        }
      }
      out.pluginData("valid_interfaces", records);
    }
  }

  private static void deleteUnexpected(
      UsableInterfaces interfaces, PortPolicy.Keep keep, Changes out) {
    var expected =
        switch (keep) {
          case ALL -> Set.<MacAddress>of();
          case PRESENT -> UsableInterfaces.addresses(interfaces.all());
          case ADDED -> UsableInterfaces.addresses(interfaces.usable());
        };
    if (expected.isEmpty()) {
      return;
    }
    out.ports().stream()
        .map(KnownPort::address)
        .filter(address -> !expected.contains(address))
        .forEach(out::deletePort);
  }

  private static void updatePxeEnabled(UsableInterfaces interfaces, Changes out) {
    var booted =
        UsableInterfaces.addresses(interfaces.all().stream().filter(Judged::pxeEnabled).toList());
    for (var port : out.ports()) {
      out.updatePort(port.withPxeEnabled(booted.contains(port.address())));
    }
  }

  private static void updateClientIds(UsableInterfaces interfaces, Changes out) {
    Map<MacAddress, String> ids = new HashMap<>();
    for (var nic : interfaces.all()) {
      nic.reported().clientId().ifPresent(id -> ids.put(nic.mac(), id));
    }
    for (var port : out.ports()) {
      var id = ids.get(port.address());
      if (id != null) {
        out.updatePort(port.withExtra(CLIENT_ID, id));
      }
    }
  }
}
