package dev.assay.deployment.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.deployment.engine.Images;
import dev.assay.deployment.engine.Podman;
import dev.assay.deployment.engine.Reachable;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Installation;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the chart renders, in pods of this machine: PostgreSQL, RabbitMQ, the migration, two APIs
 * behind HAProxy, two conductors, and a PXE filter beside its dnsmasq.
 */
final class PlayedInstallation implements AutoCloseable {
  static final Duration LIMIT = Duration.ofMinutes(4);

  private static final int DATABASE = 10;
  private static final int BROKER = 11;
  private static final int BALANCER = 12;
  private static final int MIGRATION = 13;
  private static final int FILTER = 14;
  private static final int SIMULATOR = 15;
  private static final int APIS = 20;
  private static final int CONDUCTORS = 30;

  private static final String BALANCER_NAME = "assay-played-haproxy";
  private static final int API_PORT = 6385;
  private static final int CONDUCTOR_PORT = 8088;

  /** An image that is not the same, as after an upgrade. */
  private static final String NEWER = "tested-newer";

  private final PodNetwork network = PodNetwork.create("assay-played");
  private final PlayedPods pods = new PlayedPods(network);
  private final Manifests demo = Chart.renderWithoutHooks(PlayedValues.ofDemo());
  private final Manifests rendered =
      Chart.render(PlayedValues.of(network, DATABASE, BROKER, BALANCER));
  private final ApiClient api;

  private PlayedInstallation() {
    this.api = new ApiClient("http://" + network.address(BALANCER) + ":" + API_PORT);
  }

  static PlayedInstallation start() {
    Images.build();
    var installation = new PlayedInstallation();
    try {
      installation.begin();
      return installation;
    } catch (RuntimeException | AssertionError e) {
      installation.close();
      throw e;
    }
  }

  private void begin() {
    pods.secret("assay-demo", Map.of("username", "assay", "password", "of-a-test"));
    pods.secret("assay-secrets", Map.of("secrets.keys", newKeys()));
    play(demo, "StatefulSet", "assay-postgresql", "assay-postgresql", DATABASE);
    play(demo, "StatefulSet", "assay-rabbitmq", "assay-rabbitmq", BROKER);
    Reachable.awaitPort(network.address(DATABASE), 5432, LIMIT);
    Reachable.awaitPort(network.address(BROKER), 5672, LIMIT);
    migrate();
    playConductors(1, 2);
    IntStream.of(1, 2).forEach(i -> playApi(i, Images.TAG));
    play(rendered, "Deployment", "assay-pxe-filter-played", "assay-filter", FILTER);
    IntStream.of(1, 2)
        .forEach(i -> Reachable.awaitReady(network.address(APIS + i), API_PORT, LIMIT));
    awaitConductors(1, 2);
    startBalancer();
    await("HAProxy has seen the APIs")
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> api.get("/v1/nodes").status() == 200);
  }

  /** The API as clients reach it: through HAProxy. */
  ApiClient api() {
    return api;
  }

  /** The address of this machine as the pods reach it. */
  String host() {
    return network.address(1);
  }

  /** Starts conductors {@code first} to {@code last} and waits until they are ready. */
  void addConductors(int first, int last) {
    playConductors(first, last);
    awaitConductors(first, last);
  }

  void killConductor(int number) {
    pods.kill("assay-conductor-" + number);
  }

  /** Stops conductors {@code first} to {@code last} as Kubernetes does. */
  void removeConductors(int first, int last) {
    IntStream.rangeClosed(first, last).forEach(i -> pods.stop("assay-conductor-" + i));
  }

  /** As a rolling update does: the next one only when the one before is ready. */
  void upgradeApis() {
    var made =
        Podman.attempt(
            "FROM %s\nLABEL org.opencontainers.image.version=newer\n".formatted(Images.of("api")),
            "build",
            "--quiet",
            "--tag",
            Images.PREFIX + "/api:" + NEWER,
            "-");
    assertThat(made.status()).as(made.output()).isZero();
    for (var number : new int[] {1, 2}) {
      pods.stop("assay-api-" + number);
      playApi(number, NEWER);
      Reachable.awaitReady(network.address(APIS + number), API_PORT, LIMIT);
    }
  }

  /** Starts the simulated machines of the demo, which find the API by the name of its Service. */
  void playSimulator() {
    var workload = (ObjectNode) demo.require("Deployment", "assay-simulator").deepCopy();
    var alias =
        ((ObjectNode) Manifests.pod(workload))
            .putArray("hostAliases")
            .addObject()
            .put("ip", network.address(BALANCER));
    alias.putArray("hostnames").add("assay-api");
    pods.play(demo, workload, "assay-simulator", network.address(SIMULATOR));
  }

  String simulatorLog() {
    return pods.log("assay-simulator", "simulator");
  }

  /** What a query of the database prints. */
  String sql(String query) {
    return Podman.run(
        "exec",
        "--env=PGPASSWORD=of-a-test",
        "assay-postgresql-postgresql",
        "psql",
        "--host=127.0.0.1",
        "--username=assay",
        "--dbname=assay",
        "--tuples-only",
        "--no-align",
        "--command=" + query);
  }

  private void migrate() {
    var job = rendered.ofKind("Job").findFirst().orElseThrow();
    pods.play(rendered, job, "assay-migrate", network.address(MIGRATION));
    assertThat(pods.awaitExit("assay-migrate", "migrate", LIMIT))
        .as(() -> pods.log("assay-migrate", "migrate"))
        .isZero();
  }

  private void playConductors(int first, int last) {
    IntStream.rangeClosed(first, last)
        .forEach(
            i ->
                play(
                    rendered,
                    "Deployment",
                    "assay-conductor",
                    "assay-conductor-" + i,
                    CONDUCTORS + i));
  }

  private void awaitConductors(int first, int last) {
    IntStream.rangeClosed(first, last)
        .forEach(i -> Reachable.awaitReady(network.address(CONDUCTORS + i), CONDUCTOR_PORT, LIMIT));
  }

  private void playApi(int number, String tag) {
    var workload = rendered.require("Deployment", "assay-api").deepCopy();
    var container = (ObjectNode) Manifests.container(workload, "api");
    container.put("image", Images.PREFIX + "/api:" + tag);
    pods.play(rendered, workload, "assay-api-" + number, network.address(APIS + number));
  }

  private void play(Manifests from, String kind, String workload, String name, int address) {
    pods.play(from, from.require(kind, workload), name, network.address(address));
  }

  /** With the configuration that the project has for HAProxy. */
  private void startBalancer() {
    var file = Installation.root().resolve("deploy/haproxy/haproxy.cfg");
    Podman.attempt("", "rm", "--force", BALANCER_NAME);
    Podman.run(
        "run",
        "--detach",
        "--name=" + BALANCER_NAME,
        "--network=" + network.name(),
        "--ip=" + network.address(BALANCER),
        "--volume=" + file + ":/usr/local/etc/haproxy/haproxy.cfg:ro",
        "--env=ASSAY_API_1=" + network.address(APIS + 1) + ":" + API_PORT,
        "--env=ASSAY_API_2=" + network.address(APIS + 2) + ":" + API_PORT,
        Images.HAPROXY);
  }

  private static String newKeys() {
    var key = new byte[32];
    new SecureRandom().nextBytes(key);
    return "k1 " + Base64.getEncoder().encodeToString(key) + "\n";
  }

  @Override
  public void close() {
    Podman.attempt("", "rm", "--force", "--time", "0", BALANCER_NAME);
    pods.close();
    network.close();
  }
}
