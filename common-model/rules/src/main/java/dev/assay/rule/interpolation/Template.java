package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A string of a rule with expressions in braces, parsed once and evaluated often. Evaluated values
 * are never parsed again. If an expression has no value, the whole string stays as written. Source:
 * spec rules.md 7.
 */
public final class Template {
  /** The variable names with which an expression can begin. */
  public static final Set<String> NAMES =
      Set.of("node", "inventory", "plugin_data", "ports", "port_groups", "item");

  /**
   * Maximum length of the result in characters: a rule of a few bytes must not exhaust the heap.
   */
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

  /** Parses any string; a malformed template evaluates to itself. */
  public static Template parse(String text) {
    return parse(text, NAMES);
  }

  /** As above, where expressions begin with one of {@code names}. */
  public static Template parse(String text, Set<String> names) {
    if (text.indexOf('{') < 0 && text.indexOf('}') < 0) {
      return new Template(text, List.of(), Interpolated.literal(TextNode.valueOf(text)));
    }
    try {
      var pieces = new TemplateParser(text).pieces();
      return new Template(text, pieces, constant(text, pieces, names));
    } catch (TemplateParser.Malformed _) {
      var missing = new UnresolvedText(text, UnresolvedText.Reason.MALFORMED);
      return new Template(text, List.of(), Interpolated.asWritten(text, missing));
    }
  }

  /** Why an expression with a known name can never be evaluated as written, for a warning. */
  public Optional<String> problem() {
    return pieces.stream()
        .flatMap(piece -> piece instanceof Expression it ? it.problem().stream() : null)
        .findFirst()
        .or(this::malformed);
  }

  /** Why it stays as written, whatever the variables are; empty when it depends on them. */
  public Optional<UnresolvedText.Reason> impossible() {
    return Optional.ofNullable(constant)
        .flatMap(Interpolated::missing)
        .map(UnresolvedText::reason)
        .or(
            () ->
                pieces.stream()
                    .flatMap(
                        piece ->
                            piece instanceof Expression it
                                ? Stream.ofNullable(it.impossible())
                                : null)
                    .findFirst());
  }

  private Optional<String> malformed() {
    return Optional.ofNullable(constant)
        .flatMap(Interpolated::missing)
        .filter(it -> it.reason() == UnresolvedText.Reason.MALFORMED && it.isMeant())
        .map(UnresolvedText::sentence);
  }

  /** Whether the result is the same for all variables, as it also is for malformed templates. */
  public boolean isLiteral() {
    return constant != null;
  }

  /**
   * Whether it is a single expression without a format, not of {@code item}: it can give a list or
   * an object.
   */
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

  /**
   * The result when it does not depend on variables: there are no expressions, or one has an
   * unknown name. Otherwise null.
   */
  private static @Nullable Interpolated constant(
      String text, List<TemplatePart> pieces, Set<String> names) {
    var out = new StringBuilder();
    boolean literal = true;
    for (var piece : pieces) {
      switch (piece) {
        case Literal(var part) -> out.append(part);
        case Expression it when !names.contains(it.name()) -> {
          return Interpolated.asWritten(
              text, new UnresolvedText(it.written(), UnresolvedText.Reason.UNKNOWN_NAME));
        }
        case Expression _ -> literal = false;
      }
    }
    return literal ? Interpolated.literal(TextNode.valueOf(out.toString())) : null;
  }
}
