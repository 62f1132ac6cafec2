package dev.assay.standalone.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.doctor.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks whether there is a second one of what may fail, from what the API lists. */
final class Fleet {
  private static final Set<String> SERVING = Set.of("active", "standby");
  private static final String IN_GROUP = ", conductor group ";

  private Fleet() {}

  /** One finding for each conductor group, from the response to {@code GET /v1/conductors}. */
  static List<Finding> conductors(JsonNode list) {
    var alive = new TreeMap<String, TreeSet<String>>();
    for (var conductor : list.path("conductors")) {
      if (conductor.path("alive").asBoolean()) {
        alive
            .computeIfAbsent(conductor.path("conductor_group").asText(), _ -> new TreeSet<>())
            .add(conductor.path("hostname").asText());
      }
    }
    var findings = new ArrayList<Finding>();
    alive.forEach(
        (group, hosts) ->
            findings.add(
                hosts.size() > 1
                    ? Finding.ok(
                        "conductor-spare",
                        "%s has %d conductors.".formatted(name(group), hosts.size()))
                    : Finding.warning(
                        "conductor-spare",
                        "%s has one conductor, %s: while it is down, nothing is inspected there."
                            .formatted(name(group), hosts.first()),
                        "Run a second one on another host, with its own assay.conductor.host.")));
    return findings;
  }

  /** One finding for each network, from the response to {@code GET /v1/pxe_filters}. */
  static List<Finding> filters(JsonNode list) {
    var serving = new TreeMap<String, TreeSet<String>>();
    var ofAllGroups = new TreeMap<String, TreeSet<String>>();
    var findings = new ArrayList<Finding>();
    for (var filter : list.path("pxe_filters")) {
      var host = filter.path("hostname").asText();
      if (SERVING.contains(filter.path("state").asText())) {
        var network = filter.path("network").asText();
        var group = filter.path("conductor_group").asText("");
        if (group.isEmpty()) {
          ofAllGroups.computeIfAbsent(network, _ -> new TreeSet<>()).add(host);
        }
        serving
            .computeIfAbsent(
                group.isEmpty() ? network : network + IN_GROUP + group, _ -> new TreeSet<>())
            .add(host);
      }
      if (filter.path("warning").isTextual()) {
        findings.add(
            Finding.warning(
                "pxe-filter-warning",
                "PXE filter %s: %s".formatted(host, filter.path("warning").asText()),
                "See its log."));
      }
    }
    serving.forEach(
        (network, hosts) ->
            hosts.addAll(ofAllGroups.getOrDefault(network.split(IN_GROUP, 2)[0], new TreeSet<>())));
    serving.forEach(
        (network, hosts) ->
            findings.add(
                hosts.size() > 1
                    ? Finding.ok(
                        "pxe-filter-spare",
                        "Network %s has %d PXE filters.".formatted(network, hosts.size()))
                    : Finding.warning(
                        "pxe-filter-spare",
                        "Network %s has one PXE filter, %s, and no standby: while it is down, no machine boots there."
                            .formatted(network, hosts.first()),
                        "Run a second one beside a second DHCP server.")));
    return findings;
  }

  private static String name(String group) {
    return group.isEmpty() ? "The conductor group without a name" : "Conductor group " + group;
  }
}
