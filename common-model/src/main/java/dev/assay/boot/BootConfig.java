package dev.assay.boot;

import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Images of the inspection ramdisk that Assay serves to BMCs and machines. Needed for virtual media
 * and UEFI HTTP boot of an image; for network boot they are optional. Names of images as in
 * Ironic's [conductor].
 */
@ConfigMapping(prefix = "assay.boot")
@Unremovable // a service that reads half of the prefix must not reject the other half
public interface BootConfig {
  /**
   * The API's URL as BMCs and machines under inspection reach it, such as {@code
   * http://192.0.2.1:6385}. The same for APIs and conductors. Ironic:
   * [deploy]external_callback_url.
   */
  Optional<String> url();

  /**
   * Kernel of the ramdisk, for nodes without deploy_kernel in driver_info: a URL with http, https
   * or file. Ironic: [conductor]deploy_kernel.
   */
  Optional<String> deployKernel();

  /** The ramdisk itself. Ironic: [conductor]deploy_ramdisk. */
  Optional<String> deployRamdisk();

  /**
   * A bootable ISO image of the ramdisk, instead of kernel and ramdisk, for nodes without
   * deploy_iso in driver_info. Its kernel command line must have {@code boot_method=vmedia}. Own
   * option.
   */
  Optional<String> deployIso();

  /**
   * Kernel parameters for images that are made of kernel and ramdisk, and for iPXE; a node's
   * kernel_append_params replaces them, {@code %default%} in it stands for them. Ironic:
   * [redfish]kernel_append_params.
   */
  @WithDefault("nofb vga=normal")
  String kernelAppendParams();

  /** Images with file URLs must be below this folder. Own option. */
  @WithDefault("/var/lib/assay/images")
  Path imageFolder();

  /**
   * Where each API keeps images that it fetched or made; it deletes what is in excess of
   * cache-size. Default: assay-boot-images in the system's folder for temporary files. Own option.
   */
  Optional<Path> cacheFolder();

  /** The most space of the cache; it must hold at least two images of the ramdisk. Own option. */
  @WithDefault("4G")
  MemorySize cacheSize();

  /** Longest time to fetch an image, and to make an ISO image of it. Own option. */
  @WithDefault("5m")
  Duration imageTimeout();

  /**
   * How long an image that was fetched is used before the source is asked for changes. Own option.
   */
  @WithDefault("1m")
  Duration imageRecheckInterval();
}
