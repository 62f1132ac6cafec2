package dev.assay.api.testing;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.assay.hardware.DriverDescription;
import dev.assay.registration.Conductors;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.hibernate.Session;

/**
 * A site with two conductors, "c1.example" of no group and "c2.example" of group "other", both with
 * the drivers that are part of Assay. Nodes are made through the API and brought into a state in
 * the database, where a conductor would.
 */
@ApplicationScoped
public class Site {
  public static final int NEWEST = 115;
  private static final List<DriverDescription> DRIVERS = drivers();
  private static final AtomicInteger MACS = new AtomicInteger();

  private final Conductors conductors;
  private final Session database;

  Site(Conductors conductors, Session database) {
    this.conductors = conductors;
    this.database = database;
  }

  /** Registers the conductors; may be repeated. */
  public void open() {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              conductors.register("c1.example", "", DRIVERS, Duration.ofHours(1));
              conductors.register("c2.example", "other", DRIVERS, Duration.ofHours(1));
            });
  }

  /** Both conductors left long ago and are not expected back, until {@link #open}. */
  public void close() {
    run(
        """
        update conductor set online = false, expires_at = now() - interval '1 day',
          updated_at = now() - interval '1 day'
        """);
  }

  /** The drivers that are part of Assay, as conductors publish them. */
  private static List<DriverDescription> drivers() {
    try (var in = Objects.requireNonNull(Site.class.getResourceAsStream("/drivers.json"))) {
      return StoredJson.MAPPER.readValue(in, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read drivers.json", e);
    }
  }

  /** A request at API version 1.{@code minor}. */
  public RequestSpecification at(int minor) {
    return given()
        .config(QuickClients.CONFIG)
        .urlEncodingEnabled(true)
        .header("X-OpenStack-Ironic-API-Version", "1." + minor)
        .contentType("application/json");
  }

  /** A request at the newest version. */
  public RequestSpecification api() {
    return at(NEWEST);
  }

  /** A node of fake-hardware in enroll; its UUID. */
  public String node() {
    return node("{\"driver\":\"fake-hardware\"}");
  }

  /** A node as {@code body} says; its UUID. */
  public String node(String body) {
    return uuid(api().body(body).post("/v1/nodes"));
  }

  private static String uuid(Response created) {
    return Answers.ok(created, 201).path("uuid").asText();
  }

  /** A node of fake-hardware in {@code state}, with the target that belongs to it. */
  public String nodeIn(String state) {
    var node = node();
    move(node, state);
    return node;
  }

  /** Brings {@code node} into {@code state}. */
  public void move(String node, String state) {
    var target =
        switch (state) {
          case "verifying", "inspecting", "inspect wait", "inspect failed" -> "manageable";
          case "cleaning", "clean failed" -> "available";
          default -> null;
        };
    run(
        "update node set provision_state = ?2, target_provision_state = cast(?3 as text),"
            + " provision_updated_at = now() where uuid = ?1",
        UUID.fromString(node),
        state,
        target);
  }

  /** Writes a column of {@code node}. */
  public void set(String node, String column, @org.jspecify.annotations.Nullable Object value) {
    run(
        "update node set %s = %s where uuid = ?1".formatted(column, value == null ? "null" : "?2"),
        value == null
            ? new Object[] {UUID.fromString(node)}
            : new Object[] {UUID.fromString(node), value});
  }

  /** A conductor works on {@code node}. */
  public void lease(String node, String holder) {
    run(
        "insert into lease (name, holder, epoch, expires_at)"
            + " values (?1, ?2, nextval('lease_epoch'), now() + interval '1 hour')",
        "node/" + node,
        holder);
  }

  /** A port of {@code node} with a new address; its UUID. */
  public String port(String node) {
    return port(node, mac());
  }

  /** A port of {@code node}; its UUID. */
  public String port(String node, String address) {
    return uuid(
        api()
            .body("{\"node_uuid\":\"%s\",\"address\":\"%s\"}".formatted(node, address))
            .post("/v1/ports"));
  }

  /** An empty port group of {@code node}; its UUID. */
  public String portGroup(String node) {
    return uuid(api().body("{\"node_uuid\":\"%s\"}".formatted(node)).post("/v1/portgroups"));
  }

  /** An empty chassis; its UUID. */
  public String chassis() {
    return uuid(api().body("{}").post("/v1/chassis"));
  }

  /** An address that no port has. */
  public static String mac() {
    var number = MACS.incrementAndGet();
    return "52:54:f0:%02x:%02x:%02x"
        .formatted(number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
  }

  /** The bodies of messages not yet sent in which {@code text} occurs, oldest first. */
  public List<String> outbox(String text) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select body from outbox where position(?1 in body) > 0 order by id",
                        String.class)
                    .setParameter(1, text)
                    .getResultList());
  }

  /** The names of the commands for {@code node} not yet sent. */
  public List<String> commands(String node) {
    return outbox(node).stream()
        .map(body -> StoredJson.read(body, com.fasterxml.jackson.databind.JsonNode.class))
        .map(body -> body.path("command").path("command").asText())
        .toList();
  }

  /** One value out of the database. */
  public Object ask(String sql, Object... parameters) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var query = database.createNativeQuery(sql, Object.class);
              for (var i = 0; i < parameters.length; i++) {
                query.setParameter(i + 1, parameters[i]);
              }
              return query.getSingleResult();
            });
  }

  /** Changes the database. */
  public void run(String sql, @org.jspecify.annotations.Nullable Object... parameters) {
    QuarkusTransaction.requiringNew().run(() -> join(sql, parameters));
  }

  /** Changes the database in the transaction that is open. */
  public void join(String sql, @org.jspecify.annotations.Nullable Object... parameters) {
    var query = database.createNativeMutationQuery(sql);
    for (var i = 0; i < parameters.length; i++) {
      query.setParameter(i + 1, parameters[i]);
    }
    query.executeUpdate();
  }

  /** Does something in a transaction of its own. */
  public void within(Runnable work) {
    QuarkusTransaction.requiringNew().run(work);
  }

  /**
   * Stands for all that is stored. What tries to send the outbox writes there when it tried, which
   * is left out, and so is what is written down of refused attempts.
   */
  public String digest() {
    return (String) ask(digestOf());
  }

  private String digestOf() {
    var tables =
        (String)
            ask(
                "select string_agg(table_name, ',' order by table_name)"
                    + " from information_schema.tables where table_schema = 'public'"
                    + " and table_type = 'BASE TABLE' and table_name not like 'databasechangelog%'"
                    + " and table_name not in ('lookup_attempt', 'unmatched_payload')");
    return List.of(tables.split(",")).stream()
        .map(
            table ->
                "coalesce((select sum(hashtextextended(%s, 0)) from %s t), 0)"
                    .formatted(table.equals("outbox") ? "t.body" : "cast(t as text)", table))
        .collect(Collectors.joining(", ", "select concat_ws(' ', ", ")"));
  }
}
