package dev.assay.document;

import static java.util.stream.Collectors.joining;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.hibernate.query.MutationQuery;
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
    query(" " + insert, node, documents).executeUpdate();
  }

  /**
   * Prepares {@code change}, to store, in the same round trip, those of {@code documents} that the
   * node does not have. It has the parameter {@code node}; it can select {@code digest}, {@code
   * body} and {@code split} from {@code given}, which has the documents with text.
   */
  public MutationQuery keepAnd(String change, long node, List<Document> documents) {
    return query(", kept as (" + insert + ") " + change, node, documents);
  }

  private MutationQuery query(String sql, long node, List<Document> documents) {
    var texts = documents.stream().filter(document -> document.text().isPresent()).toList();
    var query =
        database
            .createNativeMutationQuery(given(texts.size()) + sql)
            .setQueryFlushMode(QueryFlushMode.NO_FLUSH)
            .setParameter("node", node);
    for (int i = 0; i < texts.size(); i++) {
      query.setParameter("digest" + i, texts.get(i).digest().bytes());
      query.setParameter("body" + i, texts.get(i).text().orElseThrow().bytes());
      query.setParameter("split" + i, texts.get(i).split());
    }
    return query;
  }

  private static String given(int texts) {
    var rows =
        IntStream.range(0, texts)
            .mapToObj(
                "(cast(:digest%1$d as bytea), cast(:body%1$d as bytea), cast(:split%1$d as int))"
                    ::formatted)
            .collect(joining(", "));
    return "with given (digest, body, split) as (%s)"
        .formatted(
            texts == 0
                ? "select cast('' as bytea), cast('' as bytea), 0 where false"
                : "values " + rows);
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
