package dev.assay.api.conditional;

import dev.assay.document.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A weak entity tag. Source: RFC 9110 8.8.3.
 *
 * @param opaque what stands between the quotes
 */
record EntityTag(String opaque) {
  private static final Pattern FORM =
      Pattern.compile("(?:W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");

  /** The tag of everything that {@code content} determines. */
  static EntityTag of(byte[] content) {
    var digest = Digest.sha256().digest(content);
    return new EntityTag(Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
  }

  /** As above, of texts in this order; none of them may contain a line break. */
  static EntityTag of(List<String> texts) {
    return of(String.join("\n", texts).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Whether the fields If-None-Match of a request name this tag, strong or weak, or any with "*".
   * What is no tag is ignored. Source: RFC 9110 8.8.3.2 and 13.1.2.
   */
  boolean isIn(List<String> ifNoneMatch) {
    return ifNoneMatch.stream()
        .anyMatch(
            field ->
                field.strip().equals("*")
                    || FORM.matcher(field).results().anyMatch(tag -> tag.group(1).equals(opaque)));
  }

  @Override
  public String toString() {
    return "W/\"" + opaque + '"';
  }
}
