package dev.assay.document;

import static java.util.stream.Collectors.joining;

import dev.assay.statement.JoinedWrites;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.hibernate.query.QueryFlushMode;

/**
 * Stores documents. Whoever stores one together with a row that refers to it, or deletes such rows,
 * holds the lock of the node's row, so that no document is deleted while something begins to refer
 * to it.
 */
@ApplicationScoped
public class Documents {
  private static final String INSERT =
      """
      insert into document (node_id, digest, size, body, split)
      select :node, digest, octet_length(body), body, split from given on conflict\s""";

  /** A document that is there is there. */
  private static final String KEEP = INSERT + "do nothing ";

  /**
   * What is about to be processed must not depend on the object store: a body that is only there is
   * stored in the row again. Its length may differ when another zlib compressed it.
   */
  private static final String BRING_BACK =
      INSERT
          + """
            (node_id, digest) do update
            set body = excluded.body, size = excluded.size, split = excluded.split
            where document.body is null
            """;

  private final Session database;
  private final DocumentBodies bodies;
  private final String insert;

  Documents(Session database, DocumentBodies bodies, DocumentObjects objects) {
    this.database = database;
    this.bodies = bodies;
    this.insert = objects.configured() ? BRING_BACK : KEEP;
  }

  /**
   * Stores those of {@code documents} that the node does not have; {@code node} is a row number.
   */
  public void keep(long node, List<Document> documents) {
    keep(node, documents, new JoinedWrites());
  }

  /** As above, and runs {@code also} in the same round trip. */
  public void keep(long node, List<Document> documents, JoinedWrites also) {
    var texts = documents.stream().filter(document -> document.text().isPresent()).toList();
    if (!texts.isEmpty()) {
      also.add("given (digest, body, split)", given(texts.size()))
          .add("kept", insert)
          .set("node", node);
      for (int i = 0; i < texts.size(); i++) {
        also.set("digest" + i, texts.get(i).digest().bytes())
            .set("body" + i, texts.get(i).text().orElseThrow().bytes())
            .set("split" + i, texts.get(i).split());
      }
    }
    also.run(database);
  }

  private static String given(int texts) {
    return IntStream.range(0, texts)
        .mapToObj(
            "(cast(:digest%1$d as bytea), cast(:body%1$d as bytea), cast(:split%1$d as int))"
                ::formatted)
        .collect(joining(", ", "values ", ""));
  }

  /** Returns a document of the node with row number {@code node}. */
  public Optional<StoredText> find(long node, Digest digest) {
    return database
        .createNativeQuery(
            "select place, body from document where node_id = ?1 and digest = ?2", Object[].class)
        .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
        .setParameter(1, node)
        .setParameter(2, digest.bytes())
        .uniqueResultOptional()
        .map(row -> bodies.of((String) row[0], (byte[]) row[1]));
  }

  /**
   * Deletes documents that nothing refers to any more; the caller holds the rows of {@code nodes},
   * given by row number, in a transaction with isolation level read committed.
   */
  public int deleteUnused(Collection<Long> nodes) {
    return database
        .createNativeMutationQuery(
            """
            delete from document d
            using (
              select node_id, digest from document where node_id = any(?1)
              except (
                select node_id, inventory from inspection_result where node_id = any(?1)
                union all
                select node_id, plugin_data from inspection_result where node_id = any(?1)
                union all
                select i.node_id, unnest(array[i.trace_document, p.inventory, p.rest])
                from inspection i left join inspection_payload p on p.inspection_id = i.id
                where i.node_id = any(?1))) unused
            where d.node_id = unused.node_id and d.digest = unused.digest
            """)
        .setParameter(1, nodes.toArray(Long[]::new))
        .executeUpdate();
  }
}
