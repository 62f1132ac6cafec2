package dev.assay.rule;

import java.util.Collection;
import java.util.SortedSet;

/**
 * The data of one inspection that actions read and change. A change is visible to the actions and
 * rules that follow; the changes of all hooks and rules are stored together, or none. To be used
 * only by the action's thread and until the action returns. Source: spec rules.md 3, 9, 10.
 */
public interface RuleScope {
  /**
   * The node.
   *
   * @throws IllegalArgumentException in phase early, in which there is none
   */
  EditableDocument node();

  /** The plugin data. */
  EditableDocument pluginData();

  /**
   * The port of this node with that UUID or MAC address.
   *
   * @throws dev.assay.error.InspectionFailure when there is none
   */
  EditableDocument port(String id);

  /**
   * A copy of the node's traits.
   *
   * @throws IllegalArgumentException in phase early
   */
  SortedSet<String> traits();

  /**
   * Replaces the node's traits, without validating them.
   *
   * @throws IllegalArgumentException in phase early
   */
  void traits(Collection<String> traits);

  /**
   * Requests a call, to be made after the inspection is committed, if its hosts are allowed then.
   *
   * @throws IllegalArgumentException when the rules of this phase have requested too many
   */
  void order(ApiCall call);

  /** Adds a warning for the rule's author to the trace. */
  void warn(String sentence);

  /**
   * Writes one line to the log, shortened and without secrets. Writes nothing for a sensitive rule,
   * and only a limited number of lines per phase.
   */
  void log(Level level, String message);

  /** The levels of the log, in ascending order. */
  enum Level {
    DEBUG,
    INFO,
    WARN,
    ERROR,
    FATAL
  }
}
