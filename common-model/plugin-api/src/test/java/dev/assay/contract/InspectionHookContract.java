package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.InspectionFailure;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.id.NodeId;
import dev.assay.inventory.Inventory;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests what every hook must do; the test of a hook extends this class. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class InspectionHookContract {
  private static final NodeId NODE = NodeId.of("7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa");

  /** Members of an inventory, each of which a machine may report as anything. */
  private static final List<String> MEMBERS =
      List.of(
          "interfaces",
          "disks",
          "cpu",
          "memory",
          "boot",
          "system_vendor",
          "bmc_address",
          "pci_devices",
          "usb_devices");

  private static final String MACHINE =
      """
      {"interfaces": [
         {"name": "lo", "mac_address": "00:00:00:00:00:00", "ipv4_address": "127.0.0.1"},
         {"name": "eth0", "mac_address": "52:54:00:0a:00:01", "ipv4_address": "10.0.0.5"},
         {"name": "eth1", "mac_address": "52:54:00:0A:00:02", "has_carrier": false}],
       "cpu": {"architecture": "x86_64", "count": 8, "flags": ["vmx", "aes"]},
       "memory": {"physical_mb": 16384, "total": 16777216000},
       "disks": [{"name": "/dev/sda", "size": 480103981056, "rotational": false, "serial": "S5A"}],
       "boot": {"current_boot_mode": "uefi", "pxe_interface": "01-52-54-00-0a-00-01"},
       "bmc_address": "10.1.0.5",
       "system_vendor": {"manufacturer": "Example", "product_name": "R1", "serial_number": "CZ1"}}
      """;

  /** Creates the hook to test, with its options. */
  protected abstract InspectionHook hook();

  /** Creates the hooks that must run before it, in order: those that it names in after(). */
  protected List<InspectionHook> earlier() {
    return List.of();
  }

  /**
   * The inventories on which it is run: by default of a small machine, and many nonsensical ones.
   */
  protected Stream<JsonNode> inventories() {
    return Stream.concat(
        Stream.of(Json.read(MACHINE)),
        MEMBERS.stream().flatMap(name -> Json.nonsense().map(value -> json(MACHINE, name, value))));
  }

  @Test
  void has_a_name_with_dashes() {
    assertThat(hook().name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
  }

  @Test
  void is_not_its_own_predecessor() {
    assertThat(hook().after()).doesNotContain(hook().name());
  }

  @Test
  void keeps_nothing_but_its_options() {
    assertThat(hook().getClass().getDeclaredFields())
        .allSatisfy(
            field -> assertThat(Modifier.isFinal(field.getModifiers())).as("%s", field).isTrue());
  }

  @Test
  void changes_no_inventory() {
    var hooks = hooks();
    assertThat(inventories())
        .allSatisfy(
            inventory -> {
              var before = inventory.deepCopy();
              run(hooks, inventory);
              assertThat(inventory).isEqualTo(before);
            });
  }

  /** Any exception but InspectionFailure ends the test, and its message has the inventory. */
  @Test
  void fails_deliberately_if_at_all() {
    var hooks = hooks();
    assertThat(inventories()).allSatisfy(inventory -> run(hooks, inventory));
  }

  @Test
  void does_the_same_every_time_and_in_every_thread() throws Exception {
    var hooks = hooks();
    var inventory = Json.read(MACHINE);
    var first = run(hooks, inventory);
    Callable<List<Object>> again = () -> run(hooks, inventory);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var run : threads.invokeAll(List.of(again, again, again, again))) {
        assertThat(run.get()).isEqualTo(first);
      }
    }
  }

  private List<InspectionHook> hooks() {
    var hooks = new ArrayList<>(earlier());
    hooks.add(hook());
    return hooks;
  }

  /** Returns what the hooks changed, and why they failed. */
  private static List<Object> run(List<InspectionHook> hooks, JsonNode inventory) {
    var input = new HookInput(NODE, new Inventory(inventory), null, Set.of());
    var changes = new RecordedChanges();
    var failure = "";
    try {
      hooks.forEach(hook -> hook.preprocess(input, changes));
      hooks.forEach(hook -> hook.process(input, changes));
    } catch (InspectionFailure e) {
      failure = e.sentence();
    }
    return List.of(
        changes.properties(), changes.pluginData(), changes.ports(), changes.warnings(), failure);
  }

  private static JsonNode json(String machine, String name, JsonNode value) {
    return Json.object(machine).set(name, value);
  }
}
