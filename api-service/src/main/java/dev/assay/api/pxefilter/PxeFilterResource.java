package dev.assay.api.pxefilter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.registration.PxeFilter;
import dev.assay.registration.PxeFilterReport;
import dev.assay.registration.PxeFilters;
import dev.assay.storedjson.StoredJson;
import dev.assay.time.IsoTime;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Locale;

/** Lists and shows the PXE filters, live and dead. Source: spec api.md 9.11. */
@Path("/v1/pxe_filters")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PxeFilterResource {
  private final PxeFilters filters;

  PxeFilterResource(PxeFilters filters) {
    this.filters = filters;
  }

  @GET
  @Transactional
  public ObjectNode list(@Context UriInfo uri) {
    Query.of(uri);
    var answer = StoredJson.object();
    var list = answer.putArray("pxe_filters");
    filters.all().forEach(filter -> list.add(show(filter)));
    return answer;
  }

  @GET
  @Path("{hostname}")
  @Transactional
  public ObjectNode show(@PathParam("hostname") String hostname, @Context UriInfo uri) {
    Query.of(uri);
    return filters
        .find(hostname)
        .map(PxeFilterResource::show)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "PXE filter %s could not be found.".formatted(hostname)));
  }

  private static ObjectNode show(PxeFilter filter) {
    var shown = StoredJson.object();
    shown.put("hostname", filter.hostname());
    shown.put("alive", filter.alive());
    shown.put("state", state(filter));
    filter.report().ifPresent(report -> show(report, shown));
    shown.put("updated_at", IsoTime.of(filter.updatedAt()));
    return shown;
  }

  /**
   * The state as in the API; "dead" when it does not renew its registration. Filters of earlier
   * versions did nothing.
   */
  static String state(PxeFilter filter) {
    return filter.alive()
        ? filter
            .report()
            .map(report -> report.state().name().toLowerCase(Locale.ROOT))
            .orElse("noop")
        : "dead";
  }

  private static void show(PxeFilterReport report, ObjectNode shown) {
    var policy = report.policy();
    shown.put("state_since", IsoTime.of(report.stateSince()));
    shown.put("reason", report.reason());
    shown.put("warning", report.warning());
    shown.put("network", report.network());
    shown.put("conductor_group", policy.conductorGroup());
    shown.put("driver", report.driver());
    shown.put("allowed", report.allowed());
    shown.put("denied", report.denied());
    shown.put("unknown", report.unknownAllowed() ? "allow" : "deny");
    shown.put("unknown_hosts", policy.unknownHosts().wire());
    shown.put("auto_discovery", policy.discovery());
    var interfaces = shown.putArray("inspect_interfaces");
    policy.inspectInterfaces().forEach(interfaces::add);
    var at = report.reconciledAt();
    shown.put("reconciled_at", at == null ? null : IsoTime.of(at));
    shown.put("drift", report.drift());
    shown.put("drift_total", report.driftTotal());
  }
}
