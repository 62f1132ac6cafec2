package dev.assay.api.testing;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.SplitPayload;
import dev.assay.inspection.Trace;
import dev.assay.node.Nodes;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Inspections that finished, with the data that a ramdisk sent for them. */
@ApplicationScoped
public class FinishedInspections {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Site site;
  private final Nodes nodes;
  private final Inspections inspections;
  private final Payloads payloads;

  FinishedInspections(Site site, Nodes nodes, Inspections inspections, Payloads payloads) {
    this.site = site;
    this.nodes = nodes;
    this.inspections = inspections;
    this.payloads = payloads;
  }

  /** One of {@code node} that began and finished at {@code start}; its UUID. */
  public String of(String node, String body, Instant start) {
    var made = new UUID[1];
    site.within(
        () -> {
          var run =
              new Inspection(
                  nodes.find(NodeId.of(node)).orElseThrow(),
                  Inspection.Cause.REQUESTED,
                  "agent",
                  "req-1",
                  start,
                  LIMIT);
          run.await(start, LIMIT);
          run.accept(List.of(), start, LIMIT);
          run.finish(Trace.EMPTY, start);
          inspections.begin(run);
          payloads.keep(run, SplitPayload.of(body.getBytes(StandardCharsets.UTF_8)), start);
          made[0] = run.uuid();
        });
    return made[0].toString();
  }
}
