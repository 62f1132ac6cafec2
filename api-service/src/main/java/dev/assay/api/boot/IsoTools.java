package dev.assay.api.boot;

import dev.assay.boot.BootConfig;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Makes ISO images with the programs grub-mkrescue and xorriso. */
@ApplicationScoped
class IsoTools {
  private static final Logger LOG = Logger.getLogger(IsoTools.class);

  /** The label by which ramdisks find a medium with parameters.txt. */
  private static final String LABEL = "IR-VFD-DEV";

  private static final String PACKAGES =
      "xorriso grub-common grub-efi-amd64-bin grub-pc-bin mtools";
  private static final int SHOWN_OUTPUT = 500;

  private final Duration limit;

  IsoTools(BootConfig config) {
    this.limit = config.imageTimeout();
  }

  /**
   * Makes an image for BIOS and UEFI of kernel and ramdisk, with room for parameters, in {@code
   * folder}, an empty one.
   */
  ParameterSlots ofKernel(Path kernel, Path ramdisk, Path folder) throws IOException {
    var bootLoader = ParameterSlots.newMark();
    var file = ParameterSlots.newMark();
    var tree = folder.resolve("tree");
    Files.createDirectories(tree.resolve("boot/grub"));
    Files.writeString(tree.resolve("boot/grub/grub.cfg"), grubConfiguration(bootLoader));
    Files.writeString(tree.resolve("parameters.txt"), ParameterSlots.room(file));
    var image = folder.resolve("image.iso");
    run(
        List.of(
            "grub-mkrescue",
            "--output=" + image,
            tree.toString(),
            "vmlinuz=" + kernel.toAbsolutePath(),
            "initrd=" + ramdisk.toAbsolutePath(),
            "--",
            "-volid",
            LABEL));
    return ParameterSlots.in(image, Optional.of(bootLoader), file);
  }

  private static String grubConfiguration(String mark) {
    return """
    set default=0
    set timeout=0
    menuentry "Assay inspection" {
      linux /vmlinuz %s
      initrd /initrd
    }
    """
        .formatted(ParameterSlots.room(mark));
  }

  /** Makes a copy of a bootable image that has room for parameters, in {@code folder}. */
  ParameterSlots ofIso(Path iso, Path folder) throws IOException {
    var file = ParameterSlots.newMark();
    var parameters = Files.writeString(folder.resolve("parameters.txt"), ParameterSlots.room(file));
    var image = Files.copy(iso, folder.resolve("image.iso"));
    run(
        List.of(
            "xorriso",
            "-dev",
            "stdio:" + image,
            "-boot_image",
            "any",
            "keep", // what makes it bootable stays byte by byte
            "-map",
            parameters.toString(),
            "/parameters.txt"));
    return ParameterSlots.in(image, Optional.empty(), file);
  }

  private void run(List<String> command) throws IOException {
    var output = Files.createTempFile("assay-iso", ".log");
    try {
      var process = start(command, output);
      try {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
          throw failed(command, "it took longer than assay.boot.image-timeout");
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw failed(command, "it ended with " + process.exitValue() + ": " + tail(output));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(command, "it was interrupted");
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static Process start(List<String> command, Path output) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
          .start();
    } catch (IOException e) {
      LOG.errorf("%s cannot be started: %s", command.getFirst(), e.getMessage());
      throw failed(command, "it cannot be started; install the packages " + PACKAGES);
    }
  }

  private static AssayException failed(List<String> command, String why) {
    return new AssayException(
        ErrorCode.UNAVAILABLE,
        "The image of the ramdisk could not be made with %s: %s."
            .formatted(command.getFirst(), why));
  }

  private static String tail(Path output) throws IOException {
    var text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
    var start = Math.max(0, text.length() - SHOWN_OUTPUT);
    return ShortText.printable(text.substring(start), SHOWN_OUTPUT);
  }
}
