package dev.assay.pxefilter.filter.dnsmasq;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The folder that dnsmasq reads as dhcp-hostsdir: a file for each known address, named for it, and
 * one for all unknown ones. Files are replaced by renaming, so that dnsmasq never reads half a
 * file. Names that begin with a dot are not read by dnsmasq. Source: spec pxe-filter.md 2.
 */
final class HostsFolder implements AutoCloseable {
  private static final String UNKNOWN_FILE = "unknown_hosts_filter";
  private static final String ANY_ADDRESS = "*:*:*:*:*:*";
  private static final String WRITER_PREFIX = ".assay-";
  private static final String LOCK = ".assay.lock";

  private final Path path;
  private final ByteBuffer buffer = ByteBuffer.allocate(64);
  private @Nullable Path writer;
  private @Nullable FileChannel lockFile;
  private @Nullable FileLock lock;
  private @Nullable Object lockKey;

  /**
   * What the folder says; null stands for a file that says neither, and for a missing one.
   *
   * @param strangers files that dnsmasq reads and this filter did not write
   */
  record Content(
      Map<MacAddress, @Nullable Access> known, @Nullable Access unknown, List<Path> strangers) {}

  HostsFolder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** True while this process has the folder: it is there, and nobody put another in its place. */
  boolean isOurs() {
    try {
      return lock != null && Objects.equals(lockKey, key(path.resolve(LOCK)));
    } catch (IOException _) {
      return false;
    }
  }

  private static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  boolean isMissing() {
    return !Files.exists(path);
  }

  /** Thrown when another filter has the folder. */
  static final class Taken extends IOException {
    private static final long serialVersionUID = 1L;

    Taken(Path folder) {
      super(
          "Another PXE filter writes to %s: give each filter, with its dnsmasq, a folder of its own (assay.pxe-filter.dhcp-hostsdir)"
              .formatted(folder));
    }
  }

  /**
   * Takes the folder for this process alone; {@link Taken} when another process has it, a
   * NoSuchFileException when it is not there.
   */
  void lock() throws IOException {
    unlock();
    var file = path.resolve(LOCK);
    lockFile = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException _) {
      lock = null; // another filter of this process
    }
    if (lock == null) {
      unlock();
      throw new Taken(path);
    }
    lockKey = key(file);
  }

  private void unlock() throws IOException {
    if (lockFile != null) {
      lockFile.close();
    }
    lockFile = null;
    lock = null;
  }

  /**
   * Makes a new folder to write files in before they are renamed into place, instead of the one
   * before.
   */
  Path openWriter() throws IOException {
    closeWriter();
    var made = Files.createDirectory(path.resolve(WRITER_PREFIX + UUID.randomUUID()));
    writer = made;
    return made;
  }

  private void closeWriter() throws IOException {
    if (writer != null) {
      delete(writer);
      writer = null;
    }
  }

  /** Deletes what killed processes left. */
  void sweep() throws IOException {
    try (var entries = Files.newDirectoryStream(path, WRITER_PREFIX + "*-*")) {
      for (var entry : entries) {
        if (!entry.equals(writer)) {
          delete(entry);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      return;
    }
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException _) {
      // A guard is deleting it too.
    }
  }

  /**
   * Reads what is in force.
   *
   * @param wholly also reads what the files contain; else their sizes tell, which is fifty times as
   *     fast and enough for files that this process wrote
   */
  Content read(boolean wholly) throws IOException {
    var known = new HashMap<MacAddress, @Nullable Access>();
    var strangers = new ArrayList<Path>();
    var unknown = new AtomicReference<@Nullable Access>();
    Files.walkFileTree(
        path,
        EnumSet.noneOf(FileVisitOption.class),
        1,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            var name = file.getFileName().toString();
            if (name.equals(UNKNOWN_FILE)) {
              unknown.set(access(file, ANY_ADDRESS, attributes.size(), wholly));
            } else if (MacAddress.parse(name).filter(it -> it.text().equals(name)).isPresent()) {
              // An empty or damaged file stands for a denied machine, and is written again.
              known.put(new MacAddress(name), access(file, name, attributes.size(), wholly));
            } else if (attributes.isRegularFile() && !ignoredByDnsmasq(name)) {
              strangers.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (file.equals(path)) {
              throw e;
            }
            return FileVisitResult.CONTINUE; // deleted meanwhile
          }
        });
    return new Content(known, unknown.get(), strangers);
  }

  private static boolean ignoredByDnsmasq(String name) {
    return name.startsWith(".")
        || name.endsWith("~")
        || (name.startsWith("#") && name.endsWith("#"));
  }

  /** What a file says; null when it says neither. */
  private @Nullable Access access(Path file, String address, long size, boolean wholly)
      throws IOException {
    for (var access : Access.values()) {
      var line = line(address, access);
      if (line.length() == size && (!wholly || content(file).equals(line))) {
        return access;
      }
    }
    return null;
  }

  private String content(Path file) throws IOException {
    buffer.clear();
    try (var open = FileChannel.open(file, StandardOpenOption.READ)) {
      var _ = open.read(buffer);
    }
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
  }

  private static String line(String address, Access access) {
    return switch (access) {
      case ALLOW -> address + "\n";
      case DENY -> address + ",ignore\n";
    };
  }

  /** Writes the file of a known address. */
  void write(MacAddress address, Access access) throws IOException {
    write(address.text(), address.text(), access);
  }

  /** Writes the file of all unknown addresses. */
  void writeUnknown(Access access) throws IOException {
    write(UNKNOWN_FILE, ANY_ADDRESS, access);
  }

  /** Deletes the file of an address; dnsmasq keeps what it read until it is told to read again. */
  void remove(MacAddress address) throws IOException {
    Files.deleteIfExists(path.resolve(address.text()));
  }

  private void write(String name, String address, Access access) throws IOException {
    var line = line(address, access).getBytes(StandardCharsets.US_ASCII);
    var file = path.resolve(name);
    try {
      replace(file, line);
    } catch (IOException e) {
      if (access == Access.ALLOW || !Files.exists(file)) {
        throw e;
      }
      overwrite(file, line);
    }
  }

  private void replace(Path file, byte[] line) throws IOException {
    var draft = (writer == null ? openWriter() : writer).resolve("draft");
    Files.write(draft, line);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Needs no space on the disk: the line of a denied address is longer than that of an allowed. */
  private static void overwrite(Path file, byte[] line) throws IOException {
    try (var open = FileChannel.open(file, StandardOpenOption.WRITE)) {
      open.write(ByteBuffer.wrap(line), 0);
      open.truncate(line.length);
    }
  }

  @Override
  public void close() {
    try {
      closeWriter();
      unlock();
    } catch (IOException _) {
      // The next filter deletes what is left.
    }
  }
}
