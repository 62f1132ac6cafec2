package dev.assay.api.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.List;

/**
 * The documents from which clients learn the versions and resources. Source: spec api.md 2 and 18.
 */
@Path("/")
@RunOnVirtualThread
public class RootResource {
  /** A resource and the minor version that introduced it. */
  private record Entry(String resource, int since) {}

  // spotless:off
  private static final List<Entry> RESOURCES = List.of(
      new Entry("nodes",                1),
      new Entry("ports",                1),
      new Entry("drivers",              1),
      new Entry("chassis",              1),
      new Entry("lookup",              22),
      new Entry("heartbeat",           22),
      new Entry("portgroups",          23),
      new Entry("conductors",          49),
      new Entry("shards",              82),
      new Entry("continue_inspection", 84),
      new Entry("inspection_rules",    96));
  // spotless:on
  private static final String DOCUMENTATION = "https://docs.openstack.org/api-ref/baremetal/";

  private final ApiRequest request;

  RootResource(ApiRequest request) {
    this.request = request;
  }

  @GET
  public ObjectNode versions() {
    var root = JsonNodeFactory.instance.objectNode();
    root.put("name", "OpenStack Ironic API");
    root.put("description", "Assay inspects bare metal and speaks the Bare Metal API.");
    root.set("default_version", version());
    root.putArray("versions").add(version());
    return root;
  }

  @GET
  @Path("v1")
  public ObjectNode resources() {
    var v1 = JsonNodeFactory.instance.objectNode();
    v1.put("id", "v1");
    var links = v1.putArray("links");
    links.addObject().put("href", request.base() + "/v1/").put("rel", "self");
    links.addObject().put("href", DOCUMENTATION).put("rel", "describedby").put("type", "text/html");
    v1.putArray("media_types")
        .addObject()
        .put("base", "application/json")
        .put("type", "application/vnd.openstack.ironic.v1+json");
    v1.set("version", version());
    for (var entry : RESOURCES) {
      if (request.version().atLeast(entry.since())) {
        v1.set(entry.resource(), new Links(request.base(), entry.resource() + "/").tree());
      }
    }
    return v1;
  }

  private ObjectNode version() {
    var version = JsonNodeFactory.instance.objectNode();
    version.put("id", "v1");
    version.putArray("links").addObject().put("href", request.base() + "/v1/").put("rel", "self");
    version.put("status", "CURRENT");
    version.put("min_version", ApiVersion.MIN.toString());
    version.put("version", ApiVersion.MAX.toString());
    return version;
  }
}
