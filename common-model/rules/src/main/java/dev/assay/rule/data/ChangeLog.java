package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ShortText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records the changes and warnings of the rules of one inspection, as sentences for the trace, with
 * secrets masked. Used by one thread.
 */
public final class ChangeLog {
  /** Maximum characters of one value. */
  private static final int MAX_SHOWN = 200;

  /** Maximum characters of one sentence. */
  private static final int MAX_SENTENCE = 1000;

  /** Maximum sentences until they are taken; a loop may change thousands of things. */
  private static final int MAX_KEPT = 50;

  private final SecretMask secrets = new SecretMask();
  private final WriteLimits bounds = new WriteLimits();
  private List<String> changes = new ArrayList<>();
  private List<String> warnings = new ArrayList<>();
  private boolean sensitive;

  /** Records one change. {@code change} is called only if the sentence will be kept. */
  public void note(Supplier<String> change) {
    add(changes, change);
  }

  /** Records a warning for the rule's author. */
  public void warn(String warning) {
    add(warnings, () -> warning);
  }

  /** Returns and removes the changes recorded so far. */
  public List<String> takeChanges() {
    var taken = changes;
    changes = new ArrayList<>(0);
    return taken;
  }

  /** Returns and removes the warnings recorded so far. */
  public List<String> takeWarnings() {
    var taken = warnings;
    warnings = new ArrayList<>(0);
    return taken;
  }

  /** The secrets to be masked. */
  public SecretMask secrets() {
    return secrets;
  }

  /** {@code value} as JSON, shortened, with secrets masked. */
  public String shown(JsonNode value) {
    return ShortText.shortened(new MaskedJson(secrets, MAX_SHOWN).json(value), MAX_SHOWN);
  }

  /** {@code text}, shortened, with secrets masked. */
  public String shown(String text) {
    return secrets.hidden(text, MAX_SHOWN);
  }

  /** Whether the rule that runs next is sensitive. */
  public void sensitive(boolean now) {
    sensitive = now;
  }

  /** Whether the current rule is sensitive: then everything that it writes is a secret. */
  public boolean sensitive() {
    return sensitive;
  }

  WriteLimits bounds() {
    return bounds;
  }

  private void add(List<String> sentences, Supplier<String> sentence) {
    if (sentences.size() < MAX_KEPT) {
      sentences.add(secrets.hidden(sentence.get(), MAX_SENTENCE));
    } else if (sentences.size() == MAX_KEPT) {
      sentences.add("and more");
    }
  }
}
