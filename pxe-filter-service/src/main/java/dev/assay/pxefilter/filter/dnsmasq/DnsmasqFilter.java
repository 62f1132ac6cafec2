package dev.assay.pxefilter.filter.dnsmasq;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.pxefilter.filter.AccessList;
import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.Permit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Tells dnsmasq which machines to answer, by files in its dhcp-hostsdir. dnsmasq notices changed
 * files at once, and needs a signal (SIGHUP) only when files were deleted, or so many changed that
 * it may have missed some. Source: spec pxe-filter.md 2 and 3.2.
 */
public final class DnsmasqFilter implements BootFilter {
  private static final Logger LOG = Logger.getLogger(DnsmasqFilter.class);

  /** The kernel drops what happens beyond 16384 changes that dnsmasq has not read yet. */
  private static final int MANY_CHANGES = 4000;

  /** dnsmasq keeps every record that it read until it is told to read all again. */
  private static final int SHADOWED_RECORDS = 100_000;

  /** As many files are written before the filter looks at news and its permit again. */
  private static final int BATCH = 500;

  private final HostsFolder folder;
  private final Dnsmasq dnsmasq;
  private final boolean purges;
  private final Duration patience;

  /**
   * What the files say, as far as this process knows; null for an address whose file is damaged.
   */
  private final Map<MacAddress, @Nullable Access> written = new HashMap<>();

  private @Nullable Access writtenUnknown;

  /**
   * Known addresses without a file, which are denied as all unknown ones are. As long as there are
   * any, unknown ones stay denied.
   */
  private final Deque<MacAddress> missing = new ArrayDeque<>();

  private @Nullable Guard guard;
  private boolean read;
  private boolean verified;
  private boolean purged;
  private boolean deaf;
  private int changes;
  private int changesSinceSignal;
  private List<Path> strangers = List.of();

  /**
   * Takes the folder. IllegalStateException when it is not there, or another filter has it.
   *
   * @param purges whether files of addresses that are no ports are deleted at first
   * @param patience how long this process may show no sign of life before everyone is denied; zero
   *     for as long as it likes
   */
  public DnsmasqFilter(Path hosts, Optional<Path> pidFile, boolean purges, Duration patience) {
    this.folder = new HostsFolder(hosts);
    this.dnsmasq = new Dnsmasq(pidFile);
    this.purges = purges;
    this.patience = patience;
    try {
      folder.lock();
    } catch (HostsFolder.Taken e) {
      throw new IllegalStateException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalStateException(
          "assay.pxe-filter.dhcp-hostsdir is %s, which cannot be used (%s): make the folder, and let the filter write to it and dnsmasq read it."
              .formatted(hosts, e),
          e);
    }
  }

  @Override
  public int reconcile(AccessList list, Permit permit) throws IOException {
    int drift = look(!verified);
    verified = true;
    watch(permit);
    apply(list, permit);
    if (!purged) {
      purge(list);
      purged = true;
    }
    tell();
    return drift;
  }

  @Override
  public void open(AccessList list, Permit permit) throws IOException {
    watch(permit);
    apply(list, permit);
    tell();
  }

  /**
   * Writes every file that does not say what it must; what denies comes first. While unknown
   * addresses are denied, most of the missing files that deny can wait.
   */
  private void apply(AccessList list, Permit permit) throws IOException {
    if (writtenUnknown == null || permitted(list.unknown(), permit) == Access.DENY) {
      writeUnknown(Access.DENY);
    }
    missing.clear();
    for (var address : list.known().keySet()) {
      if (writtenUnknown == Access.DENY && !written.containsKey(address)) {
        missing.add(address);
      } else {
        write(address, Access.DENY, list, permit);
      }
    }
    writeThoseWithoutPort(Access.DENY, list, permit);
    writeMissing(list, permit);
    for (var address : list.known().keySet()) {
      write(address, Access.ALLOW, list, permit);
    }
    writeThoseWithoutPort(Access.ALLOW, list, permit);
  }

  private void writeThoseWithoutPort(Access access, AccessList list, Permit permit)
      throws IOException {
    for (var address : List.copyOf(written.keySet())) {
      if (!list.known().containsKey(address)) {
        write(address, access, list, permit);
      }
    }
  }

  /** Writes a batch of missing files that deny, and after the last one that of the unknown. */
  private void writeMissing(AccessList list, Permit permit) throws IOException {
    for (int i = 0; i < BATCH && !missing.isEmpty(); i++) {
      var address = missing.remove();
      if (list.known().containsKey(address) && !written.containsKey(address)) {
        write(address, Access.DENY, list, permit);
      }
    }
    writeUnknown(wantedUnknown(list, permit));
  }

  @Override
  public boolean continueWork(AccessList list, Permit permit) throws IOException {
    if (!missing.isEmpty()) {
      writeMissing(list, permit);
      if (missing.isEmpty()) {
        tell();
      }
    }
    return !missing.isEmpty();
  }

  /**
   * Reads the folder, and returns how many files are not as this process left them.
   *
   * @param wholly as {@link HostsFolder#read}
   */
  private int look(boolean wholly) throws IOException {
    if (!folder.isOurs()) {
      dismissGuard(); // it watches over a folder that is gone
      folder.lock();
      folder.openWriter();
    }
    folder.sweep();
    var found = folder.read(wholly);
    int drift = 0;
    if (read) {
      drift = writtenUnknown == found.unknown() ? 0 : 1;
      for (var entry : written.entrySet()) {
        if (entry.getValue() != found.known().get(entry.getKey())) {
          drift++;
        }
      }
      for (var address : found.known().keySet()) {
        if (!written.containsKey(address)) {
          drift++;
        }
      }
    }
    read = true;
    written.clear();
    written.putAll(found.known());
    writtenUnknown = found.unknown();
    if (!strangers.equals(found.strangers()) && !found.strangers().isEmpty()) {
      LOG.warnf("dnsmasq also reads files that are not this filter's: %s.", found.strangers());
    }
    strangers = found.strangers();
    var wasDeaf = deaf;
    deaf = dnsmasq.isDeafTo(folder.path());
    if (deaf && !wasDeaf) {
      LOG.warn(deafness());
      changes++; // it may have missed some
    }
    return drift;
  }

  /**
   * Deletes the files of addresses that are no ports any more. Only when dnsmasq can be told: else
   * it would keep what it read in them.
   */
  private void purge(AccessList list) throws IOException {
    if (!purges || !dnsmasq.isKnown()) {
      return;
    }
    int before = written.size();
    for (var address : List.copyOf(written.keySet())) {
      if (!list.known().containsKey(address)) {
        folder.remove(address);
        written.remove(address);
      }
    }
    if (written.size() < before) {
      LOG.infof("Deleted %d files of addresses that are no ports.", before - written.size());
      dnsmasq.reread();
    }
  }

  @Override
  public void update(AccessList list, Collection<MacAddress> changed, Permit permit)
      throws IOException {
    if (wantedUnknown(list, permit) != writtenUnknown) {
      reconcile(list, permit); // also the files of addresses that are no ports any more
      return;
    }
    for (var access : List.of(Access.DENY, Access.ALLOW)) {
      for (var address : changed) {
        write(address, access, list, permit);
      }
    }
    tell();
  }

  private static Access permitted(Access wanted, Permit permit) {
    return permit.isValid() ? wanted : Access.DENY;
  }

  private Access wantedUnknown(AccessList list, Permit permit) {
    return missing.isEmpty() ? permitted(list.unknown(), permit) : Access.DENY;
  }

  /** Writes the file if it must say {@code access} and does not. */
  private void write(MacAddress address, Access access, AccessList list, Permit permit)
      throws IOException {
    // The permit is looked at before each file, since writing many takes longer than it lasts.
    if (permitted(list.of(address), permit) != access || written.get(address) == access) {
      return;
    }
    if (!list.known().containsKey(address) && !written.containsKey(address)) {
      return; // unknown, and without a file: as all unknown ones
    }
    folder.write(address, access);
    written.put(address, access);
    changes++;
    if (changes % BATCH == 0) {
      prolong(permit);
    }
  }

  private void writeUnknown(Access access) throws IOException {
    if (writtenUnknown != access) {
      folder.writeUnknown(access);
      writtenUnknown = access;
      changes++;
    }
  }

  /** Signals dnsmasq if it did not notice what was changed, or may not have. */
  private void tell() throws IOException {
    if ((changes > 0 && deaf)
        || changes > MANY_CHANGES
        || changesSinceSignal + changes > SHADOWED_RECORDS) {
      if (!dnsmasq.isKnown()) {
        LOG.warnf(
            "dnsmasq may have missed some of %d changed files: send it SIGHUP, and set assay.pxe-filter.dnsmasq-pid-file so that the filter does that.",
            changes);
      }
      dnsmasq.reread();
      changes = 0;
      changesSinceSignal = 0;
    } else if (missing.isEmpty()) { // else the files that are still to be written count with these
      changesSinceSignal += changes;
      changes = 0;
    }
  }

  /**
   * Has a guard watch this process while machines can boot. When a guard has ended, it has taken
   * the folder away in which files are written.
   */
  private void watch(Permit permit) throws IOException {
    if (guard != null && !guard.isRunning()) {
      guard = null;
    }
    if (guard != null) {
      return;
    }
    var writer = folder.openWriter();
    if (permit.isValid() && patience.isPositive()) {
      guard = Guard.start(folder.path(), writer, patience, dnsmasq.pidFile());
    }
  }

  @Override
  public void prolong(Permit permit) throws IOException {
    // The guard's patience ends before the permit does, when it is not prolonged once more.
    if (guard != null && permit.remaining().compareTo(patience.multipliedBy(3).dividedBy(4)) > 0) {
      if (!guard.beat()) {
        guard = null;
        throw new IOException(
            "this process showed no sign of life for %s, so that its guard denied everyone"
                .formatted(patience));
      }
    }
  }

  @Override
  public void denyAll() throws IOException {
    if (folder.isMissing() && dnsmasq.isKnown()) {
      dnsmasq.reread(); // of files that are gone, nothing stays
      written.clear();
      writtenUnknown = null;
    } else {
      try {
        denyEach();
      } finally {
        tell();
      }
    }
    dismissGuard();
  }

  private void dismissGuard() {
    if (guard != null) {
      guard.dismiss();
      guard = null;
    }
  }

  /** Makes every file deny; those that can be, when some cannot. */
  private void denyEach() throws IOException {
    IOException failure = null;
    try {
      if (!read || !folder.isOurs()) {
        look(false);
      }
      writeUnknown(Access.DENY);
    } catch (IOException e) {
      failure = e;
    }
    for (var entry : written.entrySet()) {
      if (entry.getValue() != Access.DENY) {
        try {
          folder.write(entry.getKey(), Access.DENY);
          entry.setValue(Access.DENY);
          changes++;
        } catch (IOException e) {
          failure = Objects.requireNonNullElse(failure, e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public Optional<String> warning() {
    if (deaf) {
      return Optional.of(deafness());
    }
    if (dnsmasq.isAbsent()) {
      return Optional.of(
          "No dnsmasq runs with the pid file %s: start it, or correct assay.pxe-filter.dnsmasq-pid-file."
              .formatted(dnsmasq.pidFile().map(Path::toString).orElse("")));
    }
    return strangers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "dnsmasq also reads files in %s that are not this filter's: %s. Delete them."
                .formatted(
                    folder.path(),
                    String.join(
                        ", ", strangers.stream().map(it -> it.getFileName().toString()).toList())));
  }

  private String deafness() {
    return "dnsmasq does not watch %s, so that it is sent SIGHUP for each change: set dhcp-hostsdir=%s in its configuration, and restart it."
        .formatted(folder.path(), folder.path().toAbsolutePath());
  }

  /** Leaves the files as they are; a guard that is still needed acts when this process ends. */
  @Override
  public void close() {
    folder.close();
  }
}
