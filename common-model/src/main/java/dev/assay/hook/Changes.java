package dev.assay.hook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.port.MacAddress;
import java.util.List;

/**
 * What a hook may change, as values: nothing is stored before all hooks are through, and then all
 * or nothing. Reading sees what earlier hooks changed. Values are plain JSON (no Java objects, no
 * binary), at most 1 MiB each in properties and ports; a number is kept as a parser would read it;
 * U+0000, which PostgreSQL cannot store, is stored as U+FFFD there. What does not keep to that is
 * refused with IllegalArgumentException, which fails this inspection with the hook's name. Usable
 * by the thread that got it, until the hook returns; afterwards every call is an
 * IllegalStateException. Source: spec hooks.md 1.3, 2.
 */
public interface Changes {
  /** Leaves a fact for later hooks; a second one of the same type replaces the first. */
  void fact(Fact fact);

  /** The fact that a hook named in {@link InspectionHook#after} left; IllegalStateException. */
  <F extends Fact> F need(Class<F> type);

  /** A property of the node, a copy; missing when it has none of that name. */
  JsonNode property(String name);

  /** Sets a property of the node, whatever it was. */
  void property(String name, JsonNode value);

  /**
   * Sets one entry of property {@code capabilities}; the others and their order stay.
   *
   * @throws dev.assay.inspection.InspectionFailure when the property is no list of capabilities
   */
  void capability(String name, String value);

  /** A member of the plugin data, a copy; missing when there is none of that name. */
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

  /** Tells the operator of something odd that is no failure; kept in the inspection's trace. */
  void warn(String sentence);
}
