package dev.assay.api.testing;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static dev.assay.api.testing.SpecRows.Which.STATE_BOUND;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same for what is a node, or belongs to one: what may be changed in which of its states. */
public abstract class NodeFieldPatchContract extends FieldPatchContract {
  /** The states in which nothing at all is changed, by clients of the newest version. */
  protected abstract Set<String> closed();

  /** Brings the node that {@code uuid} is, or belongs to, into a state. */
  protected abstract void move(String uuid, String state);

  /** Takes that node into maintenance, without asking the API. */
  protected abstract void maintain(String uuid);

  @Override
  protected String patchable(SpecField row) {
    var uuid = created(row);
    if (!row.states().isEmpty()) {
      var states = row.patchableIn(closed());
      move(uuid, states.contains("enroll") ? "enroll" : states.iterator().next());
    }
    return uuid;
  }

  @ParameterizedTest
  @EnumSource(ProvisionState.class)
  void fields_without_a_rule_of_their_own_change_in_every_state_that_is_not_closed(
      ProvisionState state) {
    var uuid = created();
    var before = shown(uuid);
    var rows =
        SpecField.table(getClass().getAnnotation(SpecTable.class).value()).stream()
            .filter(row -> row.states().equals("any"))
            .toList();
    var patch = StoredJson.MAPPER.createArrayNode();
    rows.forEach(row -> step(patch, "add", row.name(), sample(row)));
    move(uuid, state.wire());

    var answer = site.api().body(patch.toString()).patch(path(uuid));

    if (closed().contains(state.wire())) {
      fault(answer, 409);
      rows.forEach(row -> assertThat(value(uuid, row)).isEqualTo(before.path(row.name())));
    } else {
      var changed = ok(answer, 200);
      rows.forEach(
          row -> assertThat(changed.path(row.name())).isNotEqualTo(before.path(row.name())));
    }
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(STATE_BOUND)
  void is_changed_in_exactly_the_states_of_the_table(SpecField row) {
    assertThat(open(row, false)).isEqualTo(row.patchableIn(closed()));
  }

  @ParameterizedTest(name = "{0}")
  @SpecRows(STATE_BOUND)
  void in_maintenance_is_changed_where_the_table_says(SpecField row) {
    var everywhere =
        Arrays.stream(ProvisionState.values())
            .map(ProvisionState::wire)
            .filter(state -> !closed().contains(state))
            .collect(Collectors.toSet());

    assertThat(open(row, true))
        .isEqualTo(row.freeInMaintenance() ? everywhere : row.patchableIn(closed()));
  }

  /** The states in which a change of the field is made; in the others it is 409 and not made. */
  private Set<String> open(SpecField row, boolean maintenance) {
    var open = new TreeSet<String>();
    var uuid = fresh(row, maintenance);
    var before = value(uuid, row);
    for (var state : ProvisionState.values()) {
      move(uuid, state.wire());
      var answer = patch(Site.NEWEST, uuid, row, patch("add", row, sample(row)));
      if (answer.statusCode() == 200) {
        assertThat(Answers.json(answer).path(row.name())).isNotEqualTo(before);
        open.add(state.wire());
        uuid = fresh(row, maintenance);
        before = value(uuid, row);
      } else {
        fault(answer, 409);
        assertThat(value(uuid, row)).isEqualTo(before);
      }
    }
    return open;
  }

  private String fresh(SpecField row, boolean maintenance) {
    var uuid = created(row);
    if (maintenance) {
      maintain(uuid);
    }
    return uuid;
  }

  private JsonNode value(String uuid, SpecField row) {
    return shown(uuid).path(row.name());
  }
}
