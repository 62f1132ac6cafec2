package dev.assay.pxefilter.reconcile;

import dev.assay.bootaccess.Access;
import dev.assay.bootaccess.AccessPolicy;
import dev.assay.bootaccess.Machine;
import dev.assay.bootaccess.Machines;
import dev.assay.id.MacAddress;
import dev.assay.pxefilter.infiniband.GatewayAddresses;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads from the database which addresses may boot. InfiniBand cards behind a gateway count with
 * the address that they have there. Used by one thread.
 */
final class AccessReader {
  private final AccessPolicy policy;
  private final Supplier<GatewayAddresses> gateways;

  /** The address at the gateway, by that of the port, of those that differ. */
  private final Map<MacAddress, MacAddress> behindGateway = new HashMap<>();

  private GatewayAddresses gateway = GatewayAddresses.none();

  AccessReader(AccessPolicy policy, Supplier<GatewayAddresses> gateways) {
    this.policy = policy;
    this.gateways = gateways;
  }

  /** Reads everything. */
  Reading.Whole whole(Connection database) throws SQLException {
    gateway = gateways.get();
    behindGateway.clear();
    var known = new HashMap<MacAddress, Access>();
    Machines.all(database, machine -> known.put(seenAs(machine), decide(machine)));
    return new Reading.Whole(known, unknown(database));
  }

  /** Reads what holds for these ports, which need not exist. */
  Reading.Part part(Connection database, Collection<MacAddress> ports) throws SQLException {
    var addresses = new LinkedHashMap<MacAddress, Optional<Access>>();
    var asked = new LinkedHashSet<>(ports);
    for (var port : asked) {
      addresses.put(port, Optional.empty());
      var seen = behindGateway.remove(port);
      if (seen != null) {
        addresses.put(seen, Optional.empty());
      }
    }
    for (var machine : Machines.these(database, asked)) {
      addresses.put(seenAs(machine), Optional.of(decide(machine)));
    }
    return new Reading.Part(addresses, unknown(database));
  }

  private MacAddress seenAs(Machine machine) {
    var seen = gateway.of(machine.address(), machine.clientId());
    if (!seen.equals(machine.address())) {
      behindGateway.put(machine.address(), seen);
    }
    return seen;
  }

  private Access decide(Machine machine) {
    return policy.decide(machine).access();
  }

  private Access unknown(Connection database) throws SQLException {
    return policy.decideUnknown(Machines.inspections(database, policy)).access();
  }
}
