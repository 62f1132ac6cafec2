package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.hook.ShortText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the rules of one inspection have changed and met, in words for people, without secrets. Used
 * by one thread.
 */
public final class ChangeLog {
  /** Characters of one value. */
  private static final int MAX_SHOWN = 200;

  /** Characters of one sentence. */
  private static final int SENTENCE = 1000;

  /** Sentences between two looks at it; a loop may change thousands of things. */
  private static final int KEPT = 50;

  private final SecretMask secrets = new SecretMask();
  private final WriteLimits bounds = new WriteLimits();
  private List<String> changes = new ArrayList<>();
  private List<String> warnings = new ArrayList<>();
  private boolean sensitive;

  /** Notes one change, and puts it into words only if they are kept. */
  public void note(Supplier<String> change) {
    add(changes, change);
  }

  /** Notes what the rule's author may not expect. */
  public void warn(String warning) {
    add(warnings, () -> warning);
  }

  /** The changes since the last time. */
  public List<String> takeChanges() {
    var taken = changes;
    changes = new ArrayList<>(0);
    return taken;
  }

  /** The warnings since the last time. */
  public List<String> takeWarnings() {
    var taken = warnings;
    warnings = new ArrayList<>(0);
    return taken;
  }

  /** What must not be shown. */
  public SecretMask secrets() {
    return secrets;
  }

  /** {@code value} as JSON, shortened, without secrets. */
  public String shown(JsonNode value) {
    return ShortText.shortened(new MaskedJson(secrets, MAX_SHOWN).json(value), MAX_SHOWN);
  }

  /** {@code text} shortened, without secrets. */
  public String shown(String text) {
    return secrets.hidden(text, MAX_SHOWN);
  }

  /** Whether the rule that runs next must not be told about. */
  public void sensitive(boolean now) {
    sensitive = now;
  }

  /** Whether the rule that runs must not be told about: what it writes is a secret. */
  public boolean sensitive() {
    return sensitive;
  }

  WriteLimits bounds() {
    return bounds;
  }

  private void add(List<String> sentences, Supplier<String> sentence) {
    if (sentences.size() < KEPT) {
      sentences.add(secrets.hidden(sentence.get(), SENTENCE));
    } else if (sentences.size() == KEPT) {
      sentences.add("and more");
    }
  }
}
