package dev.assay.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** The links of an object. Source: spec api.md 1. */
public final class Links {
  private Links() {}

  /** Self and bookmark of an object; {@code resource} is for example "nodes". */
  public static ArrayNode of(ApiRequest request, String resource, String id) {
    return pair(request, resource + "/" + id);
  }

  /** Self and bookmark of a sub-collection of an object. */
  public static ArrayNode sub(ApiRequest request, String resource, String id, String sub) {
    return pair(request, resource + "/" + id + "/" + sub);
  }

  /** The address of an object, also for Location. */
  public static String self(ApiRequest request, String resource, String id) {
    return request.base() + "/v1/" + resource + "/" + id;
  }

  static ArrayNode pair(ApiRequest request, String path) {
    var links = JsonNodeFactory.instance.arrayNode(2);
    links.addObject().put("href", request.base() + "/v1/" + path).put("rel", "self");
    links.addObject().put("href", request.base() + "/" + path).put("rel", "bookmark");
    return links;
  }
}
