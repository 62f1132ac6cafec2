package dev.assay.document;

import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** Gives the texts of documents, wherever their bodies are. */
@ApplicationScoped
public class DocumentBodies {
  /** The value of column place for a body in its row; any other one is the key of an object. */
  public static final String DATABASE = "database";

  private final DocumentObjects objects;

  DocumentBodies(DocumentObjects objects) {
    this.objects = objects;
  }

  /**
   * The text of a document.
   *
   * @param place where the body is unless it is in the row
   * @param body as it is stored; null when it is in the object store
   */
  public StoredText of(String place, byte @Nullable [] body) {
    if (body != null) {
      var text = new CompressedJson(body);
      return () -> text;
    }
    return () -> new CompressedJson(objects.read(place));
  }
}
