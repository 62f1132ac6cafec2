package dev.assay.api.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.lookup.NodeLookup.By;
import dev.assay.api.lookup.NodeLookup.Candidate;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lookup table of spec conductor.md 4.2, row by row. Nodes a and b wait, x is manageable, and
 * the inspection of s is just being started.
 */
class NodeLookupTest {
  private static final NodeId A = new NodeId(new UUID(0, 1));
  private static final NodeId B = new NodeId(new UUID(0, 2));
  private static final NodeId X = new NodeId(new UUID(0, 3));
  private static final NodeId S = new NodeId(new UUID(0, 4));
  private static final Map<String, NodeId> NODES = Map.of("a", A, "b", B, "x", X, "s", S);

  @ParameterizedTest(name = "{0}: uuid asked {1}, found {2}, MACs {3}, BMC {4}: {5}")
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "2 unknown uuid                      |true |-|-  |-  |refused",
        "2 unknown uuid, nothing else counts |true |-|a  |a  |refused",
        "2 uuid alone                        |true |a|-  |-  |a",
        "3 several nodes by MAC              |false|-|a b|-  |refused",
        "3 several nodes by MAC despite uuid |true |a|a b|-  |refused",
        "3 one node by MAC                   |false|-|a  |-  |a",
        "3 MAC and uuid agree                |true |a|a  |-  |a",
        "3 MAC and uuid differ               |true |a|b  |-  |refused",
        "4 wrong state by uuid               |true |x|-  |-  |refused",
        "4 wrong state by MAC                |false|-|x  |-  |refused",
        "4 wrong state, BMC does not help    |false|-|x  |a  |refused",
        "4 still starting, by uuid           |true |s|-  |-  |too early",
        "4 still starting, by MAC            |false|-|s  |-  |too early",
        "5 BMC agrees                        |false|-|a  |a  |a",
        "5 BMC agrees among others           |false|-|a  |a b|a",
        "5 BMC says another                  |false|-|a  |b  |refused",
        "5 BMC says others                   |true |a|-  |b x|refused",
        "5 BMC of a node not waiting         |false|-|a  |x  |a",
        "5 only BMC, one                     |false|-|-  |a  |a",
        "5 only BMC, several                 |false|-|-  |a b|refused",
        "5 only BMC, one waiting             |false|-|-  |a x|a",
        "6 BMC of a node not waiting only    |false|-|-  |x  |unknown",
        "6 nothing                           |false|-|-  |-  |unknown",
      })
  void decides_as_the_spec_says(
      String row,
      boolean asked,
      @Nullable String byUuid,
      @Nullable String byMac,
      @Nullable String byBmc,
      String expected) {
    var keys =
        new LookupKeys(
            asked ? Optional.of(A) : Optional.empty(),
            List.of(MacAddress.of("52:54:00:00:00:01")),
            List.of("192.0.2.1"));
    var candidates =
        Stream.of(found(By.UUID, byUuid), found(By.MAC, byMac), found(By.BMC, byBmc))
            .flatMap(s -> s)
            .toList();
    var result =
        switch (NodeLookup.decide(keys, candidates)) {
          case LookupResult.Found(var node) -> name(node);
          case LookupResult.TooEarly _ -> "too early";
          case LookupResult.Refused _ -> "refused";
          case LookupResult.Unknown _ -> "unknown";
        };
    assertThat(result).as(row).isEqualTo(expected);
  }

  private static Stream<Candidate> found(By by, @Nullable String names) {
    return names == null
        ? Stream.of()
        : Arrays.stream(names.split(" ", -1))
            .map(
                name ->
                    new Candidate(
                        by,
                        Objects.requireNonNull(NODES.get(name)),
                        switch (name) {
                          case "x" -> ProvisionState.MANAGEABLE;
                          case "s" -> ProvisionState.INSPECTING;
                          default -> ProvisionState.INSPECT_WAIT;
                        },
                        name.equals("s")));
  }

  private static String name(NodeId node) {
    return NODES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(node))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
