package dev.assay.client;

import org.jspecify.annotations.Nullable;

/** What one line of a journey says about its command. */
sealed interface Expectation {
  /** It ends with this status, and says this on standard error. */
  record Fails(int status, String text) implements Expectation {}

  /** The service does not have this at the version: 406, in the client's words. */
  record Refused() implements Expectation {}

  /** It succeeds and prints this somewhere. */
  record Says(String text) implements Expectation {}

  /** The table has so many rows. */
  record Rows(int count) implements Expectation {}

  /** The table has a row with this cell, which the fields below it are about. */
  record Row(String cell) implements Expectation {}

  /** The table has no row with this cell. */
  record NoRow(String cell) implements Expectation {}

  /**
   * A field has this value. One that no line gives a value at a version must not be there: it is
   * missing, or empty where the client always prints it.
   *
   * @param value JSON or plain text, {@code ...} for anything but nothing
   */
  record Field(String name, String value) implements Expectation {}

  /** There are no fields but these. */
  record NothingElse() implements Expectation {}

  /** A field's value is what this word stands for from here on. */
  record Keep(String name, String word) implements Expectation {}

  /** The work goes on after the command before: ask until the rest holds. */
  record Eventually() implements Expectation {}

  /**
   * An expectation and where it counts.
   *
   * @param since the first minor version
   * @param before the first minor version that it does not count at any more; null for none
   */
  record AtVersions(int since, @Nullable Integer before, Expectation expectation) {
    boolean includes(JourneyVersion version) {
      return version.minor() >= since && (before == null || version.minor() < before);
    }
  }
}
