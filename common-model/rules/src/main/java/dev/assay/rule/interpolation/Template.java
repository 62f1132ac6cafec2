package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A text of a rule, parsed once and evaluated often. What is put in for an expression is never
 * parsed again. A text with an expression that has no value stays exactly as written. Source: spec
 * rules.md 7.
 */
public final class Template {
  /** What an expression can begin with. */
  public static final Set<String> NAMES =
      Set.of("node", "inventory", "plugin_data", "ports", "port_groups", "item");

  /** Of the text that comes out, in characters: a rule of a few bytes must not fill the memory. */
  static final int MAX_LENGTH = 1 << 20;

  private final String text;
  private final List<TemplatePart> pieces;
  private final @Nullable Interpolated constant;
  private final @Nullable Expression alone;

  private Template(String text, List<TemplatePart> pieces, @Nullable Interpolated constant) {
    this.text = text;
    this.pieces = pieces;
    this.constant = constant;
    this.alone =
        pieces.size() == 1 && pieces.getFirst() instanceof Expression only && only.style() == null
            ? only
            : null;
  }

  /** Any text is a template, if need be one that stays as it is. */
  public static Template parse(String text) {
    if (text.indexOf('{') < 0 && text.indexOf('}') < 0) {
      return new Template(text, List.of(), Interpolated.literal(TextNode.valueOf(text)));
    }
    try {
      var pieces = new TemplateParser(text).pieces();
      return new Template(text, pieces, constant(text, pieces));
    } catch (TemplateParser.Malformed _) {
      var missing = new UnresolvedText(text, UnresolvedText.Reason.MALFORMED);
      return new Template(text, List.of(), Interpolated.asWritten(text, missing));
    }
  }

  /** Why an expression with a known name can never be evaluated as written, to warn of it. */
  public Optional<String> problem() {
    return pieces.stream()
        .flatMap(piece -> piece instanceof Expression it ? it.problem().stream() : null)
        .findFirst()
        .or(this::malformed);
  }

  private Optional<String> malformed() {
    return Optional.ofNullable(constant)
        .flatMap(Interpolated::missing)
        .filter(it -> it.reason() == UnresolvedText.Reason.MALFORMED && it.isMeant())
        .map(UnresolvedText::sentence);
  }

  /** Whether the result is the same for all variables; so it is for malformed texts. */
  public boolean isLiteral() {
    return constant != null;
  }

  /** Whether it is one expression and nothing else, which can give a list or an object. */
  public boolean isLookUp() {
    return constant == null && alone != null && !alone.name().equals("item");
  }

  public Interpolated evaluate(Variables variables, ResultMode mode) {
    if (constant != null) {
      return constant;
    }
    if (alone != null && mode == ResultMode.TYPED) {
      return switch (alone.find(variables)) {
        case LookupResult.Found(var value) -> Interpolated.evaluated(value);
        case LookupResult.Failed(var reason) -> asWritten(alone, reason);
      };
    }
    return text(variables);
  }

  @Override
  public String toString() {
    return text;
  }

  private Interpolated text(Variables variables) {
    var out = new StringBuilder();
    for (var piece : pieces) {
      var failed = piece.appendTo(out, variables);
      if (failed == null && out.length() > MAX_LENGTH) {
        failed = UnresolvedText.Reason.TOO_LONG;
      }
      if (failed != null) {
        return asWritten(piece, failed);
      }
    }
    return Interpolated.evaluated(TextNode.valueOf(out.toString()));
  }

  private Interpolated asWritten(TemplatePart piece, UnresolvedText.Reason reason) {
    return Interpolated.asWritten(text, new UnresolvedText(piece.written(), reason));
  }

  /** The result that needs no variables: only braces were escaped, or a name is never known. */
  private static @Nullable Interpolated constant(String text, List<TemplatePart> pieces) {
    var out = new StringBuilder();
    boolean literal = true;
    for (var piece : pieces) {
      switch (piece) {
        case Literal(var part) -> out.append(part);
        case Expression it when !NAMES.contains(it.name()) -> {
          return Interpolated.asWritten(
              text, new UnresolvedText(it.written(), UnresolvedText.Reason.UNKNOWN_NAME));
        }
        case Expression _ -> literal = false;
      }
    }
    return literal ? Interpolated.literal(TextNode.valueOf(out.toString())) : null;
  }
}
