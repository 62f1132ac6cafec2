package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The elements of two lists, matched by identity whatever their order.
 *
 * @param pairs the same element before and after
 * @param removed those of before without a partner
 * @param added those of after without a partner
 */
record Matching(List<Pair> pairs, List<JsonNode> removed, List<JsonNode> added) {
  /** The same element before and after. */
  record Pair(JsonNode before, JsonNode after) {}

  /** Tries one identity after the other; what is equal without any identity matches too. */
  static Matching of(List<JsonNode> before, List<JsonNode> after, List<List<String>> identities) {
    var work = new Work(before, after);
    for (int i = 0; i < identities.size(); i++) {
      work.matchBy(identities.get(i), identities.subList(0, i));
    }
    work.matchEqual();
    return new Matching(work.pairs, nodes(work.before), nodes(work.after));
  }

  private static List<JsonNode> nodes(List<Element> elements) {
    return elements.stream().filter(it -> !it.matched).map(it -> it.node).toList();
  }

  /** An element of a list; equal numbers may be the same object. */
  private static final class Element {
    private final JsonNode node;
    private boolean matched;

    Element(JsonNode node) {
      this.node = node;
    }
  }

  private static final class Work {
    private final List<Element> before;
    private final List<Element> after;
    private final List<Pair> pairs = new ArrayList<>();

    Work(List<JsonNode> before, List<JsonNode> after) {
      this.before = before.stream().map(Element::new).toList();
      this.after = after.stream().map(Element::new).toList();
    }

    void matchBy(List<String> identity, List<List<String>> surer) {
      var old = unique(before, identity);
      unique(after, identity)
          .forEach(
              (key, element) -> {
                var partner = old.get(key);
                if (partner != null && !conflict(partner.node, element.node, surer)) {
                  pair(partner, element);
                }
              });
    }

    /** The unmatched elements by their key, without those that share it. */
    private static Map<String, Element> unique(List<Element> elements, List<String> identity) {
      var byKey = new HashMap<String, Element>();
      var shared = new HashSet<String>();
      for (var element : elements) {
        if (!element.matched) {
          ComponentKind.key(element.node, identity)
              .filter(key -> byKey.put(key, element) != null)
              .ifPresent(shared::add);
        }
      }
      byKey.keySet().removeAll(shared);
      return byKey;
    }

    /** True when both have a surer identity, and another one: a new disk in the same bay. */
    private static boolean conflict(JsonNode one, JsonNode other, List<List<String>> surer) {
      return surer.stream()
          .anyMatch(
              identity ->
                  ComponentKind.key(one, identity)
                      .flatMap(key -> ComponentKind.key(other, identity).map(it -> !it.equals(key)))
                      .orElse(false));
    }

    void matchEqual() {
      var old = new HashMap<JsonNode, ArrayDeque<Element>>();
      before.stream()
          .filter(it -> !it.matched)
          .forEach(it -> old.computeIfAbsent(it.node, _ -> new ArrayDeque<>()).add(it));
      for (var element : after) {
        var partners = old.get(element.node);
        if (!element.matched && partners != null && !partners.isEmpty()) {
          pair(partners.remove(), element);
        }
      }
    }

    private void pair(Element partner, Element element) {
      pairs.add(new Pair(partner.node, element.node));
      partner.matched = true;
      element.matched = true;
    }
  }
}
