package dev.assay.conductor.hardware.ipmi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A script in place of ipmitool: it plays a machine whose power changes after the next reading, and
 * writes down how it was called.
 */
final class FakeIpmitool {
  private static final String SCRIPT =
      """
      #!/bin/sh
      cd "$(dirname "$0")"
      (IFS='|'; echo "$*" >> calls)
      env -0 > environment
      cat > input
      if [ -f answer ]; then
        case "$*" in *"$(cat asked)") cat answer; exit "$(cat status)" ;; esac
      fi
      case "$*" in
        *"chassis power status")
          echo "Chassis Power is $(cat power)"
          if [ -f next ]; then mv next power; fi ;;
        *"chassis power on") echo on > next; echo "Chassis Power Control: Up/On" ;;
        *"chassis power off") echo off > next; echo "Chassis Power Control: Down/Off" ;;
        *"chassis power soft") echo off > next; echo "Chassis Power Control: Soft" ;;
        *"chassis power reset") echo "Chassis Power Control: Reset" ;;
        *"chassis bootdev "*)
          flags=80
          case "$*" in *efiboot*) flags=a0 ;; esac
          case "$*" in *persistent*) flags=c0 ;; esac
          case "$*" in *persistent,efiboot*) flags=e0 ;; esac
          echo "${flags}04000000" > boot
          echo "Set Boot Device to pxe" ;;
        *"raw 0x00 0x08 0x05 0x00 0x00 0x00 0x00 0x00") echo 0000000000 > boot ;;
        *"chassis bootparam get 5") echo "Boot parameter data: $(cat boot)" ;;
        *"mc info") echo "Manufacturer Name         : Supermicro" ;;
      esac
      """;

  private final Path folder;

  FakeIpmitool(Path folder) {
    this.folder = folder;
    script(SCRIPT);
    write("power", "off");
    write("boot", "0000000000");
  }

  /** The program to run. */
  String program() {
    return folder.resolve("ipmitool").toString();
  }

  /** Prints {@code output} and ends with {@code status} from now on. */
  void answers(int status, String output) {
    answers("", status, output);
  }

  /** Does so when it is asked for {@code command}, the last words of its arguments. */
  void answers(String command, int status, String output) {
    write("asked", command);
    write("status", Integer.toString(status));
    write("answer", output);
  }

  /** Plays the machine again. */
  void answersAsUsual() {
    try {
      Files.delete(folder.resolve("answer"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Is another script from now on. */
  void script(String text) {
    try {
      var file = folder.resolve("ipmitool");
      Files.writeString(file, text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The arguments of each call, separated by bars. */
  List<String> calls() {
    return read("calls").lines().toList();
  }

  /** The variables of the last call, and what it was written. */
  List<String> environment() {
    return List.of(read("environment").split("\0", -1));
  }

  String input() {
    return read("input");
  }

  /** One character for each byte. */
  String read(String name) {
    try {
      return Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean has(String name) {
    return Files.exists(folder.resolve(name));
  }

  private void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
