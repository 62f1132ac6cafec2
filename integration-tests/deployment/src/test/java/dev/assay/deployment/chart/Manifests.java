package dev.assay.deployment.chart;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Objects for Kubernetes. */
record Manifests(List<JsonNode> objects) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  Manifests {
    objects = List.copyOf(objects);
  }

  /** Reads documents of YAML; a key that is there twice is an error. */
  static Manifests read(String yaml) {
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      return new Manifests(
          documents.readAll().stream().filter(it -> it.isObject() && !it.isEmpty()).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Stream<JsonNode> ofKind(String kind) {
    return objects.stream().filter(it -> it.path("kind").asText().equals(kind));
  }

  Optional<JsonNode> find(String kind, String name) {
    return ofKind(kind).filter(it -> name(it).equals(name)).findFirst();
  }

  JsonNode require(String kind, String name) {
    return find(kind, name).orElseThrow(() -> new AssertionError("no %s %s".formatted(kind, name)));
  }

  /** The objects that make pods: their template is {@code spec.template}. */
  Stream<JsonNode> workloads() {
    return objects.stream().filter(it -> it.at("/spec/template/spec/containers").isArray());
  }

  /** Those that start, stop and serve: not Jobs. */
  Stream<JsonNode> services() {
    return workloads().filter(it -> !it.path("kind").asText().equals("Job"));
  }

  static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  static JsonNode pod(JsonNode workload) {
    return workload.at("/spec/template/spec");
  }

  static Stream<JsonNode> containers(JsonNode workload) {
    return each(pod(workload).path("containers"));
  }

  /** The container of this name. */
  static JsonNode container(JsonNode workload, String name) {
    return containers(workload)
        .filter(it -> it.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no container " + name));
  }

  /** The variable of this name of a container; missing when it has none. */
  static JsonNode variable(JsonNode container, String name) {
    return each(container.path("env"))
        .filter(it -> it.path("name").asText().equals(name))
        .findFirst()
        .orElseGet(() -> container.path("no such variable"));
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
