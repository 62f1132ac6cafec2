package dev.assay.rule.data;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Texts to be hidden: not many, none very long, so that it does not take a machine's will to look
 * for them. Used by one thread.
 */
final class SecretTexts {
  /** A machine has a handful. */
  private static final int MAX = 200;

  /** Hiding shorter ones wherever they occur would hide everything. */
  private static final int SHORTEST = 4;

  /** A longer one is several. */
  private static final int PIECE = 256;

  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

  /** By their first characters. */
  private final Map<String, TreeSet<String>> texts = new HashMap<>();

  private int count;

  /** Takes {@code text}, if it can be told from others, and there are not too many. */
  void add(String text) {
    int from = 0;
    while (text.length() - from >= 2 * PIECE && !tooMany()) {
      addPiece(text.substring(from, from + PIECE));
      from += PIECE;
    }
    if (!tooMany()) {
      addPiece(text.substring(from));
    }
  }

  private void addPiece(String text) {
    if (text.length() >= SHORTEST
        && texts
            .computeIfAbsent(text.substring(0, SHORTEST), _ -> new TreeSet<>(LONGEST_FIRST))
            .add(text)) {
      count++;
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether there were more than can be kept: from then on it is not known what is one. */
  boolean tooMany() {
    return count > MAX;
  }

  /** The length of the longest text that is in {@code text} at {@code at}; 0 when there is none. */
  int longestAt(String text, int at) {
    if (at + SHORTEST > text.length()) {
      return 0;
    }
    var candidates = texts.get(text.substring(at, at + SHORTEST));
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
