package dev.assay.api.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.hardware.BootDevice;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads and sets the boot device of a machine through its BMC. Source: spec api.md 10.4. */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class BootDeviceResource {
  private static final String DEVICE = "boot_device";
  private static final String PERSISTENT = "persistent";
  private static final Set<String> MEMBERS = Set.of(DEVICE, PERSISTENT);

  private final ManagedNodes nodes;
  private final NodeRequests requests;

  BootDeviceResource(ManagedNodes nodes, NodeRequests requests) {
    this.nodes = nodes;
    this.requests = requests;
  }

  /** Returns what the BMC reports now; null for what it does not report. */
  @GET
  @Path("/{node}/management/boot_device")
  public ObjectNode show(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var node = nodes.requireReachable(ident);
    var request = new ConductorRequest.GetBootDevice(node.id());
    var choice = requests.ask(node.attributes(), request, ConductorReply.BootsFrom.class).choice();
    return StoredJson.object()
        .put(DEVICE, choice.device() == null ? null : choice.device().wire())
        .put(PERSISTENT, choice.persistent());
  }

  /** Sets the boot device; returns when the BMC has accepted it. */
  @PUT
  @Path("/{node}/management/boot_device")
  public void choose(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    Query.of(uri);
    var members = JsonBody.object(body, MEMBERS);
    var name = AttributeType.requiredText(255).accept(DEVICE, members.path(DEVICE)).textValue();
    var persistent =
        AttributeType.flag(false).accept(PERSISTENT, members.path(PERSISTENT)).booleanValue();
    var node = nodes.requireReachable(ident);
    var request = new ConductorRequest.SetBootDevice(node.id(), supported(node, name), persistent);
    requests.ask(node.attributes(), request, ConductorReply.Done.class);
  }

  /**
   * Returns the boot devices that the driver supports, by its description: no conductor is called.
   */
  @GET
  @Path("/{node}/management/boot_device/supported")
  public ObjectNode supported(@PathParam("node") String ident, @Context UriInfo uri) {
    Query.of(uri);
    var answer = StoredJson.object();
    var devices = answer.putArray("supported_boot_devices");
    nodes.require(ident).driver().bootDevices().stream()
        .map(BootDevice::wire)
        .forEach(devices::add);
    return answer;
  }

  private static BootDevice supported(ManagedNodes.ManagedNode node, String name) {
    var devices = node.driver().bootDevices();
    return BootDevice.ofWire(name)
        .filter(devices::contains)
        .orElseThrow(
            () ->
                AttributeType.refused(
                    DEVICE,
                    "must be one of those that driver %s supports: %s, not %s"
                        .formatted(
                            node.driver().name(),
                            devices.stream()
                                .map(BootDevice::wire)
                                .collect(Collectors.joining(", ")),
                            name)));
  }
}
