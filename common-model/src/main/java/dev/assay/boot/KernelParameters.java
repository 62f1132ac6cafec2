package dev.assay.boot;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters of a kernel command line: words without blanks outside quotation marks. Source: spec
 * ramdisk.md 8.
 *
 * @param words such as {@code nofb}, {@code console=ttyS0}, {@code a="b c"}
 */
public record KernelParameters(List<String> words) {
  public KernelParameters {
    words = List.copyOf(words);
  }

  /**
   * Parses a command line, keeping quotation marks. Throws INVALID_PARAMETER when a quotation mark
   * is open at the end, for a line break or tab in such marks, and for characters that boot loaders
   * interpret.
   */
  public static KernelParameters parse(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    var quoted = false;
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      requirePlain(c, quoted);
      quoted ^= c == '"';
      if (!quoted && Character.isWhitespace(c)) {
        addWord(words, word);
      } else {
        word.append(c);
      }
    }
    addWord(words, word);
    if (quoted) {
      throw invalid("A quotation mark in the kernel parameters is not closed.");
    }
    return new KernelParameters(words);
  }

  private static void requirePlain(char c, boolean quoted) {
    var blank = !quoted && (c == '\t' || c == '\n');
    if ((!blank && (c < ' ' || c > '~')) || c == '\'' || c == '\\') {
      throw invalid(
          "Kernel parameters may have printable ASCII characters only, without ' and \\.");
    }
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }

  private static void addWord(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  /** These and those of {@code more}, at the end, where they win. */
  public KernelParameters and(KernelParameters more) {
    var all = new ArrayList<>(words);
    all.addAll(more.words);
    return new KernelParameters(all);
  }

  /** Adds {@code name=value} unless a parameter of that name is given. */
  public KernelParameters orElse(String name, String value) {
    return words.stream().anyMatch(word -> word.startsWith(name + "="))
        ? this
        : and(new KernelParameters(List.of(name + "=" + value)));
  }

  /** The command line. */
  public String text() {
    return String.join(" ", words);
  }
}
