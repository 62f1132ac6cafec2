package dev.assay.api.classic;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.ClassicRequest;
import dev.assay.api.http.ClassicVersion;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.List;

/**
 * The documents from which clients learn the version and the resources. Source: spec
 * inspector-compat.md 2.
 */
@Path(ClassicPath.PREFIX)
@RunOnVirtualThread
public class ClassicRootResource {
  private static final List<String> RESOURCES = List.of("continue", "introspection", "rules");
  private static final int MAX_SHOWN = 100;

  private final ClassicRequest request;

  ClassicRootResource(ClassicRequest request) {
    this.request = request;
  }

  /** The one version. */
  @GET
  public ObjectNode versions() {
    var root = JsonNodeFactory.instance.objectNode();
    var version = root.putArray("versions").addObject();
    version.put("id", ClassicVersion.MAX.toString());
    version.put("status", "CURRENT");
    link(version, "/v1");
    return root;
  }

  /** The resources of version 1; NOT_FOUND for another one. */
  @GET
  @Path("/{version}")
  public ObjectNode resources(@PathParam("version") String version) {
    if (!version.equals("v1")) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "Version %s not found.".formatted(ShortText.printable(version, MAX_SHOWN)));
    }
    var root = JsonNodeFactory.instance.objectNode();
    var resources = root.putArray("resources");
    for (var name : RESOURCES) {
      link(resources.addObject().put("name", name), "/v1/" + name);
    }
    return root;
  }

  private void link(ObjectNode of, String path) {
    of.putArray("links").addObject().put("rel", "self").put("href", request.base() + path);
  }
}
