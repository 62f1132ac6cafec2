package dev.assay.api.management;

import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.attribute.AttributeType;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.function.Function;

/**
 * Inserts an image into the virtual CD drive of a machine, and ejects it; returns when the BMC has
 * done it. Source: spec api.md 10.13.
 */
@Path("/v1/nodes")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class VirtualMediaResource {
  /** The API version that introduced it. */
  private static final int SINCE = 89;

  private static final String CDROM = "cdrom";
  private static final String DEVICE_TYPES = "device_types";
  private static final String DEVICE_TYPE = "device_type";
  private static final String IMAGE_URL = "image_url";
  private static final String DOWNLOAD_SOURCE = "image_download_source";
  private static final Set<String> MEMBERS = Set.of(DEVICE_TYPE, IMAGE_URL, DOWNLOAD_SOURCE);
  private static final int MAX_URL_LENGTH = 2000;

  private final ManagedNodes nodes;
  private final NodeRequests requests;
  private final ApiRequest request;

  VirtualMediaResource(ManagedNodes nodes, NodeRequests requests, ApiRequest request) {
    this.nodes = nodes;
    this.requests = requests;
    this.request = request;
  }

  /** Inserts an image in place of any other. */
  @POST
  @Path("/{node}/vmedia")
  public void insert(@PathParam("node") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var members = JsonBody.object(body, MEMBERS);
    requireCdrom(
        DEVICE_TYPE,
        AttributeType.requiredText(255).accept(DEVICE_TYPE, members.path(DEVICE_TYPE)).textValue());
    var source = AttributeType.text(255).accept(DOWNLOAD_SOURCE, members.path(DOWNLOAD_SOURCE));
    if (!source.isNull() && !source.textValue().equals("http")) {
      throw AttributeType.refused(
          DOWNLOAD_SOURCE, "must be http: the BMC itself reads the image at image_url");
    }
    var image =
        image(
            AttributeType.requiredText(MAX_URL_LENGTH)
                .accept(IMAGE_URL, members.path(IMAGE_URL))
                .textValue());
    change(ident, node -> new ConductorRequest.InsertCd(node, image));
  }

  /** Ejects the image, if there is one. */
  @DELETE
  @Path("/{node}/vmedia")
  public void eject(@PathParam("node") String ident, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri, DEVICE_TYPES)
        .list(DEVICE_TYPES)
        .forEach(type -> requireCdrom(DEVICE_TYPES, type));
    change(ident, ConductorRequest.EjectCd::new);
  }

  private void change(String ident, Function<NodeId, ConductorRequest> change) {
    var node = nodes.requireReachable(ident);
    requests.ask(node.attributes(), change.apply(node.id()), ConductorReply.Done.class);
  }

  private static void requireCdrom(String field, String type) {
    if (!type.equals(CDROM)) {
      throw AttributeType.refused(
          field, "must be cdrom, the only type that is supported, not " + type);
    }
  }

  private static URI image(String text) {
    try {
      var image = new URI(text);
      var scheme = image.getScheme();
      if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
        throw AttributeType.refused(IMAGE_URL, "must have the scheme http or https");
      }
      if (image.getHost() == null) {
        throw AttributeType.refused(IMAGE_URL, "has no host that can be used");
      }
      return image;
    } catch (URISyntaxException _) {
      throw AttributeType.refused(IMAGE_URL, "is not a URL");
    }
  }
}
