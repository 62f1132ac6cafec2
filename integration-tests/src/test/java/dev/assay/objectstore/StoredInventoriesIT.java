package dev.assay.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.scenario.Enrolment;
import dev.assay.scenario.InspectionRows;
import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiClient;
import dev.assay.stack.PostgresServer;
import dev.assay.stack.Server;
import dev.assay.stack.Stack;
import dev.assay.stack.SwiftServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that keep inventories in a real Swift, which is sometimes away. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoredInventoriesIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String RESULTS =
      """
      document d where d.node_id = n.id and exists (select 1 from inspection_result r
        where r.node_id = n.id and d.digest in (r.inventory, r.plugin_data))
      """;

  /** The MAC address of each node. */
  private static final Map<String, String> ADDRESSES = new ConcurrentHashMap<>();

  @TempDir static Path folder = Path.of("");
  private static @Nullable SwiftServer swift;
  private static @Nullable Stack stack;

  @BeforeAll
  static void services_with_an_object_store() {
    var store = SwiftServer.start(folder.resolve("swift"));
    swift = store;
    stack =
        Stack.named("stored-inventories")
            .conductors(2)
            .filters(1)
            .set("assay.inspector.require-managed-boot", false)
            .set("assay.inspector.hooks", "$default_hooks,raid-device")
            .set("assay.inventory.data-backend", "s3")
            .set("assay.inventory.s3.endpoint", store.endpoint())
            .set("assay.inventory.s3.bucket", SwiftServer.BUCKET)
            .set("assay.inventory.s3.access-key", SwiftServer.ACCESS_KEY)
            .set("assay.inventory.s3.secret-key", SwiftServer.SECRET_KEY)
            // Longer than a request waits for a connection to the database.
            .set("assay.inventory.s3.request-timeout", "20s")
            .set("assay.inventory.s3.attempts", 1)
            .start();
  }

  @AfterAll
  static void stop() {
    if (stack != null) {
      stack.close();
    }
    if (swift != null) {
      swift.close();
    }
  }

  @AfterEach
  void the_store_is_back() {
    if (!store().proxy().isAlive()) {
      store().proxy().start();
    }
  }

  @Test
  void inventories_leave_the_database_and_read_the_same() {
    var node = inspected("a", 1);
    var before = inventory(node);
    awaitMoved(node);

    assertThat(inventory(node)).isEqualTo(before);
    assertThat(before.path("inventory").path("disks").path(0).path("serial").asText())
        .isEqualTo("a1");
    assertThat(store().objectFiles()).isNotEmpty();
    assertThat(bodies(node)).isZero();
    assertThat(api().get("/v1/nodes/" + node + "/inventory/diff").require(200)).isNotNull();
  }

  @Test
  void every_inspection_ends_although_the_store_is_away() {
    var node = inspected("b", 1);
    awaitMoved(node);
    store().proxy().kill();

    inspect(node, "b", 1); // the same inventory, of which the row has no body any more
    // Other plugin data too: what the store has already leaves the row again without asking it.
    inspect(node, "b", 1, Map.of("rack", "r2"));
    var other = inspected("h", 1);

    assertThat(InspectionRows.stagesOf(database(), node))
        .containsExactly("finished", "finished", "finished");
    assertThat(waiting(node)).isPositive();
    assertThat(waiting(other)).isPositive();
    assertThat(serial(inventory(other))).isEqualTo("h1");

    store().proxy().start();
    awaitMoved(node);
    awaitMoved(other);
    assertThat(serial(inventory(node))).isEqualTo("b1");
    assertThat(serial(inventory(other))).isEqualTo("h1");
    assertThat(serial(api().get(history(node).getFirst()).require(200).json())).isEqualTo("b1");
  }

  @Test
  void a_hook_that_compares_with_the_previous_inventory_waits_for_the_store() throws Exception {
    var node = inspected("i", 1);
    awaitMoved(node);
    store().proxy().kill();
    var postponed = postponed();

    callback(node, "i", 2, Map.of());
    await("a conductor has noticed").atMost(LIMIT).until(() -> postponed() > postponed);
    assertThat(api().node(node).path("provision_state").asText()).isEqualTo("inspecting");

    store().proxy().start();
    api().awaitState(node, "manageable");
    awaitMoved(node);
    assertThat(serial(inventory(node))).isEqualTo("i2");
    assertThat(serial(api().get(history(node).getFirst()).require(200).json())).isEqualTo("i1");
  }

  @Test
  void what_is_in_the_store_cannot_be_read_while_it_is_away_and_everything_else_works() {
    var node = inspected("c", 1);
    awaitMoved(node);
    store().proxy().kill();

    var refused = api().get("/v1/nodes/" + node + "/inventory");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.fault()).contains("object store", "try again later");
    api().node(node);
    var dryRun = api().post("/v1/inspection_rules/dry_run", Map.of("nodes", List.of(node)));
    assertThat(dryRun.require(200).body()).contains("PAYLOAD_UNREADABLE", "summary");

    store().proxy().start();
    assertThat(serial(inventory(node))).isEqualTo("c1");
  }

  @Test
  void whoever_waits_for_a_store_that_stands_still_keeps_no_connection_to_the_database() {
    var node = inspected("f", 1);
    awaitMoved(node);
    store().proxy().freeze();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting =
          IntStream.range(0, 100)
              .mapToObj(
                  _ ->
                      threads.submit(
                          () -> services().api().get("/v1/nodes/" + node + "/inventory").status()))
              .toList();

      inspected("g", 1);

      assertThat(waiting).noneMatch(Future::isDone);
      store().proxy().thaw();
      assertThat(waiting).allSatisfy(each -> assertThat(each.get()).isEqualTo(200));
    } finally {
      store().proxy().thaw();
    }
  }

  @Test
  void processing_stored_data_again_waits_for_the_store() throws Exception {
    var node = inspected("d", 1);
    awaitMoved(node);
    store().proxy().kill();
    var postponed = postponed();
    var run =
        api()
            .post("/v1/nodes/" + node + "/inspections/" + latest(node) + "/reapply", Map.of())
            .require(202);
    assertThat(run.json()).isNotNull();
    await("a conductor has noticed").atMost(LIMIT).until(() -> postponed() > postponed);

    store().proxy().start();

    await("the data are processed again")
        .atMost(LIMIT)
        .until(
            () ->
                InspectionRows.stagesOf(database(), node).equals(List.of("finished", "finished")));
    awaitMoved(node);
    assertThat(serial(inventory(node))).isEqualTo("d1");
  }

  @Test
  void a_command_moves_everything_back_and_forth_while_services_run() {
    var node = inspected("e", 1);
    awaitMoved(node);

    var back = move("database");
    assertThat(back.tail()).contains("Done.");
    assertThat(bodies(node)).isEqualTo(results(node));
    store().proxy().kill();
    assertThat(serial(inventory(node))).isEqualTo("e1");
    store().proxy().start();

    var forth = move("s3");
    assertThat(forth.tail()).contains("Done.");
    assertThat(bodies(node)).isZero();
    assertThat(serial(inventory(node))).isEqualTo("e1");
  }

  private static Server move(String place) {
    var command =
        AllInOne.command(
            folder.resolve("move-" + place + ".log"),
            "move-inventories",
            "--to",
            place,
            "--url",
            database().url(),
            "--user",
            PostgresServer.USER);
    command.launch();
    assertThat(command.awaitExit(LIMIT)).as(command.tail()).isZero();
    return command;
  }

  /** A new node whose first inspection has found a disk with this serial number. */
  private static String inspected(String name, int disk) {
    var address = Enrolment.newAddress();
    var node = Enrolment.manageable(api(), address);
    ADDRESSES.put(node, address);
    inspect(node, name, disk);
    return node;
  }

  private static void inspect(String node, String name, int disk) {
    inspect(node, name, disk, Map.of());
  }

  private static void inspect(String node, String name, int disk, Map<String, ?> pluginData) {
    callback(node, name, disk, pluginData);
    api().awaitState(node, "manageable");
  }

  private static void callback(String node, String name, int disk, Map<String, ?> pluginData) {
    var address = Objects.requireNonNull(ADDRESSES.get(node));
    api().order(node, "inspect");
    api().awaitState(node, "inspect wait");
    var body = new HashMap<String, Object>(pluginData);
    body.put(
        "inventory",
        Map.of(
            "interfaces",
            List.of(Map.of("name", "eth0", "mac_address", address)),
            "disks",
            List.of(Map.of("name", "/dev/sda", "size", 1L << 40, "serial", name + disk)),
            "cpu",
            Map.of("architecture", "x86_64")));
    api().callback(body).require(202);
  }

  private static JsonNode inventory(String node) {
    return api().get("/v1/nodes/" + node + "/inventory").require(200).json();
  }

  private static String serial(JsonNode stored) {
    return stored.path("inventory").path("disks").path(0).path("serial").asText();
  }

  /** The paths of the inventories of all inspections, oldest first. */
  private static List<String> history(String node) {
    return runs(node).stream()
        .map(run -> "/v1/nodes/%s/inspections/%s/inventory".formatted(node, run))
        .toList();
  }

  private static String latest(String node) {
    return runs(node).getLast();
  }

  private static List<String> runs(String node) {
    return database()
        .query(
            "select inspection.uuid from inspection join node on node.id = node_id"
                + " where node.uuid = ? order by inspection.id",
            UUID.fromString(node))
        .stream()
        .map(String::valueOf)
        .toList();
  }

  private static void awaitMoved(String node) {
    await("the inventories of " + node + " are in the store")
        .atMost(LIMIT)
        .until(() -> waiting(node) == 0 && bodies(node) == 0);
  }

  /** How often a conductor has put a command off because the store was away. */
  private static double postponed() throws Exception {
    var lines = new ArrayList<String>();
    for (var conductor : services().conductors()) {
      lines.addAll(conductor.text("/q/metrics").lines().toList());
    }
    return lines.stream()
        .filter(line -> line.startsWith("assay_commands_total"))
        .filter(line -> line.contains("outcome=\"store-away\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static long waiting(String node) {
    return count("document_transfer d where d.node_id = n.id", node);
  }

  /** The documents of results that are in the database. */
  private static long bodies(String node) {
    return count(RESULTS + " and d.body is not null", node);
  }

  private static long results(String node) {
    return count(RESULTS, node);
  }

  private static long count(String rows, String node) {
    return database()
        .count(
            "select (select count(*) from %s) from node n where n.uuid = ?".formatted(rows),
            UUID.fromString(node));
  }

  private static ApiClient api() {
    return services().api();
  }

  private static PostgresServer database() {
    return services().database();
  }

  private static Stack services() {
    return Objects.requireNonNull(stack);
  }

  private static SwiftServer store() {
    return Objects.requireNonNull(swift);
  }
}
