package dev.assay.rule.data;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The secret strings to search for and mask. Their number and length are limited, so that data of a
 * machine cannot make the search expensive. Used by one thread.
 */
final class SecretTexts {
  /** A machine usually has a handful. */
  private static final int MAX_COUNT = 200;

  /** Masking shorter strings wherever they occur would mask almost everything. */
  private static final int MIN_LENGTH = 4;

  /** Longer strings are split into pieces. */
  private static final int PIECE_LENGTH = 256;

  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

  /** By their first {@link #MIN_LENGTH} characters. */
  private final Map<String, TreeSet<String>> texts = new HashMap<>();

  private int count;

  /** Adds {@code text}, unless it is too short or there are too many already. */
  void add(String text) {
    int from = 0;
    while (text.length() - from >= 2 * PIECE_LENGTH && !tooMany()) {
      addPiece(text.substring(from, from + PIECE_LENGTH));
      from += PIECE_LENGTH;
    }
    if (!tooMany()) {
      addPiece(text.substring(from));
    }
  }

  private void addPiece(String text) {
    if (text.length() >= MIN_LENGTH
        && texts
            .computeIfAbsent(text.substring(0, MIN_LENGTH), _ -> new TreeSet<>(LONGEST_FIRST))
            .add(text)) {
      count++;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether there were more than can be stored; then the set is incomplete. */
  boolean tooMany() {
    return count > MAX_COUNT;
  }

  /**
   * The length of the longest secret that starts at index {@code at} of {@code text}; 0 when there
   * is none.
   */
  int longestAt(String text, int at) {
    if (at + MIN_LENGTH > text.length()) {
      return 0;
    }
    var candidates = texts.get(text.substring(at, at + MIN_LENGTH));
    if (candidates != null) {
      for (var candidate : candidates) {
        if (text.startsWith(candidate, at)) {
          return candidate.length();
        }
      }
    }
    return 0;
  }
}
