package dev.assay.api.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.Query;
import dev.assay.doctor.Finding;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Locale;

/**
 * Reports what concerns the inspections of all nodes. Asks no BMC and changes nothing. Source:
 * docs/spec/api.md 9.10.
 */
@Path("/v1/doctor")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ServiceDoctorResource {
  private final ServiceExamination examination;

  ServiceDoctorResource(ServiceExamination examination) {
    this.examination = examination;
  }

  @GET
  public ObjectNode examine(@Context UriInfo uri) {
    Query.of(uri);
    return write(StoredJson.object(), examination.run())
        .put("callback_url", examination.callbackUrl());
  }

  /** Adds the findings to {@code report}. */
  static ObjectNode write(ObjectNode report, List<Finding> findings) {
    report.put("go", findings.stream().noneMatch(it -> it.result() == Finding.Result.FAILED));
    var checks = report.putArray("checks");
    for (var finding : findings) {
      checks
          .addObject()
          .put("check", finding.check())
          .put("result", finding.result().name().toLowerCase(Locale.ROOT))
          .put("detail", finding.detail())
          .put("fix", finding.fix());
    }
    return report;
  }
}
