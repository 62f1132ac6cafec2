package dev.assay.api.body;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.assay.storedjson.StoredJson;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how much heap the tree of a JSON text takes, by reading the text without keeping any of
 * it. A text of 15 MB can be a tree of 30 MB, or of 500 MB when it is all brackets. Sizes are those
 * of objects of a 64-bit JVM with compressed references, rounded up.
 */
final class JsonHeapEstimate {
  private static final int OBJECT = 144;
  private static final int MEMBER = 40;
  private static final int ARRAY = 96;
  private static final int SCALAR = 64;
  private static final int REFERENCE = 8;

  /** For a name in the set that detects duplicate names of an object. */
  private static final int SEEN_NAME = 56;

  /** The parser makes two or three more copies of the longest text. */
  private static final int COPIES = 3;

  /** Copies of a text that is changed and serialised again: the growing buffers, and the result. */
  private static final int REWRITTEN = 3;

  private static final int[] COSTS = costs();
  private static final int RECENT_NAMES = 4096;
  private static final int LONGEST_RECENT_NAME = 100;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(StoredJson.DEPTH)
                  .maxNumberLength(StoredJson.DIGITS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final @Nullable String[] recentNames = new @Nullable String[RECENT_NAMES];
  private final int[] names = new int[StoredJson.DEPTH + 2];
  private final long most;
  private final long rewritten;
  private long tree;
  private long texts;
  private long longest;
  private long mostNames;
  private int depth;

  private JsonHeapEstimate(long most, long rewritten) {
    this.most = most;
    this.rewritten = rewritten;
  }

  /**
   * The heap in bytes that the tree and its parsing take; any number above {@code most} when that
   * is more. Text after a syntax error is not counted, since the parser stops there, too.
   */
  static long of(InputStream json, long most) throws IOException {
    return of(json, most, 0);
  }

  /**
   * As {@link #of}, when a copy of the tree is changed and serialised again; {@code length} in
   * bytes.
   */
  static long ofChanged(InputStream json, long length, long most) throws IOException {
    return of(json, most, REWRITTEN * length);
  }

  /**
   * An upper bound of {@link #of} for a text of one value, found by counting punctuation instead of
   * reading tokens: at most a few times as much. For many texts this bound is low enough.
   */
  static long atMost(byte[] json) {
    long marks = 0;
    for (var mark : json) { // also those within strings
      marks += COSTS[mark & 0xff];
    }
    return SCALAR + REFERENCE + marks + (2L + COPIES) * json.length;
  }

  /** The most heap for what a byte of JSON can begin: a name, an object or array, a next value. */
  private static int[] costs() {
    var costs = new int[256];
    costs[':'] = MEMBER + 3 * SCALAR + SEEN_NAME;
    costs['{'] = OBJECT + REFERENCE + SCALAR + REFERENCE;
    costs['['] = costs['{'];
    costs[','] = SCALAR + REFERENCE;
    return costs;
  }

  /** The same for {@link #ofChanged}. */
  static long atMostChanged(byte[] json) {
    return 2 * atMost(json) + (long) REWRITTEN * json.length;
  }

  private static long of(InputStream json, long most, long rewritten) throws IOException {
    var estimate = new JsonHeapEstimate(most, rewritten);
    try (var parser = FACTORY.createParser(json)) {
      estimate.read(parser);
    } catch (JsonProcessingException | CharConversionException _) {
      return estimate.total();
    }
    return estimate.total();
  }

  private long total() {
    var parsing = tree + texts + COPIES * longest + SEEN_NAME * mostNames;
    return rewritten == 0 ? parsing : Math.max(parsing, 2 * tree + texts + rewritten);
  }

  private void read(JsonParser parser) throws IOException {
    var sized = false;
    long start = 0;
    for (var token = parser.nextToken();
        token != null && total() <= most;
        token = parser.nextToken()) {
      var here = parser.currentTokenLocation().getByteOffset();
      if (sized) {
        text(here - start);
      }
      sized = token == JsonToken.VALUE_STRING || token.isNumeric();
      start = here;
      count(token, parser);
    }
    if (sized) {
      text(parser.currentLocation().getByteOffset() - start);
    }
  }

  private void text(long length) {
    texts += length; // copies of the tree share them
    longest = Math.max(longest, length);
  }

  private void count(JsonToken token, JsonParser parser) throws IOException {
    switch (token) {
      case START_OBJECT -> {
        tree += OBJECT + REFERENCE;
        names[++depth] = 0;
      }
      case START_ARRAY -> {
        tree += ARRAY + REFERENCE;
        names[++depth] = 0;
      }
      case END_OBJECT, END_ARRAY -> mostNames = Math.max(mostNames, names[depth--]);
      case FIELD_NAME -> name(parser.currentName());
      default -> tree += SCALAR + REFERENCE;
    }
  }

  /** Counts a name; the parser keeps one copy of a name that is repeated. */
  private void name(String name) {
    tree += MEMBER;
    names[depth]++;
    var place = name.hashCode() & (RECENT_NAMES - 1);
    if (!name.equals(recentNames[place])) {
      recentNames[place] = name.length() <= LONGEST_RECENT_NAME ? name : null;
      tree += 3L * SCALAR + name.length();
    }
  }
}
