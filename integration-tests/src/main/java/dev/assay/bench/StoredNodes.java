package dev.assay.bench;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes any number of nodes directly into the database, all in {@code inspect wait} with a port,
 * properties and an agent token. Names and addresses follow from the number of the node. All are
 * off, as the fake driver says, so that reading power states changes no node.
 */
final class StoredNodes {
  /** The token of every node's agent. */
  static final String TOKEN = "a-token-of-43-characters-as-agents-get-them";

  private static final String NODES =
      """
      insert into node (uuid, name, driver, driver_info, properties, extra, instance_info,
        maintenance, interfaces, resource_class, conductor_group, protected, retired, network_data,
        disable_power_off, driver_internal_info, agent_token_hash, provision_state,
        target_provision_state, provision_updated_at, power_state, auto_discovered, created_at,
        updated_at, inspection_started_at)
      select cast('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') as uuid),
        'rack-' || n / 40 || '-node-' || n % 40, 'fake-hardware',
        jsonb_build_object('redfish_address', 'https://bmc-' || n || '.example',
          'redfish_username', 'admin', 'redfish_password', 'secret-' || n,
          'redfish_system_id', '/redfish/v1/Systems/1'),
        '{"cpu_arch": "x86_64", "cpus": 64, "memory_mb": 262144, "local_gb": 893,
          "vendor": "example", "capabilities": "boot_mode:uefi,cpu_vt:true,cpu_aes:true"}',
        jsonb_build_object('rack', n / 40, 'position', n % 40), '{}', false,
        '{"bios": "no-bios", "boot": "fake", "console": "no-console", "deploy": "fake",
          "firmware": "no-firmware", "inspect": "agent", "management": "fake", "network": "noop",
          "power": "fake", "raid": "no-raid", "rescue": "no-rescue", "storage": "noop",
          "vendor": "no-vendor"}',
        'baremetal', '', false, false, '{}', false,
        jsonb_build_object('agent_secret_token', '******', 'agent_url',
          'https://192.0.2.1:9999', 'agent_version', '9.14'),
        ?, 'inspect wait', 'manageable', now(), 'power off', false, now(), now(), now()
      from generate_series(1, ?) n
      """;
  private static final String PORTS =
      """
      insert into port (uuid, node_id, address, extra, pxe_enabled, local_link_connection,
        is_smartnic, available_for_dynamic_portgroup, internal_info, created_at)
      select gen_random_uuid(), id, ?, '{}', true, '{}', false, true, '{}', now()
      from node where uuid = ?
      """;

  private StoredNodes() {}

  /** Writes {@code count} nodes and updates the statistics of the database. */
  static void write(Connection database, int count) throws SQLException {
    try (var nodes = database.prepareStatement(NODES);
        var ports = database.prepareStatement(PORTS);
        var analyze = database.createStatement()) {
      nodes.setString(1, hash());
      nodes.setInt(2, count);
      nodes.executeUpdate();
      for (int n = 1; n <= count; n++) {
        ports.setString(1, address(n));
        ports.setObject(2, uuid(n));
        ports.addBatch();
        if (n % 1000 == 0 || n == count) {
          ports.executeBatch();
        }
      }
      analyze.execute("vacuum analyze");
    }
  }

  /** Takes the tokens of all agents away, as if no node had been looked up yet. */
  static void takeTokens(Connection database) throws SQLException {
    setTokens(database, null);
  }

  /** Gives all agents their token again. */
  static void giveTokens(Connection database) throws SQLException {
    setTokens(database, hash());
  }

  private static void setTokens(Connection database, @Nullable String hash) throws SQLException {
    try (var update = database.prepareStatement("update node set agent_token_hash = ?");
        var vacuum = database.createStatement()) {
      update.setString(1, hash);
      update.executeUpdate();
      vacuum.execute("vacuum analyze node"); // the update has written every row anew
    }
  }

  /** The UUID of node {@code number}, from 1. */
  static UUID uuid(int number) {
    return new UUID(0x4000L, 0x8000_0000_0000_0000L | number);
  }

  /** The MAC address of the port of node {@code number}. */
  static String address(int number) {
    return "52:54:00:%02x:%02x:%02x".formatted(number >> 16 & 255, number >> 8 & 255, number & 255);
  }

  private static String hash() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(TOKEN.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
