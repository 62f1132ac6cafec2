package dev.assay.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.Fact;
import dev.assay.hook.KnownPort;
import dev.assay.id.MacAddress;
import dev.assay.node.Capabilities;
import dev.assay.storedjson.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One hook's access to a {@link ChangeSet}; records for the trace what the hook changed and warned
 * of. Closed when the hook has returned, so that the hook cannot change anything later.
 */
public final class HookChanges implements Changes {
  /**
   * Maximum number of sentences kept of each kind, so that an inspection's trace stays readable.
   */
  private static final int MAX_SENTENCES = 100;

  private static final int MAX_SHOWN = 500;
  private static final String CAPABILITIES = "capabilities";

  private final ChangeSet all;
  private final Sentences said = new Sentences();
  private final Sentences warnings = new Sentences();
  private volatile boolean closed;

  HookChanges(ChangeSet all) {
    this.all = all;
  }

  /** Ends the hook's access; its changes stay. */
  public void close() {
    closed = true;
  }

  /** Returns what was changed, one sentence each. */
  public List<String> said() {
    return said.all();
  }

  /** Returns the warnings, one sentence each. */
  public List<String> warnings() {
    return warnings.all();
  }

  @Override
  public void fact(Fact fact) {
    open().put(fact);
  }

  @Override
  public <F extends Fact> F need(Class<F> type) {
    return open()
        .fact(type)
        .map(type::cast)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no earlier hook left the fact %s: name it in after()"
                        .formatted(type.getSimpleName())));
  }

  @Override
  public JsonNode property(String name) {
    return copy(open().properties(), name);
  }

  @Override
  public void property(String name, JsonNode value) {
    var kept = PlainJson.storable("property " + PlainJson.key(name), value);
    if (!kept.equals(open().properties().get(name))) {
      all.properties().set(name, kept);
      said.add("property %s set to %s".formatted(name, ShortText.shortened(kept.toString(), 80)));
    }
  }

  @Override
  public void capability(String name, String value) {
    if (PlainJson.key(name).matches("(?s).*[:,].*") || value == null || value.contains(",")) {
      throw new IllegalArgumentException(
          "capability \"%s\" cannot be \"%s\": neither may have a comma, nor the name a colon"
              .formatted(name, value));
    }
    var before = property(CAPABILITIES);
    try {
      var after = Capabilities.of(before).with(name, value);
      property(CAPABILITIES, TextNode.valueOf(after.text()));
    } catch (IllegalArgumentException e) {
      throw new InspectionFailure(ErrorCode.INVALID_CAPABILITIES, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public JsonNode pluginData(String key) {
    return copy(open().pluginData(), key);
  }

  @Override
  public void pluginData(String key, JsonNode value) {
    open().pluginData().set(key, PlainJson.copy("plugin data " + PlainJson.key(key), value));
    said.add("plugin data \"%s\" set".formatted(key));
  }

  @Override
  public void removePluginData(String key) {
    if (open().pluginData().remove(key) != null) {
      said.add("plugin data \"%s\" removed".formatted(key));
    }
  }

  @Override
  public List<KnownPort> ports() {
    return open().ports();
  }

  @Override
  public boolean addPort(KnownPort port) {
    var kept = storable(port);
    if (open().port(kept.address()).isPresent()) {
      return false;
    }
    all.put(kept);
    said.add("port %s added".formatted(kept.address()));
    return true;
  }

  @Override
  public void updatePort(KnownPort port) {
    var kept = storable(port);
    var before =
        open()
            .port(kept.address())
            .orElseThrow(
                () -> new IllegalArgumentException("the node has no port " + kept.address()));
    if (!kept.equals(before)) {
      all.put(kept);
      said.add("port %s: %s".formatted(kept.address(), differences(before, kept)));
    }
  }

  @Override
  public void deletePort(MacAddress address) {
    if (open().delete(address)) {
      said.add("port %s deleted".formatted(address));
    }
  }

  @Override
  public void warn(String sentence) {
    open();
    warnings.add(sentence);
  }

  /** A copy that the database can store; IllegalArgumentException says what cannot be stored. */
  private static KnownPort storable(KnownPort port) {
    var network = port.physicalNetwork();
    if (network != null && network.length() > KnownPort.LONGEST_NETWORK) {
      throw new IllegalArgumentException(
          "physical_network of port %s has %d characters, at most %d are possible"
              .formatted(port.address(), network.length(), KnownPort.LONGEST_NETWORK));
    }
    return new KnownPort(
        port.address(),
        port.pxeEnabled(),
        storable("extra", port, port.extra()),
        storable("local_link_connection", port, port.localLinkConnection()),
        network == null ? null : network.replace('\u0000', '\uFFFD'));
  }

  private static ObjectNode storable(String field, KnownPort port, ObjectNode value) {
    return (ObjectNode) PlainJson.storable("%s of port %s".formatted(field, port.address()), value);
  }

  private static String differences(KnownPort before, KnownPort now) {
    List<String> differences = new ArrayList<>();
    if (now.pxeEnabled() != before.pxeEnabled()) {
      differences.add("pxe_enabled " + now.pxeEnabled());
    }
    if (!now.extra().equals(before.extra())) {
      differences.add("extra " + now.extra());
    }
    if (!now.localLinkConnection().equals(before.localLinkConnection())) {
      differences.add("local_link_connection " + now.localLinkConnection());
    }
    if (!Objects.equals(now.physicalNetwork(), before.physicalNetwork())) {
      differences.add("physical_network " + now.physicalNetwork());
    }
    return String.join(", ", differences);
  }

  private ChangeSet open() {
    if (closed) {
      throw new IllegalStateException("the hook's step is over: nothing can be read or changed");
    }
    return all;
  }

  private static JsonNode copy(ObjectNode from, String key) {
    var value = from.get(key);
    return value == null ? MissingNode.getInstance() : value.deepCopy();
  }

  /** Keeps the first {@link #MAX_SENTENCES} sentences, and counts the rest. */
  private static final class Sentences {
    private final List<String> kept = new ArrayList<>();
    private int more;

    void add(String sentence) {
      if (kept.size() < MAX_SENTENCES) {
        kept.add(ShortText.shortened(sentence, MAX_SHOWN));
      } else {
        more++;
      }
    }

    List<String> all() {
      var all = new ArrayList<>(kept);
      if (more > 0) {
        all.add("and %d more".formatted(more));
      }
      return all;
    }
  }
}
