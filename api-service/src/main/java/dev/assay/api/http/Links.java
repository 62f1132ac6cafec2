package dev.assay.api.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;

/**
 * The links self and bookmark of an object. Source: spec api.md 1.
 *
 * @param base the address of the API, as {@link ApiRequest#base}
 * @param path the path of the object, for example "nodes/&lt;uuid&gt;"
 */
public record Links(String base, String path) {
  private static final String HREF = "href";
  private static final String REL = "rel";

  /** The links of an object; {@code resource} is for example "nodes". */
  public static Links of(String base, String resource, String id) {
    return new Links(base, resource + "/" + id);
  }

  /** The links of a sub-collection of an object. */
  public static Links sub(String base, String resource, String id, String sub) {
    return new Links(base, resource + "/" + id + "/" + sub);
  }

  /** The address of an object, also for Location. */
  public static String self(ApiRequest request, String resource, String id) {
    return of(request.base(), resource, id).self();
  }

  private String self() {
    return base + "/v1/" + path;
  }

  private String bookmark() {
    return base + "/" + path;
  }

  /** The links as a JSON array. */
  public ArrayNode tree() {
    var links = JsonNodeFactory.instance.arrayNode(2);
    links.addObject().put(HREF, self()).put(REL, "self");
    links.addObject().put(HREF, bookmark()).put(REL, "bookmark");
    return links;
  }

  /** Writes the links without a tree, since a page has thousands of them. */
  public void write(JsonGenerator out) throws IOException {
    out.writeStartArray();
    write(out, self(), "self");
    write(out, bookmark(), "bookmark");
    out.writeEndArray();
  }

  private static void write(JsonGenerator out, String href, String rel) throws IOException {
    out.writeStartObject();
    out.writeStringField(HREF, href);
    out.writeStringField(REL, rel);
    out.writeEndObject();
  }
}
