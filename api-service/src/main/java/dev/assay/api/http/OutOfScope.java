package dev.assay.api.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the reference offers and Assay does not: the one table of it. Clients get 404, or for a GET
 * an empty list where tools list such things unasked. Source: spec api.md 10.11.
 */
public final class OutOfScope {
  /** A path, and what a GET of it answers with 200; empty for 404. */
  private record Row(Pattern path, Optional<String> emptyList) {}

  // spotless:off
  private static final List<Row> TABLE = List.of(
      row("/v1/chassis",                                   "{\"chassis\":[]}"),
      row("/v1/nodes/[^/]+/vifs",                          "{\"vifs\":[]}"),
      row("/v1/chassis/.*"),
      row("/v1/nodes/[^/]+/vifs/.*"),
      row("/v1/nodes/[^/]+/(volume|bios|firmware|vmedia|allocation|vendor_passthru)(/.*)?"),
      row("/v1/nodes/[^/]+/states/(console|raid|boot_mode|secure_boot)(/.*)?"),
      row("/v1/nodes/[^/]+/management/(inject_nmi|indicators)(/.*)?"),
      row("/v1/drivers/[^/]+/(vendor_passthru|raid)(/.*)?"),
      row("/v1/(volume|allocations|events|deploy_templates|runbooks|shards)(/.*)?"));
  // spotless:on

  private OutOfScope() {}

  /** The regular expressions of all such paths. */
  public static List<String> paths() {
    return TABLE.stream().map(row -> row.path().pattern()).toList();
  }

  /** True when the path is in the table. */
  static boolean contains(String path) {
    return find(path).isPresent();
  }

  /** The body of a GET that is answered all the same. */
  static Optional<String> emptyList(String path) {
    return find(path).flatMap(Row::emptyList);
  }

  private static Optional<Row> find(String path) {
    return TABLE.stream().filter(row -> row.path().matcher(path).matches()).findFirst();
  }

  private static Row row(String path) {
    return new Row(Pattern.compile(path), Optional.empty());
  }

  private static Row row(String path, String emptyList) {
    return new Row(Pattern.compile(path), Optional.of(emptyList));
  }
}
