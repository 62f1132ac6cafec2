package dev.assay.api.boot;

import dev.assay.boot.KernelParameters;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * An ISO image with room for kernel parameters: in the configuration of its boot loader, if Assay
 * made the image, and in parameters.txt, which the ramdisk reads when it is booted with
 * boot_method=vmedia.
 *
 * @param bootLoader offset of the room in the boot loader's configuration
 * @param file offset of the room in parameters.txt
 */
record ParameterSlots(Path image, long size, Optional<Long> bootLoader, long file) {
  /** Bytes of room in each place. */
  static final int LENGTH = 4096;

  /** Text that nothing else in an image contains, to find the room by. */
  static String newMark() {
    return "@@%s@@".formatted(UUID.randomUUID());
  }

  /** The room that is found by {@code mark}. */
  static String room(String mark) {
    return mark + " ".repeat(LENGTH - mark.length());
  }

  /**
   * Finds the room in an image by the marks; throws IOException when there is none. {@code
   * bootLoader} is empty when Assay has not written the boot loader's configuration.
   */
  static ParameterSlots in(Path image, Optional<String> bootLoader, String file)
      throws IOException {
    var loader =
        bootLoader.isEmpty()
            ? Optional.<Long>empty()
            : Optional.of(requireOffset(image, bootLoader.get()));
    return new ParameterSlots(image, Files.size(image), loader, requireOffset(image, file));
  }

  private static long requireOffset(Path image, String mark) throws IOException {
    return offset(image, mark.getBytes(StandardCharsets.US_ASCII))
        .orElseThrow(() -> new IOException("the image has no room for kernel parameters"));
  }

  private static Optional<Long> offset(Path image, byte[] mark) throws IOException {
    try (var stream = Files.newInputStream(image)) {
      var buffer = new byte[1 << 20];
      var kept = 0;
      var start = 0L; // offset of the buffer in the file
      while (true) {
        var count = stream.readNBytes(buffer, kept, buffer.length - kept);
        var found = indexOf(buffer, kept + count, mark);
        if (found >= 0) {
          return Optional.of(start + found);
        }
        if (count == 0) {
          return Optional.empty();
        }
        var next = Math.max(0, kept + count - mark.length);
        start += next;
        kept = kept + count - next;
        System.arraycopy(buffer, next, buffer, 0, kept);
      }
    }
  }

  private static int indexOf(byte[] buffer, int length, byte[] mark) {
    for (var i = 0; i + mark.length <= length; i++) {
      if (buffer[i] == mark[0] && Arrays.equals(buffer, i, i + mark.length, mark, 0, mark.length)) {
        return i;
      }
    }
    return -1;
  }

  /** The image with {@code parameters} in it. */
  PatchedFile with(KernelParameters parameters) {
    var patches = new ArrayList<PatchedFile.Patch>();
    bootLoader.ifPresent(
        offset -> patches.add(new PatchedFile.Patch(offset, filled(forGrub(parameters)))));
    patches.add(new PatchedFile.Patch(file, filled(parameters.text() + "\n")));
    return new PatchedFile(image, size, List.copyOf(patches));
  }

  private static byte[] filled(String text) {
    var bytes = new byte[LENGTH];
    Arrays.fill(bytes, (byte) ' ');
    var given = text.getBytes(StandardCharsets.US_ASCII);
    if (given.length > LENGTH) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "The kernel parameters have %d characters, more than %d. Shorten kernel_append_params or assay.inspector.extra-kernel-params."
              .formatted(given.length, LENGTH));
    }
    System.arraycopy(given, 0, bytes, 0, given.length);
    return bytes;
  }

  /** GRUB puts quotation marks around words with blanks by itself. */
  private static String forGrub(KernelParameters parameters) {
    return parameters.words().stream()
        .map(word -> "'" + word.replace("\"", "") + "'")
        .collect(Collectors.joining(" "));
  }
}
