package dev.assay.conductor.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/**
 * How long things are kept. Ages are durations such as {@code 12h} or {@code 30d}; 0 keeps for
 * ever. One conductor at a time deletes, in small batches.
 */
@ConfigMapping(prefix = "assay.retention")
public interface RetentionConfig {
  /**
   * How often old data are looked for and deleted. Ironic:
   * [conductor]node_history_cleanup_interval.
   */
  @WithDefault("1h")
  Duration interval();

  /**
   * How long payloads are kept after their inspection ended. Those of the last successful and of
   * the last failed inspection of each node are always kept.
   */
  @WithDefault("30d")
  Duration payloads();

  /**
   * How long inspections are listed after they ended; never shorter than their payloads are kept.
   * The latest of each node always stays.
   */
  @WithDefault("180d")
  Duration inspections();

  /**
   * How long inventories and plugin data are kept after their inspection ended; never longer than
   * the inspection. The latest of each node always stays.
   */
  @WithDefault("180d")
  Duration results();

  /**
   * How many inventories with plugin data each node keeps, the latest ones; 0 keeps all that are
   * younger than {@code results}. Equal ones are stored once.
   */
  @WithDefault("100")
  int resultsPerNode();

  /**
   * How long the traces of hooks and rules are kept after their inspection ended. Those of the last
   * successful and of the last failed inspection of each node are always kept.
   */
  @WithDefault("30d")
  Duration traces();

  /**
   * How many history entries each node keeps, the latest ones; 0 keeps all. Ironic:
   * [conductor]node_history_max_entries.
   */
  @WithDefault("300")
  int historyEntries();

  /**
   * History entries younger than this are kept, however many they are. Ironic:
   * [conductor]node_history_minimum_days.
   */
  @WithDefault("0")
  Duration historyMinimum();

  /** How long the files of ramdisk logs are kept in the folder of this conductor. */
  @WithDefault("30d")
  Duration ramdiskLogs();

  /** How long a conductor that sends no more heartbeats stays listed. */
  @WithDefault("30d")
  Duration conductors();

  /**
   * How long dead letters are kept after such a message came last. Whatever this is, only the
   * latest 10,000 are kept.
   */
  @WithDefault("30d")
  Duration deadLetters();

  /**
   * How long is kept what became of lookups and callbacks, after the same came last. Whatever this
   * is, only assay.attempts.max-rows are kept.
   */
  @WithDefault("30d")
  Duration attempts();

  /**
   * How long the data of refused callbacks are kept after the same data came last. Whatever this
   * is, their number and size are limited by assay.unmatched.
   */
  @WithDefault("14d")
  Duration unmatchedPayloads();

  /**
   * How long the events of inspections are kept. A client of the stream or a webhook that was away
   * for longer is told that it missed some.
   */
  @WithDefault("7d")
  Duration events();

  /** How long ended orders to process stored data again are kept. Inspections stay. */
  @WithDefault("30d")
  Duration reapplies();
}
