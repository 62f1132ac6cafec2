package dev.assay.api.rule;

import dev.assay.api.http.ApiRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.store.BuiltInRules;
import dev.assay.rule.store.StoredRule;
import dev.assay.rule.store.StoredRules;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds stored and built-in rules. Source: spec rules.md 1.1. */
@Singleton
public class RuleFinder {
  private final StoredRules rules;
  private final BuiltInRules builtIns;
  private final ApiRequest request;

  RuleFinder(StoredRules rules, BuiltInRules builtIns, ApiRequest request) {
    this.rules = rules;
    this.builtIns = builtIns;
    this.request = request;
  }

  /** All rules, in the order of creation. */
  List<RuleView> all() {
    return Stream.concat(
            rules.all().stream().map(stored -> RuleView.stored(stored, request)), builtIn())
        .toList();
  }

  /**
   * The rule; NOT_FOUND when there is none; INVALID_PARAMETER when {@code ident} is neither a UUID
   * nor the name of a built-in rule.
   */
  RuleView require(String ident) {
    return UuidText.parse(ident)
        .flatMap(rules::find)
        .map(stored -> RuleView.stored(stored, request))
        .or(() -> builtIn(ident))
        .orElseThrow(() -> unknown(ident));
  }

  /**
   * The rules that {@code idents} name, in the order of creation; INVALID_PARAMETER names a missing
   * one.
   */
  public List<Rule> requireNamed(Collection<String> idents) {
    var wanted =
        idents.stream()
            .map(ident -> UuidText.parse(ident).map(UUID::toString).orElse(ident))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    var named =
        all().stream().map(RuleView::rule).filter(it -> wanted.contains(it.uuid())).toList();
    named.forEach(rule -> wanted.remove(rule.uuid()));
    if (!wanted.isEmpty()) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, unknown(wanted.getFirst()).sentence());
    }
    return named;
  }

  /**
   * A rule that may be changed, its row locked; errors as above, and INVALID_PARAMETER when it is
   * built in.
   */
  StoredRule requireChangeable(String ident) {
    return UuidText.parse(ident)
        .flatMap(rules::findForUpdate)
        .orElseThrow(() -> builtIn(ident).isPresent() ? immutable(ident) : unknown(ident));
  }

  /** True when a built-in rule has this UUID. */
  boolean isBuiltIn(UUID uuid) {
    return builtIn(uuid.toString()).isPresent();
  }

  private Stream<RuleView> builtIn() {
    var all = builtIns.rules();
    return IntStream.range(0, all.size())
        .mapToObj(index -> RuleView.builtIn(all.get(index), index, request));
  }

  private Optional<RuleView> builtIn(String ident) {
    return builtIn().filter(view -> view.rule().uuid().equals(ident)).findFirst();
  }

  private static AssayException immutable(String ident) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER,
        "Rule %s is built in and cannot be changed or deleted: edit the file of built-in rules and restart the services."
            .formatted(ident));
  }

  private static AssayException unknown(String ident) {
    return UuidText.parse(ident).isPresent()
        ? new AssayException(ErrorCode.NOT_FOUND, "Rule %s could not be found.".formatted(ident))
        : new AssayException(
            ErrorCode.INVALID_PARAMETER, "Expected a UUID but received %s.".formatted(ident));
  }
}
