package dev.assay.conductor.document;

import dev.assay.document.DocumentObjects;
import dev.assay.document.DocumentTransfers;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Makes sure that no other installation keeps its objects under the same prefix: each would delete
 * those of the other one.
 */
@ApplicationScoped
class StoreOwner {
  private final DocumentObjects objects;
  private final DocumentTransfers transfers;
  private volatile boolean known;

  StoreOwner(DocumentObjects objects, DocumentTransfers transfers) {
    this.objects = objects;
    this.transfers = transfers;
  }

  /** The prefix belongs to another installation; the message says what to do. */
  static final class NotOurs extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotOurs(DocumentObjects objects) {
      super(
          "Another installation keeps its inventories in %s under this prefix: set assay.inventory.s3.prefix to one that no other installation has."
              .formatted(objects));
    }
  }

  /** Takes the prefix when it is free; throws NotOurs when it is taken. */
  void require() {
    if (known) {
      return;
    }
    var id = QuarkusTransaction.requiringNew().call(transfers::installation);
    if (objects.owner().isEmpty()) {
      objects.claim(id);
    }
    if (objects.owner().filter(id::equals).isEmpty()) {
      throw new NotOurs(objects);
    }
    known = true;
  }
}
