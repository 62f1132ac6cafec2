package dev.assay.deployment.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/** The names of other objects that objects refer to. */
final class References {
  private References() {}

  static Set<String> secrets(Manifests manifests) {
    var names = new TreeSet<String>();
    manifests.objects().forEach(object -> collectSecrets(object, names));
    manifests
        .ofKind("Ingress")
        .forEach(it -> it.at("/spec/tls").findValuesAsText("secretName").forEach(names::add));
    manifests
        .ofKind("TriggerAuthentication")
        .forEach(it -> it.at("/spec/secretTargetRef").findValuesAsText("name").forEach(names::add));
    return names;
  }

  static Set<String> configMaps(Manifests manifests) {
    var names = new TreeSet<String>();
    for (var object : manifests.objects()) {
      object.findValues("configMap").forEach(it -> names.add(it.path("name").asText()));
      object.findValues("configMapKeyRef").forEach(it -> names.add(it.path("name").asText()));
    }
    return names;
  }

  static Set<String> serviceAccounts(Manifests manifests) {
    var names = new TreeSet<String>();
    manifests
        .objects()
        .forEach(object -> names.addAll(object.findValuesAsText("serviceAccountName")));
    return names;
  }

  private static void collectSecrets(JsonNode object, Set<String> names) {
    object.findValues("secretKeyRef").forEach(it -> names.add(it.path("name").asText()));
    object.findValues("secret").forEach(it -> names.add(it.path("secretName").asText()));
    object
        .findValues("imagePullSecrets")
        .forEach(it -> it.findValuesAsText("name").forEach(names::add));
  }
}
