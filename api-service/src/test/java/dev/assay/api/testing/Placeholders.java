package dev.assay.api.testing;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What stands for new things in the values of spec tables: {@code {uuid}}, {@code {chassis}},
 * {@code {node}}, {@code {name}} of that node, {@code {mac}}, and {@code {x*N}} for N characters.
 * In capitals a UUID has no dashes and an address has dashes. One instance gives the same things
 * again.
 */
final class Placeholders {
  private static final Pattern PLACE = Pattern.compile("\\{(uuid|node|name|mac|chassis)}");
  private static final Pattern CAPITAL = Pattern.compile("\\{(UUID|NODE|MAC)}");
  private static final Pattern LONG = Pattern.compile("\\{x\\*(\\d+)}");

  private final Site site;
  private final Map<String, String> things = new HashMap<>();

  Placeholders(Site site) {
    this.site = site;
  }

  /** {@code value} with everything filled in. */
  String fill(String value) {
    var filled = LONG.matcher(value).replaceAll(m -> "x".repeat(Integer.parseInt(m.group(1))));
    filled = PLACE.matcher(filled).replaceAll(m -> thing(m.group(1)));
    return CAPITAL.matcher(filled).replaceAll(m -> capital(m.group(1)));
  }

  private String capital(String name) {
    var text = thing(name.toLowerCase(Locale.ROOT)).toUpperCase(Locale.ROOT);
    return name.equals("MAC") ? text.replace(':', '-') : text.replace("-", "");
  }

  private String thing(String name) {
    var thing = things.get(name);
    if (thing == null) {
      switch (name) {
        case "uuid" -> things.put(name, UUID.randomUUID().toString());
        case "mac" -> things.put(name, Site.mac());
        case "chassis" -> things.put(name, site.chassis());
        default -> node();
      }
      thing = things.get(name);
    }
    return Objects.requireNonNull(thing);
  }

  private void node() {
    var called = "n-" + UUID.randomUUID();
    things.put("name", called);
    things.put(
        "node", site.node("{\"driver\":\"fake-hardware\",\"name\":\"%s\"}".formatted(called)));
  }
}
