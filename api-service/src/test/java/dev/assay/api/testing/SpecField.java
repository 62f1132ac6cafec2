package dev.assay.api.testing;

import dev.assay.node.ProvisionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A row of a field table of the spec; the head of node-fields.csv says what its columns are. Values
 * are JSON text with placeholders, see {@link Placeholders}.
 *
 * @param byDefault what is shown when it was not given; {@code *} for any but null
 * @param along members that must be sent with it, empty for none
 * @param states where PATCH may change it
 */
public record SpecField(
    String name,
    String type,
    int since,
    String use,
    String lists,
    boolean sorts,
    String byDefault,
    String along,
    List<Sample> samples,
    List<String> bad,
    String states) {

  private static final String MAINTENANCE = "maintenance";
  private static final String ALL_BUT = "any but ";

  /** A value that is taken, and how it is shown. */
  public record Sample(String sent, String shown) {
    private static Sample of(String cell) {
      var parts = cell.split(" => ", 2);
      return new Sample(parts[0].strip(), parts[parts.length - 1].strip());
    }
  }

  /** The rows of a table, lines with # left out. */
  public static List<SpecField> table(String resource) {
    try (var in = Objects.requireNonNull(SpecField.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(SpecField::row)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  private static SpecField row(String line) {
    var cells =
        Arrays.stream((line + " ").split("\\|", -1)).map(String::strip).toArray(String[]::new);
    return new SpecField(
        cells[0],
        cells[1],
        Integer.parseInt(cells[2]),
        cells[3],
        cells[4],
        cells[5].equals("yes"),
        cells[6],
        cells[7],
        values(cells[8]).stream().map(Sample::of).toList(),
        values(cells[9]),
        cells.length > 10 ? cells[10] : "");
  }

  private static List<String> values(String cell) {
    return cell.isEmpty()
        ? List.of()
        : Arrays.stream(cell.split(" ; ")).map(String::strip).toList();
  }

  /** May be sent in POST. */
  public boolean creatable() {
    return use.contains("C");
  }

  /** May be the root of a path in PATCH. */
  public boolean patchable() {
    return use.contains("P");
  }

  /** Clients see it. */
  public boolean shown() {
    return !lists.equals("H");
  }

  /** Part of the short representation in lists. */
  public boolean listed() {
    return lists.equals("D");
  }

  /** Cannot be removed: null is no value of it, or the use says so. */
  public boolean lasting() {
    return bad.contains("null") || use.contains("L");
  }

  /** It has a rule of its own about the states in which it may be changed. */
  public boolean stateBound() {
    return !states.isEmpty() && !states.equals("any");
  }

  /** The states in which PATCH may change it, by their names on the wire. */
  public Set<String> patchableIn(Set<String> closed) {
    var named = Set.of(states.replace(ALL_BUT, "").split(", "));
    var open =
        Arrays.stream(ProvisionState.values())
            .map(ProvisionState::wire)
            .filter(state -> !closed.contains(state))
            .collect(Collectors.toCollection(TreeSet::new));
    if (states.startsWith(ALL_BUT)) {
      open.removeAll(named);
    } else if (!states.equals("any")) {
      open.retainAll(named);
    }
    return open;
  }

  /** In maintenance it may be changed in every state that is not closed. */
  public boolean freeInMaintenance() {
    return states.endsWith(MAINTENANCE);
  }

  @Override
  public String toString() {
    return name + " since 1." + since;
  }
}
