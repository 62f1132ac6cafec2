package dev.assay.api.pipeline;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Lists the endpoints of the reference that Assay does not offer; the only list of them. Clients
 * get 404. Source: spec api.md 10.11.
 */
public final class UnsupportedEndpoints {
  /** A path, and whether its resource serves GET nevertheless. */
  private record Row(Pattern path, boolean readable) {}

  // spotless:off
  private static final List<Row> TABLE = List.of(
      readable("/v1/nodes/[^/]+/vifs"),
      row("/v1/nodes/[^/]+/vifs/.*"),
      row("/v1/nodes/[^/]+/(volume|bios|allocation|vendor_passthru)(/.*)?"),
      row("/v1/nodes/[^/]+/states/(console|raid)(/.*)?"),
      row("/v1/nodes/[^/]+/management/(inject_nmi|indicators)(/.*)?"),
      row("/v1/drivers/[^/]+/(vendor_passthru|raid)(/.*)?"),
      readable("/v1/events"), // Ironic takes events of the network service there
      row("/v1/(volume|allocations|events/.*|deploy_templates|runbooks)(/.*)?"));
  // spotless:on

  private UnsupportedEndpoints() {}

  /** The regular expressions of all such paths. */
  public static List<String> paths() {
    return TABLE.stream().map(row -> row.path().pattern()).toList();
  }

  /** True when requests for {@code path}, {@code writing} or reading, are not supported. */
  static boolean contains(String path, boolean writing) {
    return TABLE.stream()
        .anyMatch(row -> row.path().matcher(path).matches() && (writing || !row.readable()));
  }

  private static Row row(String path) {
    return new Row(Pattern.compile(path), false);
  }

  private static Row readable(String path) {
    return new Row(Pattern.compile(path), true);
  }
}
