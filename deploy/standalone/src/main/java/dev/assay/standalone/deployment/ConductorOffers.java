package dev.assay.standalone.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares how the conductors of a group describe their drivers, whatever the order. */
final class ConductorOffers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ConductorOffers() {}

  /**
   * The hosts of each group whose conductors differ.
   *
   * @param rows of living conductors: JSON with group, host and drivers
   */
  static List<String> differing(List<String> rows) {
    Map<String, List<String>> hosts = new TreeMap<>();
    Map<String, Set<String>> offers = new HashMap<>();
    for (var row : rows) {
      var conductor = read(row);
      var group = conductor.path("group").asText();
      hosts.computeIfAbsent(group, _ -> new ArrayList<>()).add(conductor.path("host").asText());
      offers.computeIfAbsent(group, _ -> new HashSet<>()).add(canonical(conductor.path("drivers")));
    }
    return hosts.entrySet().stream()
        .filter(group -> offers.getOrDefault(group.getKey(), Set.of()).size() > 1)
        .map(group -> String.join(", ", group.getValue()))
        .toList();
  }

  /** The same text for the same members, in any order: sets are written in that of the process. */
  private static String canonical(JsonNode node) {
    if (node.isArray()) {
      return node.valueStream().map(ConductorOffers::canonical).sorted().toList().toString();
    }
    return node.isObject()
        ? node.properties().stream()
            .map(member -> member.getKey() + "=" + canonical(member.getValue()))
            .sorted()
            .toList()
            .toString()
        : node.toString();
  }

  private static JsonNode read(String row) {
    try {
      return JSON.readTree(row);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a conductor's row is not JSON", e);
    }
  }
}
