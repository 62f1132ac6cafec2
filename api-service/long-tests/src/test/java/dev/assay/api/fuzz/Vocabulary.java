package dev.assay.api.fuzz;

import dev.assay.api.chassis.ChassisFields;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.node.NodeFields;
import dev.assay.api.port.PortFields;
import dev.assay.api.portgroup.PortGroupFields;
import dev.assay.api.rule.RuleFields;
import dev.assay.node.ProvisionState;
import dev.assay.rule.Phase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The words of which requests are made. Identities are the same in every run, so that a request
 * made again means the same things; {@link Stock} stores the first of them.
 */
final class Vocabulary {
  static final List<String> NODES = identities("node", 24);
  static final List<String> PORTS = identities("port", 24);
  static final List<String> GROUPS = identities("portgroup", 16);
  static final List<String> CHASSIS = identities("chassis", 8);
  static final List<String> RULES = identities("rule", 24);
  static final List<String> LETTERS = identities("letter", 16);
  static final List<String> PAYLOADS = identities("payload", 16);
  static final List<String> WEBHOOKS = identities("webhook", 16);
  static final List<String> ORDERS = identities("order", 16);
  static final List<String> ENTRIES = identities("history", 4);
  static final List<String> NODE_NAMES = numbered("node-%d", 24);
  static final List<String> PORT_NAMES = numbered("port-%d", 24);
  static final List<String> GROUP_NAMES = numbered("group-%d", 16);
  static final List<String> MACS = numbered("52:54:f1:00:00:%02x", 64);
  static final List<String> BMCS = numbered("192.0.2.%d", 8);
  static final List<String> TRAITS =
      List.of("CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX", "custom_low", "CUSTOM_ ");

  /** What an agent of the stored nodes says. */
  static final String TOKEN = "token";

  private static final List<String> FLAGS =
      List.of("true", "false", "True", "0", "1", "yes", "off", "maybe");
  private static final List<String> NODE_IDENTS = both(NODES, NODE_NAMES);
  private static final List<String> FIELDS =
      Stream.of(
              NodeFields.TABLE,
              PortFields.TABLE,
              PortGroupFields.TABLE,
              ChassisFields.TABLE,
              RuleFields.TABLE)
          .map(FieldTable::fields)
          .flatMap(fields -> fields.stream().map(Field::name))
          .distinct()
          .toList();
  private static final List<String> FLAG_NAMES =
      List.of(
          "associated",
          "automated_clean",
          "auto_discovered",
          "available_for_dynamic_portgroup",
          "detail",
          "disable_power_off",
          "dry_run",
          "enabled",
          "include_children",
          "is_smartnic",
          "maintenance",
          "persistent",
          "protected",
          "pxe_enabled",
          "reset_interfaces",
          "retired",
          "sensitive",
          "sharded",
          "standalone_ports_supported");

  /** Parameters of queries that are no fields. */
  private static final List<String> QUERY_ONLY =
      List.of(
          "addresses",
          "associated",
          "conductor_groups",
          "description_contains",
          "detail",
          "device_types",
          "fields",
          "include_children",
          "limit",
          "marker",
          "node",
          "portgroup",
          "project",
          "reset_interfaces",
          "sharded",
          "sort_dir",
          "sort_key",
          "type");

  private static final Map<String, List<String>> BY_NAME = byName();

  /** What nobody means well. */
  static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000b",
          "\ud800",
          "\udc00\ud800",
          "\uffff",
          "\ufeffx",
          "ü",
          "日本語",
          "\ud83d\ude00",
          "\u202ex",
          "..",
          "../../etc/passwd",
          ".",
          "%",
          "%00",
          "%s%n%d",
          "'; drop table node; --",
          "\\",
          "\"",
          "*",
          ",",
          ",,a,",
          ";a=b",
          "a/b",
          "null",
          "NaN",
          "-1",
          "0",
          "2147483648",
          "99999999999999999999",
          "1e400",
          "\r\nX-Injected: y",
          "\t",
          "{}",
          "[]",
          "{0}",
          "${jndi:ldap://x}",
          "#{x}",
          "00000000-0000-0000-0000-000000000000",
          "x".repeat(81),
          "x".repeat(256),
          "é".repeat(1_000),
          "\ud83d\ude00".repeat(300));

  private Vocabulary() {}

  /** Something that could stand for {@code name}; mostly of the first, which are stored. */
  static String value(String name, RandomGenerator random) {
    if (FLAG_NAMES.contains(name)) {
      return pick(FLAGS, random);
    }
    if (name.endsWith("_interface")) {
      var none = "no-" + name.replace("_interface", "");
      return pick(List.of(none, "fake", "agent", "redfish"), random);
    }
    var known = BY_NAME.get(name);
    return known == null
        ? pick(List.of("a", "rack 7", "b-1", "z"), random)
        : known.get(Math.min(random.nextInt(known.size()), random.nextInt(known.size())));
  }

  /** The most usual value for {@code name}: of the first that is stored. */
  static String first(String name) {
    return BY_NAME.getOrDefault(name, List.of("a")).getFirst();
  }

  /** True when {@code name} is one of a boolean. */
  static boolean flag(String name) {
    return FLAG_NAMES.contains(name);
  }

  /** Every name of a query parameter that some endpoint may know. */
  static List<String> parameters() {
    return both(QUERY_ONLY, FIELDS).stream().distinct().toList();
  }

  static List<String> fields() {
    return FIELDS;
  }

  /** One of {@code all}, each as likely. */
  static <T> T pick(List<T> all, RandomGenerator random) {
    return all.get(random.nextInt(all.size()));
  }

  private static Map<String, List<String>> byName() {
    var words = new HashMap<String, List<String>>();
    for (var name : List.of("node", "node_uuid", "node_ident", "parent_node")) {
      words.put(name, NODE_IDENTS);
    }
    words.put("port", both(PORTS, PORT_NAMES));
    words.put("group", both(GROUPS, GROUP_NAMES));
    words.put("portgroup", both(GROUPS, GROUP_NAMES));
    words.put("portgroup_uuid", GROUPS);
    words.put("rule", RULES);
    words.put("chassis", CHASSIS);
    words.put("chassis_uuid", CHASSIS);
    words.put("uuid", both(both(NODES, PORTS), both(both(GROUPS, RULES), CHASSIS)));
    words.put(
        "marker",
        both(
            both(NODES, PORTS), both(both(GROUPS, both(LETTERS, PAYLOADS)), both(ENTRIES, RULES))));
    words.put("phase", both(Phase.names(), List.of("late")));
    words.put("priority", List.of("0", "7", "9999", "10000", "high"));
    words.put("instance_uuid", ENTRIES);
    words.put("entry", ENTRIES);
    words.put("letter", LETTERS);
    words.put("payload", PAYLOADS);
    words.put("mac", MACS);
    words.put("bmc_address", BMCS);
    words.put("reference", List.of("0123456789", "7G3KQ0ZP4M", "oil"));
    words.put("discover", List.of("true", "false"));
    words.put("webhook", WEBHOOKS);
    words.put("order", ORDERS);
    words.put("url", List.of("http://h.example/", "https://h.example:8443/x?y=z", "h.example"));
    words.put("secret", List.of("sixteen characters", "seventeen characters", "few"));
    words.put("ident", NODE_IDENTS);
    words.put("name", both(List.of("fake-hardware", "redfish"), NODE_NAMES));
    words.put("address", MACS);
    words.put("addresses", MACS);
    words.put("trait", TRAITS);
    words.put("driver", List.of("fake-hardware", "redfish", "ipmi"));
    words.put("inspection", both(Collections.nCopies(2, "latest"), ENTRIES.subList(0, 2)));
    words.put("hostname", List.of("c1.example", "c2.example", "c3.example"));
    words.put("conductor", List.of("c1.example", "c2.example"));
    words.put("conductor_group", List.of("", "", "other", "OTHER", "none"));
    words.put("conductor_groups", List.of("", "other", "a,other"));
    words.put("device_types", List.of("cdrom", "cdrom", "floppy"));
    words.put("type", List.of("classic", "dynamic"));
    words.put("fault", List.of("power failure", "clean failure"));
    words.put("mode", List.of("active-backup", "802.3ad"));
    words.put("limit", List.of("1", "2", "7", "1000", "0", "-1"));
    words.put("sort_dir", List.of("asc", "desc", "up"));
    words.put("sort_key", both(FIELDS, List.of("id")));
    words.put("fields", both(FIELDS, List.of("uuid,name", "uuid,uuid", "extra,address,links")));
    words.put(
        "provision_state",
        Arrays.stream(ProvisionState.values()).map(ProvisionState::wire).toList());
    return Map.copyOf(words);
  }

  private static List<String> identities(String kind, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> UUID.nameUUIDFromBytes((kind + i).getBytes(StandardCharsets.UTF_8)))
        .map(UUID::toString)
        .toList();
  }

  private static List<String> numbered(String form, int count) {
    return IntStream.range(0, count).mapToObj(form::formatted).toList();
  }

  private static List<String> both(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
