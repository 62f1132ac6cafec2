package dev.assay.api.boot;

import dev.assay.api.log.LimitedLog;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Limits how many images are sent at once: each takes a buffer, a thread and an open file. A client
 * may read as slowly as it likes, as BMCs do that read an image while its machine boots, until all
 * places are taken.
 */
@ApplicationScoped
class Downloads {
  private static final LimitedLog CUT = new LimitedLog(Logger.getLogger(Downloads.class));
  private static final int MOST = 1000;
  private static final Duration STALL = Duration.ofSeconds(30);

  private final int most;
  private final LongSupplier nanoTime;
  private final Set<Download> beingSent = new HashSet<>();

  /**
   * Who reads an image.
   *
   * @param network its address, as limits count it
   * @param cut closes its connection, from any thread
   */
  record Client(String network, Runnable cut) {}

  @Inject
  Downloads() {
    this(MOST, System::nanoTime);
  }

  Downloads(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
  }

  /**
   * The same content, which has a place until it is closed. When all places are taken, the client
   * is cut off that has read nothing for the longest time: of the source with the most places if
   * that has more than this one would have, else of all that have read nothing for 30 s. Without
   * such a client it closes {@code content} and throws UNAVAILABLE.
   */
  InputStream counted(InputStream content, Client client) throws IOException {
    var download = new Download(content, client);
    if (!enter(download)) {
      content.close();
      throw new AssayException(
          ErrorCode.UNAVAILABLE, "Too many images are being sent; try again later.");
    }
    return download;
  }

  private boolean enter(Download download) {
    Optional<Download> slowest;
    synchronized (beingSent) {
      slowest = beingSent.size() < most ? Optional.empty() : slowest(download.client.network());
      slowest.ifPresent(beingSent::remove);
      if (beingSent.size() >= most) {
        return false;
      }
      beingSent.add(download);
    }
    slowest.ifPresent(this::cut);
    return true;
  }

  private void cut(Download slowest) {
    CUT.warn(
        ("All %d places for sending images were taken; the connection of a client at %s, which had"
                + " read nothing for %d s, is closed for one of another.")
            .formatted(most, slowest.client.network(), slowest.idle().toSeconds()));
    slowest.client.cut().run();
  }

  private Optional<Download> slowest(String network) {
    var places = new HashMap<String, Integer>();
    beingSent.forEach(download -> places.merge(download.client.network(), 1, Integer::sum));
    var greatest = places.values().stream().max(Integer::compare).orElse(0);
    Stream<Download> candidates =
        greatest > places.getOrDefault(network, 0) + 1
            ? beingSent.stream()
                .filter(download -> greatest.equals(places.get(download.client.network())))
            : beingSent.stream().filter(download -> download.idle().compareTo(STALL) > 0);
    return candidates.max(Comparator.comparing(Download::idle));
  }

  private final class Download extends FilterInputStream {
    private final Client client;
    private volatile long readAt = nanoTime.getAsLong();

    private Download(InputStream content, Client client) {
      super(content);
      this.client = client;
    }

    private Duration idle() {
      return Duration.ofNanos(nanoTime.getAsLong() - readAt);
    }

    @Override
    public int read() throws IOException {
      readAt = nanoTime.getAsLong();
      return super.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      readAt = nanoTime.getAsLong();
      return super.read(into, from, length);
    }

    @Override
    public void close() throws IOException {
      synchronized (beingSent) {
        beingSent.remove(this);
      }
      super.close();
    }
  }
}
