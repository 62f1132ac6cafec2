package dev.assay.rule.interpolation;

import org.jspecify.annotations.Nullable;

/** Text between expressions, with doubled braces already replaced by single ones. */
record Literal(String text) implements TemplatePart {
  @Override
  public UnresolvedText.@Nullable Reason appendTo(StringBuilder out, Variables variables) {
    out.append(text);
    return null;
  }

  @Override
  public String written() {
    return text;
  }
}
