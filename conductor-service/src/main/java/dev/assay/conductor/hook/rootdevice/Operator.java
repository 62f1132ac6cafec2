package dev.assay.conductor.hook.rootdevice;

/** The operators of hints, in the order in which they are matched. Source: hooks.md 18.2. */
enum Operator {
  OR("<or>"),
  ALL_IN("<all-in>"),
  RANGE_IN("<range-in>"),
  EQUAL("=="),
  /** Means "at least", for compatibility with Ironic. */
  AT_LEAST("="),
  NOT_EQUAL("!="),
  IN("<in>"),
  GREATER_OR_EQUAL(">="),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  LESS("<"),
  TEXT_EQUAL("s=="),
  TEXT_NOT_EQUAL("s!="),
  TEXT_LESS_OR_EQUAL("s<="),
  TEXT_LESS("s<"),
  TEXT_GREATER_OR_EQUAL("s>="),
  TEXT_GREATER("s>"),
  /** No operator: equal, as texts or as numbers. */
  NONE("");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** As written in a hint. */
  String symbol() {
    return symbol;
  }

  /** The first one {@code expression} begins with. */
  static Operator of(String expression) {
    for (var operator : values()) {
      if (expression.startsWith(operator.symbol)) {
        return operator;
      }
    }
    return NONE;
  }
}
