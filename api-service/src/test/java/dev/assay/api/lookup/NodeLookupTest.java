package dev.assay.api.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.lookup.NodeLookup.By;
import dev.assay.api.lookup.NodeLookup.Match;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
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
        "2 unknown uuid                      |true |-|-  |-  |UNKNOWN_UUID",
        "2 unknown uuid, nothing else counts |true |-|a  |a  |UNKNOWN_UUID",
        "2 uuid alone                        |true |a|-  |-  |a",
        "3 several nodes by MAC              |false|-|a b|-  |MACS_OF_SEVERAL_NODES",
        "3 several nodes by MAC despite uuid |true |a|a b|-  |MACS_OF_SEVERAL_NODES",
        "3 one node by MAC                   |false|-|a  |-  |a",
        "3 MAC and uuid agree                |true |a|a  |-  |a",
        "3 MAC and uuid differ               |true |a|b  |-  |UUID_AND_MACS_DISAGREE",
        "4 wrong state by uuid               |true |x|-  |-  |WRONG_STATE",
        "4 wrong state by MAC                |false|-|x  |-  |WRONG_STATE",
        "4 wrong state, BMC does not help    |false|-|x  |a  |WRONG_STATE",
        "4 still starting, by uuid           |true |s|-  |-  |too early",
        "4 still starting, by MAC            |false|-|s  |-  |too early",
        "5 BMC agrees                        |false|-|a  |a  |a",
        "5 BMC agrees among others           |false|-|a  |a b|a",
        "5 BMC says another                  |false|-|a  |b  |BMC_DISAGREES",
        "5 BMC says others                   |true |a|-  |b x|BMC_DISAGREES",
        "5 BMC of a node not waiting         |false|-|a  |x  |a",
        "5 only BMC, one                     |false|-|-  |a  |a",
        "5 only BMC, several                 |false|-|-  |a b|BMC_OF_SEVERAL_NODES",
        "5 only BMC, one waiting             |false|-|-  |a x|a",
        "5 only BMC, still starting          |false|-|-  |s  |too early",
        "5 only BMC, one waiting, one starts |false|-|-  |a s|a",
        "6 BMC of a node not waiting only    |false|-|-  |x  |NOTHING_MATCHES",
        "6 nothing                           |false|-|-  |-  |NOTHING_MATCHES",
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
          case LookupResult.Found(var node, _) -> name(node);
          case LookupResult.TooEarly _ -> "too early";
          case LookupResult.Refused(var verdict) -> verdict.outcome().name();
          case LookupResult.Unknown(var verdict) -> verdict.outcome().name();
        };
    assertThat(result).as(row).isEqualTo(expected);
  }

  /** Each letter is an address that matches this node. Source: spec inspector-compat.md 4.1. */
  @ParameterizedTest(name = "MACs {0}, BMC {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "a,   -,   a",
        "-,   b,   b",
        "aab, b,   EQUALLY_MANY_ADDRESSES",
        "aab, -,   a",
        "ab,  b,   b",
        "ab,  -,   EQUALLY_MANY_ADDRESSES",
        "xxx, a,   a",
        "xxx, -,   WRONG_STATE",
        "s,   -,   too early",
        "sa,  a,   a",
        "-,   -,   NOTHING_MATCHES",
      })
  void decides_by_the_number_of_addresses_as_the_classic_service(
      @Nullable String macs, @Nullable String bmc, String expected) {
    var matches = Stream.concat(counted(By.MAC, macs), counted(By.BMC, bmc)).toList();
    var result =
        switch (NodeLookup.decideByCount(matches)) {
          case LookupResult.Found(var node, _) -> name(node);
          case LookupResult.TooEarly _ -> "too early";
          case LookupResult.Refused(var verdict) -> verdict.outcome().name();
          case LookupResult.Unknown(var verdict) -> verdict.outcome().name();
        };
    assertThat(result).isEqualTo(expected);
  }

  private static Stream<Match> counted(By by, @Nullable String addresses) {
    if (addresses == null) {
      return Stream.of();
    }
    return addresses
        .chars()
        .mapToObj(Character::toString)
        .collect(Collectors.groupingBy(name -> name))
        .entrySet()
        .stream()
        .map(
            entry -> {
              var one = found(by, entry.getKey()).findFirst().orElseThrow();
              return new Match(
                  by, one.node(), one.state(), one.starting(), one.waits(), entry.getValue());
            });
  }

  private static Stream<Match> found(By by, @Nullable String names) {
    return names == null
        ? Stream.of()
        : Arrays.stream(names.split(" ", -1))
            .map(
                name ->
                    new Match(
                        by,
                        Objects.requireNonNull(NODES.get(name)),
                        switch (name) {
                          case "x" -> ProvisionState.MANAGEABLE;
                          case "s" -> ProvisionState.INSPECTING;
                          default -> ProvisionState.INSPECT_WAIT;
                        },
                        name.equals("s"),
                        Set.of("a", "b").contains(name),
                        List.of(name)));
  }

  private static String name(NodeId node) {
    return NODES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(node))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
