package dev.assay.storedjson;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of libzstd that are used. Texts stay on the heap, so no garbage is collected while
 * one is compressed. To be used only when the library is there, see {@link Zstd#isAvailable}.
 * Source: zstd.h, since zstd 1.4.0.
 */
@SuppressWarnings("restricted") // what it calls is code of the operating system
final class Libzstd {
  /** A parameter of compressors: the level. */
  static final int LEVEL = 100;

  /** A parameter of compressors: 1 for a checksum in each frame. */
  static final int CHECKSUM = 201;

  private static final int LONGEST_MESSAGE = 256;
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
  private static final MemoryLayout SIZE = ValueLayout.JAVA_LONG;
  private static final MemoryLayout INT = ValueLayout.JAVA_INT;

  private static final SymbolLookup LIBRARY =
      SymbolLookup.libraryLookup(Zstd.LIBRARY, Arena.global());
  private static final MethodHandle COMPRESSOR = function("ZSTD_createCCtx", POINTER);
  private static final MethodHandle DECOMPRESSOR = function("ZSTD_createDCtx", POINTER);
  private static final MethodHandle SET =
      function("ZSTD_CCtx_setParameter", SIZE, POINTER, INT, INT);
  private static final MethodHandle COMPRESS_WITH =
      function("ZSTD_CCtx_loadDictionary", SIZE, POINTER, POINTER, SIZE);
  private static final MethodHandle DECOMPRESS_WITH =
      function("ZSTD_DCtx_loadDictionary", SIZE, POINTER, POINTER, SIZE);
  private static final MethodHandle COMPRESS =
      function("ZSTD_compress2", SIZE, POINTER, POINTER, SIZE, POINTER, SIZE);
  private static final MethodHandle DECOMPRESS =
      function("ZSTD_decompressDCtx", SIZE, POINTER, POINTER, SIZE, POINTER, SIZE);
  private static final MethodHandle TEXT_LENGTH =
      function("ZSTD_getFrameContentSize", SIZE, POINTER, SIZE);
  private static final MethodHandle ERROR_NAME = function("ZSTD_getErrorName", POINTER, SIZE);

  private Libzstd() {}

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    return Linker.nativeLinker()
        .downcallHandle(
            LIBRARY.findOrThrow(name),
            FunctionDescriptor.of(result, parameters),
            Linker.Option.critical(true));
  }

  /** A call of one of the functions. */
  @FunctionalInterface
  private interface Call<T> {
    @SuppressWarnings("IllegalThrows") // as method handles declare it
    T run() throws Throwable;
  }

  @SuppressWarnings("IllegalCatch") // as method handles declare it
  private static <T> T call(Call<T> function) {
    try {
      return function.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(Zstd.LIBRARY + " cannot be called", e);
    }
  }

  static MemorySegment compressor() {
    return created(call(() -> (MemorySegment) COMPRESSOR.invokeExact()));
  }

  static MemorySegment decompressor() {
    return created(call(() -> (MemorySegment) DECOMPRESSOR.invokeExact()));
  }

  private static MemorySegment created(MemorySegment context) {
    if (context.equals(MemorySegment.NULL)) {
      throw new IllegalStateException("libzstd got no memory for a context");
    }
    return context;
  }

  static long set(MemorySegment compressor, int parameter, int value) {
    return call(() -> (long) SET.invokeExact(compressor, parameter, value));
  }

  static long compressWith(MemorySegment compressor, MemorySegment dictionary) {
    return call(
        () -> (long) COMPRESS_WITH.invokeExact(compressor, dictionary, dictionary.byteSize()));
  }

  static long decompressWith(MemorySegment decompressor, MemorySegment dictionary) {
    return call(
        () -> (long) DECOMPRESS_WITH.invokeExact(decompressor, dictionary, dictionary.byteSize()));
  }

  /** Writes one frame to {@code to}; returns its length, or an error. */
  static long compress(MemorySegment compressor, MemorySegment text, MemorySegment to) {
    return call(
        () -> (long) COMPRESS.invokeExact(compressor, to, to.byteSize(), text, text.byteSize()));
  }

  /** Writes the text of {@code frame} to {@code to}; returns its length, or an error. */
  static long decompress(MemorySegment decompressor, MemorySegment frame, MemorySegment to) {
    return call(
        () ->
            (long)
                DECOMPRESS.invokeExact(decompressor, to, to.byteSize(), frame, frame.byteSize()));
  }

  /** The length of a frame's text; negative when the frame does not say it. */
  static long textLength(MemorySegment frame) {
    return call(() -> (long) TEXT_LENGTH.invokeExact(frame, frame.byteSize()));
  }

  /** True for a result that is an error: no length is that large. */
  static boolean isError(long result) {
    return result < 0;
  }

  /** What the library calls an error. */
  static String errorName(long result) {
    return call(
        () ->
            ((MemorySegment) ERROR_NAME.invokeExact(result))
                .reinterpret(LONGEST_MESSAGE)
                .getString(0));
  }
}
