package dev.assay.api.rule;

import dev.assay.api.ApiConfig;
import dev.assay.api.field.Field;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Rule;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.UriInfo;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Builds the pages of rule lists, by default in the order in which the rules run. Stored and
 * built-in rules are merged in memory, because there are only as many as people write. Source: spec
 * rules.md 1.1.
 */
@ApplicationScoped
class RuleList {
  /** The names of the filters. */
  static final List<String> FILTERS = List.of("phase", "scope");

  private static final Comparator<RuleView> CREATION = Comparator.comparingLong(RuleView::number);

  private static final Comparator<RuleView> RUNNING =
      Comparator.comparing(RuleView::rule, Rule.ORDER).thenComparing(CREATION);

  private final RuleFinder known;
  private final ApiRequest request;
  private final ApiConfig config;

  RuleList(RuleFinder known, ApiRequest request, ApiConfig config) {
    this.known = known;
    this.request = request;
    this.config = config;
  }

  /** The page that {@code uri} requests, as UTF-8 JSON. */
  byte[] page(UriInfo uri) {
    var query = Query.ofList(uri, false, FILTERS);
    var representation = RuleFields.TABLE.asked(query, false, request.version());
    var page = Page.of(query, config.maxLimit());
    var filter = filter(query);
    var rows = afterMarker(page).filter(filter).limit(page.limit());
    return representation.list(
        RuleFields.COLLECTION,
        rows,
        (last, count) ->
            page.next(request, RuleFields.COLLECTION, query, count, last.rule().uuid()));
  }

  private Stream<RuleView> afterMarker(Page page) {
    var order = page.sortKey().map(this::by).orElse(RUNNING);
    var sorted = known.all().stream().sorted(page.descending() ? order.reversed() : order).toList();
    if (page.marker().isEmpty()) {
      return sorted.stream();
    }
    var marker = known.require(page.marker().get()).rule().uuid();
    return sorted.stream().dropWhile(view -> !view.rule().uuid().equals(marker)).skip(1);
  }

  private static Predicate<RuleView> filter(Query query) {
    var phase = query.text("phase").map(RuleList::phase);
    var scope = query.text("scope");
    return view ->
        phase.filter(wanted -> view.rule().phase() != wanted).isEmpty()
            && scope.filter(wanted -> !wanted.equals(view.rule().scope())).isEmpty();
  }

  private static Phase phase(String name) {
    try {
      return Phase.require(name);
    } catch (IllegalArgumentException e) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, String.valueOf(e.getMessage()), e);
    }
  }

  private Comparator<RuleView> by(String key) {
    if (key.equals("id")) {
      return CREATION;
    }
    var sorted = RuleFields.TABLE.sortedBy(key, request.version());
    return by(RuleFields.TABLE.find(sorted).orElseThrow().reader());
  }

  /** Sorts null last, as the database does, and equal values in the order of creation. */
  @SuppressWarnings("unchecked") // a field that can be sorted by has values of one type
  private static Comparator<RuleView> by(Field.Reader<RuleView> reader) {
    return Comparator.<RuleView, Comparable<Object>>comparing(
            view -> (Comparable<Object>) reader.read(view),
            Comparator.nullsLast(Comparator.naturalOrder()))
        .thenComparing(CREATION);
  }
}
