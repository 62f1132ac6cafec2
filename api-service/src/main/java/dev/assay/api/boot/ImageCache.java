package dev.assay.api.boot;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.api.log.LimitedLog;
import dev.assay.boot.BootConfig;
import dev.assay.boot.BootImages;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.storedjson.StoredJson;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Copies of images, and the ISO images made of them: each is fetched and made once, however many
 * machines ask for it at the same time. A copy in use may be deleted; who reads it can go on.
 */
@ApplicationScoped
class ImageCache {
  private static final Logger LOG = Logger.getLogger(ImageCache.class);
  private static final LimitedLog WARNINGS = new LimitedLog(LOG);
  private static final int UNIT = 1024; // weights of the cache are of type int

  /** Machines that boot at once. */
  private static final int MOST_READERS = 20_000;

  /** How long a machine that boots may read nothing of its image. */
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final ImageSource source;
  private final IsoTools tools;
  private final BootConfig config;
  private final AsyncLoadingCache<Key, Item> items;

  /**
   * What each inspection reads: two images made of the same files differ, and a BMC reads one in
   * many pieces.
   */
  private final Cache<UUID, Key.Iso> begun =
      Caffeine.newBuilder().maximumSize(MOST_READERS).expireAfterAccess(LONGEST_PAUSE).build();

  private volatile @Nullable CacheFolder folder;

  private sealed interface Key {
    /** A copy of what is at a URL. */
    record Copy(URI image) implements Key {}

    /** The ISO image made of images of these versions. */
    record Iso(BootImages images, String versions) implements Key {}
  }

  private sealed interface Item {
    /** The folder that holds its files and nothing else. */
    Path folder();

    /** The image. */
    Path file();

    long bytes();

    /**
     * A copy.
     *
     * @param version empty when the server gives none
     * @param content the same for copies of the same content that followed each other
     */
    record Copy(Path folder, Path file, Optional<String> version, String content, long bytes)
        implements Item {}

    record Iso(Path folder, ParameterSlots slots) implements Item {
      @Override
      public Path file() {
        return slots.image();
      }

      @Override
      public long bytes() {
        return slots.size();
      }
    }
  }

  ImageCache(ImageSource source, IsoTools tools, BootConfig config) {
    this.source = source;
    this.tools = tools;
    this.config = config;
    this.items =
        Caffeine.newBuilder()
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .maximumWeight(config.cacheSize().asLongValue() / UNIT)
            .weigher((Key _, Item item) -> (int) (item.bytes() / UNIT) + 1)
            .refreshAfterWrite(config.imageRecheckInterval())
            .removalListener((_, item, _) -> remove(item))
            .buildAsync(new Loader());
  }

  /** Makes the image of the configuration before the first machine asks for it. */
  void prepare(@Observes StartupEvent start) {
    BootImages.of(StoredJson.object(), config)
        .ifPresent(images -> Thread.ofVirtual().name("boot-image").start(() -> prepare(images)));
  }

  void stop(@Observes ShutdownEvent end) {
    var made = folder;
    if (made != null) {
      made.close();
    }
  }

  private void prepare(BootImages images) {
    try {
      LOG.infof("The ISO image of the ramdisk is ready: %d bytes.", iso(key(images)).size());
    } catch (AssayException _) {
      // the reason is in the log
    }
  }

  /**
   * The ISO image with room for parameters, for an inspection always the same one. Throws
   * UNAVAILABLE with the reason.
   */
  ParameterSlots iso(UUID inspection, BootImages images) {
    var before = begun.getIfPresent(inspection);
    if (before != null
        && before.images().equals(images)
        && items.synchronous().getIfPresent(before) instanceof Item.Iso kept
        && Files.exists(kept.file())) {
      return kept.slots();
    }
    var current = key(images);
    begun.put(inspection, current);
    return iso(current);
  }

  private ParameterSlots iso(Key.Iso key) {
    return ((Item.Iso) get(key)).slots();
  }

  private Key.Iso key(BootImages images) {
    var versions =
        switch (images) {
          case BootImages.Iso(var iso) -> copy(iso).content();
          case BootImages.KernelAndRamdisk(var kernel, var ramdisk) ->
              copy(kernel).content() + " " + copy(ramdisk).content();
        };
    return new Key.Iso(images, versions);
  }

  /** A copy of the image. Throws UNAVAILABLE with the reason. */
  Path file(URI image) {
    return copy(image).file();
  }

  private Item.Copy copy(URI image) {
    return (Item.Copy) get(new Key.Copy(image));
  }

  private Item get(Key key) {
    try {
      var item = items.get(key).join();
      if (Files.exists(item.file())) {
        return item;
      }
      var _ = items.synchronous().asMap().remove(key, item); // somebody has emptied the folder
      return items.get(key).join();
    } catch (CompletionException e) {
      WARNINGS.warn("An image to boot is not available: " + reason(e));
      throw new AssayException( // the request is not authenticated: it learns no paths
          ErrorCode.UNAVAILABLE, "The image is not available; the log of the API tells why.");
    }
  }

  private static String reason(CompletionException e) {
    var cause = e.getCause() == null ? e : e.getCause();
    return cause instanceof AssayException known ? known.sentence() : cause.toString();
  }

  private final class Loader implements CacheLoader<Key, Item> {
    @Override
    public Item load(Key key) throws IOException {
      var into = folder().make();
      try {
        return switch (key) {
          case Key.Copy(var image) -> fetch(image, into);
          case Key.Iso(var images, _) -> new Item.Iso(into, make(images, into));
        };
      } catch (IOException | RuntimeException e) {
        CacheFolder.delete(into);
        throw e;
      }
    }

    /** Fetches an image again only if it has changed, or may have. */
    @Override
    public Item reload(Key key, Item old) throws IOException {
      return switch (old) {
        case Item.Iso made -> made;
        case Item.Copy copy ->
            key instanceof Key.Copy(var image)
                    && copy.version().isPresent()
                    && copy.version().equals(source.version(image))
                ? copy
                : following(copy, (Item.Copy) load(key));
      };
    }

    /** A new ISO image is made only of what differs: a server may tell no version. */
    private static Item.Copy following(Item.Copy old, Item.Copy next) {
      return isSame(old.file(), next.file())
          ? new Item.Copy(next.folder(), next.file(), next.version(), old.content(), next.bytes())
          : next;
    }

    private static boolean isSame(Path old, Path next) {
      try {
        return Files.mismatch(old, next) < 0;
      } catch (IOException _) { // somebody has deleted the old one
        return false;
      }
    }
  }

  private Item.Copy fetch(URI image, Path into) throws IOException {
    var version = source.version(image); // before the content, which may change in between
    var file = into.resolve("image");
    source.copy(image, file);
    return new Item.Copy(into, file, version, into.toString(), Files.size(file));
  }

  private ParameterSlots make(BootImages images, Path into) throws IOException {
    return switch (images) {
      case BootImages.Iso(var iso) -> tools.ofIso(file(iso), into);
      case BootImages.KernelAndRamdisk(var kernel, var ramdisk) ->
          tools.ofKernel(file(kernel), file(ramdisk), into);
    };
  }

  private static void remove(@Nullable Item item) {
    if (item != null) {
      CacheFolder.delete(item.folder());
    }
  }

  private synchronized CacheFolder folder() {
    var made = folder;
    if (made == null || !made.exists()) {
      made = newFolder();
      folder = made;
    }
    return made;
  }

  private CacheFolder newFolder() {
    var cache =
        config
            .cacheFolder()
            .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "assay-boot-images"));
    try {
      return CacheFolder.in(cache);
    } catch (IOException | UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "Images cannot be kept in %s (assay.boot.cache-folder): %s"
              .formatted(cache, e.getMessage()));
    }
  }
}
