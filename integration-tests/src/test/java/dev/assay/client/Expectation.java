package dev.assay.client;

import org.jspecify.annotations.Nullable;

/** One expected result of a command, as written in one line of a journey. */
sealed interface Expectation {
  /** The command ends with this status and prints this on standard error. */
  record Fails(int status, String text) implements Expectation {}

  /** The service does not support this at the version: 406, as the client words it. */
  record Refused() implements Expectation {}

  /** The command succeeds and prints this on standard output or standard error. */
  record Says(String text) implements Expectation {}

  /** The table has this number of rows. */
  record Rows(int count) implements Expectation {}

  /** The table has a row with this cell; the fields in the following lines are of that row. */
  record Row(String cell) implements Expectation {}

  /** The table has no row with this cell. */
  record NoRow(String cell) implements Expectation {}

  /**
   * A field has this value. A field for which no line gives a value at a version must be missing,
   * or empty where the client always prints it.
   *
   * @param value JSON or plain text, {@code ...} for any value except an empty one, {@code *} for
   *     any
   */
  record Field(String name, String value) implements Expectation {}

  /** There are no other fields. */
  record NothingElse() implements Expectation {}

  /** The placeholder {@code word} stands for the value of this field from here on. */
  record Keep(String name, String word) implements Expectation {}

  /**
   * The command before only starts the work: repeat this command until the other expectations are
   * met.
   */
  record Eventually() implements Expectation {}

  /**
   * An expectation and the versions to which it applies.
   *
   * @param since the first minor version
   * @param before the first minor version to which it no longer applies; null for none
   */
  record AtVersions(int since, @Nullable Integer before, Expectation expectation) {
    boolean includes(JourneyVersion version) {
      return version.minor() >= since && (before == null || version.minor() < before);
    }
  }
}
