package dev.assay.storedjson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Compresses short JSON texts with zstd, the fastest level, and a dictionary of what inventories,
 * plugin data and traces have in common. Source: RFC 8878, docs/decisions/0068.
 */
final class Zstd {
  /** The longest text in bytes. */
  static final int LONGEST = 256 * 1024;

  /** The file of the library, of all versions 1.x. */
  static final String LIBRARY =
      System.getProperty("os.name").startsWith("Mac") ? "libzstd.1.dylib" : "libzstd.so.1";

  private static final int MAGIC = 0xfd2fb528;
  private static final int LEVEL = 1;
  private static final String DICTIONARY = "dictionary-1.zstd";
  private static final boolean AVAILABLE = isInstalled(LIBRARY);

  private Zstd() {}

  @SuppressWarnings("restricted") // as in Libzstd, which can only be used when the file is there
  static boolean isInstalled(String library) {
    try (var loaded = Arena.ofConfined()) {
      SymbolLookup.libraryLookup(library, loaded);
      return true;
    } catch (IllegalArgumentException _) { // there is none, or it cannot be loaded
      return false;
    }
  }

  /** Whether this machine has libzstd. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  /** Whether {@code data} begin as a frame does. */
  static boolean isFrame(byte[] data) {
    return data.length >= Integer.BYTES
        && ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
  }

  /** Returns a frame with {@code length} bytes of {@code data} from {@code start}. */
  static byte[] compressed(byte[] data, int start, int length) {
    var text = MemorySegment.ofArray(data).asSlice(start, length);
    var frame = new byte[length + length / 256 + 64]; // the most that it can take
    var result =
        Contexts.COMPRESSORS.use(
            context -> Libzstd.compress(context, text, MemorySegment.ofArray(frame)));
    return Arrays.copyOf(frame, (int) require(result));
  }

  /**
   * Returns the text of a frame.
   *
   * @throws IOException when it is damaged, or cannot be decompressed on this machine
   */
  static byte[] text(byte[] frame) throws IOException {
    if (!AVAILABLE) {
      throw new IOException(
          "it is compressed with zstd, and this machine has no %s: install it".formatted(LIBRARY));
    }
    var data = MemorySegment.ofArray(frame);
    var length = Libzstd.textLength(data);
    if (length < 0 || length > LONGEST) {
      throw new IOException("the frame of zstd has no valid length");
    }
    var text = new byte[(int) length];
    var result =
        Contexts.DECOMPRESSORS.use(
            context -> Libzstd.decompress(context, data, MemorySegment.ofArray(text)));
    if (Libzstd.isError(result)) {
      throw new IOException(Libzstd.errorName(result));
    }
    return text;
  }

  private static long require(long result) {
    if (Libzstd.isError(result)) {
      throw new IllegalStateException("libzstd: " + Libzstd.errorName(result));
    }
    return result;
  }

  /**
   * As many contexts as can compute at once. The last one used is used next: it is in the cache.
   */
  private static final class Contexts {
    static final MemorySegment WORDS = dictionary();
    static final Contexts COMPRESSORS = new Contexts(Contexts::compressor);
    static final Contexts DECOMPRESSORS = new Contexts(Contexts::decompressor);

    private final Semaphore free = new Semaphore(Runtime.getRuntime().availableProcessors());
    private final ConcurrentLinkedDeque<MemorySegment> idle = new ConcurrentLinkedDeque<>();
    private final Supplier<MemorySegment> create;

    private Contexts(Supplier<MemorySegment> create) {
      this.create = create;
    }

    long use(ToLongFunction<MemorySegment> function) {
      free.acquireUninterruptibly();
      try {
        var last = idle.pollFirst();
        var context = last == null ? create.get() : last;
        try {
          return function.applyAsLong(context);
        } finally {
          idle.addFirst(context);
        }
      } finally {
        free.release();
      }
    }

    private static MemorySegment compressor() {
      var context = Libzstd.compressor();
      require(Libzstd.set(context, Libzstd.LEVEL, LEVEL));
      require(Libzstd.set(context, Libzstd.CHECKSUM, 1));
      require(Libzstd.compressWith(context, WORDS));
      return context;
    }

    private static MemorySegment decompressor() {
      var context = Libzstd.decompressor();
      require(Libzstd.decompressWith(context, WORDS));
      return context;
    }

    private static MemorySegment dictionary() {
      try (var file = Objects.requireNonNull(Zstd.class.getResourceAsStream(DICTIONARY))) {
        return MemorySegment.ofArray(file.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(DICTIONARY + " cannot be read", e);
      }
    }
  }
}
