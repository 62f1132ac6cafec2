package dev.assay.standalone.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.doctor.Finding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** Checks of RabbitMQ by the HTTP API of its management plug-in. */
final class BrokerChecks {
  private static final String DEAD = "assay.conductor.dead";
  private static final int MANY = 1000;
  private static final int MAJORITY_OF = 3;

  /** Queues report every 5 seconds, and the plug-in collects what they reported every 5. */
  private static final Duration STATISTICS_INTERVAL = Duration.ofSeconds(6);

  private final Probe probe;
  private final String url;
  private final String user;
  private final String password;

  /**
   * Checks the broker.
   *
   * @param url of the management plug-in, such as {@code http://mq.example:15672}
   * @param user with the tag monitoring
   */
  BrokerChecks(Probe probe, String url, String user, String password) {
    this.probe = probe;
    this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    this.user = user;
    this.password = password;
  }

  /** Runs all, or only the first one when the plug-in does not respond. */
  List<Finding> all() {
    final JsonNode nodes;
    try {
      nodes = ask("/api/nodes");
    } catch (IOException e) {
      return List.of(
          Finding.failed(
              "broker",
              "RabbitMQ does not tell about itself: %s.".formatted(Checks.oneLine(e)),
              "Enable the plug-in rabbitmq_management, and give --broker-user the tag monitoring; the"
                  + " other checks of the broker were left out."));
    }
    return new Checks()
        .run("broker-nodes", () -> nodes(nodes))
        .run("broker-alarms", () -> alarms(nodes))
        .run("broker-queues", () -> queues(nodes.size()))
        .run("broker-backlog", () -> backlog(ask("/api/queues")))
        .run("broker-tls", () -> encryption(ask("/api/connections")))
        .run("broker-user", this::defaultUser)
        .findings();
  }

  /** Asks again before it complains: a consumer is told of 10 seconds after it came, at most. */
  private Finding queues(int nodes) throws IOException {
    var finding = queues(ask("/api/queues"), nodes);
    for (var i = 0; i < 2 && finding.result() != Finding.Result.OK; i++) {
      try {
        TimeUnit.NANOSECONDS.sleep(STATISTICS_INTERVAL.toNanos());
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return finding;
      }
      finding = queues(ask("/api/queues"), nodes);
    }
    return finding;
  }

  static Finding nodes(JsonNode nodes) {
    var stopped =
        names(
            nodes, node -> !node.path("running").asBoolean() || node.path("partitions").size() > 0);
    if (!stopped.isEmpty()) {
      return Finding.failed(
          "broker-nodes",
          "Nodes of RabbitMQ that do not run or do not see the others: %s."
              .formatted(String.join(", ", stopped)),
          "Start them, and see their logs.");
    }
    return nodes.size() < MAJORITY_OF
        ? Finding.warning(
            "broker-nodes",
            "RabbitMQ has %d of the three nodes of which one may fail: while its host is down, requests are accepted and wait."
                .formatted(nodes.size()),
            "Run a cluster of three nodes, see docs/high-availability.md.")
        : Finding.ok("broker-nodes", "RabbitMQ has %d nodes.".formatted(nodes.size()));
  }

  static Finding alarms(JsonNode nodes) {
    var memory = names(nodes, node -> node.path("mem_alarm").asBoolean());
    var disk = names(nodes, node -> node.path("disk_free_alarm").asBoolean());
    return memory.isEmpty() && disk.isEmpty()
        ? Finding.ok("broker-alarms", "RabbitMQ has memory and disk space.")
        : Finding.failed(
            "broker-alarms",
            "RabbitMQ accepts no messages, for lack of memory at %s, of disk space at %s."
                .formatted(
                    memory.isEmpty() ? "no node" : memory, disk.isEmpty() ? "no node" : disk),
            "Give its host memory or disk space, or raise vm_memory_high_watermark.");
  }

  /** Whether each queue of commands or requests survives a node, and is served. */
  static Finding queues(JsonNode queues, int nodes) {
    var ours =
        StreamSupport.stream(queues.spliterator(), false).filter(BrokerChecks::isOurs).toList();
    if (ours.isEmpty()) {
      return Finding.failed(
          "broker-queues",
          "No conductor has declared a queue: no order is carried out.",
          "Start conductors; compare assay.broker.host and virtual-host with this broker.");
    }
    var wrong = new ArrayList<String>();
    for (var queue : ours) {
      var name = queue.path("name").asText();
      var members = queue.path("members").size();
      if (!queue.path("type").asText().equals("quorum")) {
        wrong.add(name + " is no quorum queue");
      } else if (nodes >= MAJORITY_OF && members < MAJORITY_OF) {
        wrong.add("%s is on %d of %d nodes".formatted(name, members, nodes));
      } else if (queue.path("online").size() < members) {
        wrong.add("%s misses members".formatted(name));
      }
      if (queue.path("consumers").asInt() == 0) {
        wrong.add(name + " has no consumer");
      }
    }
    return wrong.isEmpty()
        ? Finding.ok(
            "broker-queues", "%d queues are quorum queues and served.".formatted(ours.size()))
        : Finding.warning(
            "broker-queues",
            "Queues that can lose messages or are not served: %s."
                .formatted(String.join("; ", wrong)),
            "Start conductors of that group and driver, or delete the queue when it has none any"
                + " more; 'rabbitmq-queues grow' adds members.");
  }

  static Finding backlog(JsonNode queues) {
    var full = new ArrayList<String>();
    for (var queue : queues) {
      var ready = queue.path("messages_ready").asLong();
      var name = queue.path("name").asText();
      if (ready > (name.equals(DEAD) ? 0 : MANY)) {
        full.add("%s has %d".formatted(name, ready));
      }
    }
    return full.isEmpty()
        ? Finding.ok("broker-backlog", "No queue is long.")
        : Finding.warning(
            "broker-backlog",
            "Messages wait: %s.".formatted(String.join("; ", full)),
            "Start more conductors; see docs/runbooks.md.");
  }

  static Finding encryption(JsonNode connections) {
    var plain = new TreeSet<String>();
    for (var connection : connections) {
      var peer = connection.path("peer_host").asText();
      if (!connection.path("ssl").asBoolean() && !isLoopback(peer)) {
        plain.add(peer);
      }
    }
    return plain.isEmpty()
        ? Finding.ok("broker-tls", "No connection from another host is without TLS.")
        : Finding.warning(
            "broker-tls",
            "Connections without TLS come from %s: who reads that network reads the broker's password."
                .formatted(String.join(", ", plain)),
            "Set assay.broker.ssl=true with port 5671.");
  }

  private Finding defaultUser() throws IOException {
    if (get("/api/whoami", "guest", "guest").status() != 200) {
      return Finding.ok("broker-user", "The user guest with its default password is refused.");
    }
    var detail = "The user guest with its default password is accepted: everybody tries it first.";
    var fix = "Make a user for Assay, and delete this one: rabbitmqctl delete_user guest.";
    return Probe.isLoopback(url)
        ? Finding.warning("broker-user", detail, fix)
        : Finding.failed("broker-user", detail, fix);
  }

  private JsonNode ask(String path) throws IOException {
    var answer = get(path, user, password);
    if (answer.status() != 200) {
      throw new IOException("%s%s is answered with %d".formatted(url, path, answer.status()));
    }
    return answer.json();
  }

  private Probe.Answer get(String path, String name, String word) throws IOException {
    var login =
        Base64.getEncoder().encodeToString((name + ":" + word).getBytes(StandardCharsets.UTF_8));
    return probe.get(url + path, "Authorization", "Basic " + login);
  }

  private static boolean isOurs(JsonNode queue) {
    var name = queue.path("name").asText();
    return name.startsWith("assay.") && !name.equals(DEAD);
  }

  private static List<String> names(
      JsonNode nodes, java.util.function.Predicate<JsonNode> predicate) {
    return StreamSupport.stream(nodes.spliterator(), false)
        .filter(predicate)
        .map(node -> node.path("name").asText())
        .toList();
  }

  private static boolean isLoopback(String address) {
    try {
      return InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }
}
