package dev.assay.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.id.MacAddress;
import java.util.List;

/**
 * The data that a hook may read and change. Nothing is stored before all hooks have run, and then
 * all changes or none. Reads return earlier hooks' changes. Values are plain JSON (no Java objects,
 * no binary), at most 1 MiB each in properties and ports; numbers are kept as a parser would read
 * them; in the database U+0000, which PostgreSQL cannot store, becomes U+FFFD. Other values are
 * rejected with IllegalArgumentException, which fails this inspection with the hook's name. To be
 * used only by the hook's thread and until the hook returns; afterwards every call throws
 * IllegalStateException. Source: spec hooks.md 1.3, 2.
 */
public interface Changes {
  /** Stores a fact for later hooks; a second one of the same type replaces the first. */
  void fact(Fact fact);

  /**
   * Returns the fact that a hook named in {@link InspectionHook#after} stored;
   * IllegalStateException when there is none.
   */
  <F extends Fact> F need(Class<F> type);

  /** Returns a copy of a property of the node; a missing node when it has none of that name. */
  JsonNode property(String name);

  /** Sets a property of the node, replacing any old value. */
  void property(String name, JsonNode value);

  /**
   * Sets one entry of property {@code capabilities}; the others and their order stay.
   *
   * @throws dev.assay.error.InspectionFailure when the property is not a valid list of capabilities
   */
  void capability(String name, String value);

  /**
   * Returns a copy of a member of the plugin data; a missing node when there is none of that name.
   */
  JsonNode pluginData(String key);

  /** Sets a member of the plugin data. */
  void pluginData(String key, JsonNode value);

  /** Removes a member of the plugin data; without effect when there is none. */
  void removePluginData(String key);

  /** The node's ports, in the order of their creation. */
  List<KnownPort> ports();

  /** Adds a port; false, and nothing changed, when the node has one with this address. */
  boolean addPort(KnownPort port);

  /** Changes the port with the same address; IllegalArgumentException when there is none. */
  void updatePort(KnownPort port);

  /** Deletes the port; without effect when there is none. */
  void deletePort(MacAddress address);

  /**
   * Warns the operator of something unusual that is not a failure; kept in the inspection's trace.
   */
  void warn(String sentence);
}
