package dev.assay.deployment.chart;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.assay.deployment.engine.Podman;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Pods of what the chart renders, made by {@code podman kube play}. Podman 4.3 lacks some of what
 * Kubernetes has; that alone is replaced: the address of a pod among its variables is written out,
 * files of Secrets and empty folders lie on this machine, with the modes that they have in
 * Kubernetes, a claim for a volume becomes an empty folder, no port is published, and the probes
 * are left to the test, because podman runs them as a program of the image.
 */
final class PlayedPods implements AutoCloseable {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String STOP_SECONDS = "100";

  /** User and group of the images. */
  private static final int USER = 10001;

  private final PodNetwork network;
  private final List<String> pods = new ArrayList<>();
  private final Map<String, Map<String, String>> secrets = new HashMap<>();
  private final Path files;

  PlayedPods(PodNetwork network) {
    this.network = network;
    this.files = Installation.emptyFolder(network.name()).toAbsolutePath();
  }

  /** Makes a Secret. */
  void secret(String name, Map<String, String> values) {
    // Podman reads what it plays in another form than what it stores: this is what it reads.
    var json =
        values.entrySet().stream()
            .map(it -> "\"%s\":\"%s\"".formatted(it.getKey(), base64(it.getValue())))
            .collect(Collectors.joining(",", "{", "}"));
    Podman.attempt("", "secret", "rm", name);
    var made = Podman.attempt(json, "secret", "create", name, "-");
    if (made.status() != 0) {
      throw new IllegalStateException(made.output());
    }
    secrets.put(name, Map.copyOf(values));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Plays one pod of a workload under a name and at an address of its own. */
  void play(Manifests rendered, JsonNode workload, String name, String address) {
    var yaml = new StringBuilder();
    rendered.ofKind("ConfigMap").forEach(it -> yaml.append(text(it)));
    yaml.append(text(pod(workload, name, address)));
    remove(name);
    var played =
        Podman.attempt(
            yaml.toString(), "kube", "play", "--network", network.name(), "--ip", address, "-");
    pods.add(name);
    if (played.status() != 0) {
      throw new IllegalStateException(played.output() + yaml);
    }
  }

  private ObjectNode pod(JsonNode workload, String name, String address) {
    var pod = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
    var metadata = pod.putObject("metadata").put("name", name);
    metadata.set("labels", workload.at("/spec/template/metadata/labels"));
    ObjectNode spec = Manifests.pod(workload).deepCopy();
    spec.remove(List.of("hostNetwork", "dnsPolicy", "nodeSelector", "topologySpreadConstraints"));
    for (var container : spec.path("containers")) {
      ((ObjectNode) container)
          .remove(List.of("startupProbe", "livenessProbe", "readinessProbe", "ports"));
      for (var variable : container.path("env")) {
        if (variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("status.podIP")) {
          ((ObjectNode) variable).put("value", address).remove("valueFrom");
          putIntoArguments(container, variable.path("name").asText(), address);
        }
      }
    }
    for (var claim : workload.at("/spec/volumeClaimTemplates")) {
      spec.withArray("volumes")
          .addObject()
          .put("name", claim.at("/metadata/name").asText())
          .putObject("emptyDir");
    }
    for (var volume : spec.path("volumes")) {
      var secret = volume.at("/secret/secretName").asText();
      if (!secret.isEmpty()) {
        lieOnThisMachine((ObjectNode) volume, "secret", files(name, secret));
      } else if (volume.has("emptyDir")) {
        var folder = emptyFolder(name, volume.path("name").asText());
        lieOnThisMachine((ObjectNode) volume, "emptyDir", folder);
      }
    }
    pod.set("spec", spec);
    return pod;
  }

  /** Kubernetes replaces $(NAME) in arguments; podman does not. */
  private static void putIntoArguments(JsonNode container, String variable, String value) {
    if (container.path("args") instanceof ArrayNode arguments) {
      for (int i = 0; i < arguments.size(); i++) {
        var argument = arguments.get(i).asText();
        arguments.set(i, argument.replace("$(" + variable + ")", value));
      }
    }
  }

  private static void lieOnThisMachine(ObjectNode volume, String instead, Path folder) {
    volume.remove(instead);
    volume.putObject("hostPath").put("path", folder.toString());
  }

  /** An empty folder that everyone may write to, as in Kubernetes. */
  private Path emptyFolder(String pod, String volume) {
    try {
      var folder = Files.createDirectories(files.resolve(pod).resolve("empty").resolve(volume));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The values of a Secret as files of the user of the images, whom Kubernetes lets read them. */
  private Path files(String pod, String secret) {
    try {
      var folder = Files.createDirectories(files.resolve(pod).resolve(secret));
      for (var value : secrets.getOrDefault(secret, Map.of()).entrySet()) {
        var file = folder.resolve(value.getKey());
        Files.writeString(file, value.getValue());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        Files.setAttribute(file, "unix:gid", USER);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(JsonNode object) {
    try {
      return YAML.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Stops a pod as Kubernetes does, and removes it. The command for pods would take the network
   * away at once, while the containers still finish their work.
   */
  void stop(String name) {
    Podman.run("ps", "--filter", "pod=" + name, "--format", "{{.Names}}")
        .lines()
        .filter(container -> container.startsWith(name + "-"))
        .forEach(container -> Podman.run("stop", "--time", STOP_SECONDS, container));
    remove(name);
  }

  /** Kills a pod, as the failure of its host does, and removes it. */
  void kill(String name) {
    Podman.run("pod", "kill", "--signal", "KILL", name);
    remove(name);
  }

  /** The exit status of a container that ends within {@code limit}. */
  int awaitExit(String name, String container, Duration limit) {
    var state =
        await(name + " has ended")
            .atMost(limit)
            .until(
                () ->
                    Podman.run(
                        "inspect",
                        "-f",
                        "{{.State.Status}} {{.State.ExitCode}}",
                        name + "-" + container),
                it -> it.startsWith("exited"));
    return Integer.parseInt(state.substring(state.indexOf(' ') + 1));
  }

  /** What a container has printed. */
  String log(String name, String container) {
    return Podman.attempt("", "logs", name + "-" + container).output();
  }

  private void remove(String name) {
    Podman.attempt("", "pod", "rm", "--force", "--time", "0", name);
    pods.remove(name);
  }

  @Override
  public void close() {
    List.copyOf(pods).forEach(this::remove);
    secrets.keySet().forEach(name -> Podman.attempt("", "secret", "rm", name));
  }
}
