package dev.assay.api.tls;

import dev.assay.time.RepeatedMessages;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Keeps the content of files in PEM format, and reloads it when they change. When they cannot be
 * used, the previous content stays in use and reloading is tried again.
 */
final class PemFiles<T> {
  private static final Logger LOG = Logger.getLogger(PemFiles.class);

  /** Reads the files and checks that they can be used. */
  interface Reader<T> {
    T read() throws IOException, GeneralSecurityException;
  }

  private final String name;
  private final List<Path> files;
  private final Reader<T> reader;
  private final RepeatedMessages repeated = new RepeatedMessages();
  private volatile T current;
  private volatile T former;
  private List<FileTime> used;

  /**
   * {@code name} describes the files and their options, for log messages.
   *
   * @throws IllegalStateException when the files cannot be used
   */
  PemFiles(String name, Reader<T> reader, Path... files) {
    this.name = name;
    this.files = List.of(files);
    this.reader = reader;
    try {
      this.used = modificationTimes();
      this.current = reader.read();
      this.former = current;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(unusable(e), e);
    }
  }

  /** The content in use. */
  T current() {
    return current;
  }

  /** The content used before: handshakes in progress may have chosen it. */
  T former() {
    return former;
  }

  /** Reloads the files; true when they had changed and could be used. */
  synchronized boolean reload() {
    try {
      var modificationTimes = modificationTimes();
      if (modificationTimes.equals(used)) {
        return false;
      }
      var fresh = reader.read();
      used = modificationTimes;
      former = current;
      current = fresh;
      repeated.clear();
      return true;
    } catch (IOException | GeneralSecurityException e) {
      var sentence = unusable(e);
      if (repeated.isDue(sentence)) {
        LOG.warnf("%s The previous content stays in use.", sentence);
      }
      return false;
    }
  }

  private List<FileTime> modificationTimes() throws IOException {
    var times = new ArrayList<FileTime>();
    for (var file : files) {
      times.add(Files.getLastModifiedTime(file));
    }
    return times;
  }

  private String unusable(Exception why) {
    return "%s cannot be used: %s.".formatted(name, reason(why));
  }

  private static String reason(Exception why) {
    return switch (why) {
      case NoSuchFileException missing -> missing.getFile() + " is not there";
      case AccessDeniedException denied ->
          "user %s may not read %s".formatted(System.getProperty("user.name"), denied.getFile());
      default -> String.valueOf(why.getMessage());
    };
  }
}
