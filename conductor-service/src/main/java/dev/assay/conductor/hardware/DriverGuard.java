package dev.assay.conductor.hardware;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import dev.assay.error.UntrustedText;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootModes;
import dev.assay.hardware.Firmware;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.HardwareInventory;
import dev.assay.hardware.HttpBoot;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.Power;
import dev.assay.hardware.VirtualMedia;
import dev.assay.lease.LeaseLost;
import dev.assay.tracing.Tracing;
import dev.assay.tracing.Tracing.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a driver and turns every exception that is not a {@link HardwareFailure} into one, so that
 * the operation ends with a reason instead of being retried for ever. Exceptions that the driver
 * did not cause pass through: an interrupt, a lost lease, an error of Assay itself, and errors of
 * the JVM except a stack overflow.
 */
final class DriverGuard implements InvocationHandler {
  private static final Logger LOG = Logger.getLogger(DriverGuard.class);
  private static final List<Class<?>> ABILITY_TYPES =
      List.of(
          Power.class,
          Boot.class,
          BootModes.class,
          Firmware.class,
          NetworkCards.class,
          VirtualMedia.class,
          HttpBoot.class,
          HardwareInventory.class);
  private static final int MAX_SENTENCE_LENGTH = 2000;
  private static final int MAX_CAUSE_DEPTH = 10;

  private final HardwareDriver driver;
  private final String name;
  private final BmcMetrics metrics;
  private final Tracing tracing;

  private DriverGuard(HardwareDriver driver, String name, BmcMetrics metrics, Tracing tracing) {
    this.driver = driver;
    this.name = name;
    this.metrics = metrics;
    this.tracing = tracing;
  }

  /** Wraps {@code driver} and measures its operations; the result has the same abilities. */
  static HardwareDriver before(HardwareDriver driver, BmcMetrics metrics, Tracing tracing) {
    var types = new ArrayList<Class<?>>(List.of(HardwareDriver.class));
    ABILITY_TYPES.stream().filter(ability -> ability.isInstance(driver)).forEach(types::add);
    return (HardwareDriver)
        Proxy.newProxyInstance(
            DriverGuard.class.getClassLoader(),
            types.toArray(Class<?>[]::new),
            new DriverGuard(driver, driver.description().name(), metrics, tracing));
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments)
      throws IllegalAccessException {
    var bmc = bmc(arguments);
    bmc.ifPresent(Bmc::requireReadable);
    return bmc.isPresent() ? measured(method, arguments) : call(method, arguments);
  }

  private @Nullable Object measured(Method method, @Nullable Object @Nullable [] arguments)
      throws IllegalAccessException {
    var start = System.nanoTime();
    var span = tracing.child(Kind.INTERNAL, "bmc", operation(method)).with("assay.driver", name);
    try (var _ = span.enter()) {
      return call(method, arguments);
    } catch (AssayException e) {
      metrics.failed(name, operation(method), e.code());
      var _ = span.failed(e.code().name());
      throw e;
    } finally {
      metrics.ended(name, operation(method), start);
    }
  }

  /** The name of the method; the two named power differ in whether they change it. */
  private static String operation(Method method) {
    var name = method.getName();
    return name.equals("power") && method.getReturnType() == void.class ? "setPower" : name;
  }

  private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments)
      throws IllegalAccessException {
    try {
      var answer = method.invoke(driver, arguments);
      if (answer == null && method.getReturnType() != void.class) {
        throw failure(method, texts(arguments), new NullPointerException("it answered null"));
      }
      return answer;
    } catch (InvocationTargetException e) {
      throw translated(method, texts(arguments), e.getTargetException());
    }
  }

  private RuntimeException translated(Method method, UntrustedText texts, Throwable thrown) {
    return switch (thrown) {
      case HardwareFailure failure -> printable(failure);
      case AssayException refused -> refused;
      case CancellationException cancelled -> cancelled;
      case LeaseLost lost -> lost;
      case StackOverflowError endless -> failure(method, texts, endless);
      case VirtualMachineError broken -> throw broken;
      default -> failure(method, texts, thrown);
    };
  }

  /** Makes the text printable: it goes into the database and to clients. */
  private static HardwareFailure printable(HardwareFailure failure) {
    var sentence = ShortText.printable(failure.sentence(), MAX_SENTENCE_LENGTH);
    return sentence.equals(failure.sentence())
        ? failure
        : new HardwareFailure(failure.code(), sentence, failure);
  }

  private HardwareFailure failure(Method method, UntrustedText texts, Throwable thrown) {
    var cause = root(thrown);
    var message = cause.getMessage();
    var failure =
        new HardwareFailure(
            ErrorCode.DRIVER_ERROR,
            "Driver %s failed in %s with an unexpected error: %s%s. Check driver_info; the conductor's log has the details, for a report to the driver's author."
                .formatted(
                    name,
                    method.getName(),
                    cause.getClass().getSimpleName(),
                    message == null ? "" : " (" + texts.words(message) + ")"));
    failure.setStackTrace(cause.getStackTrace()); // messages, which may hold secrets, are not kept
    LOG.error("A driver failed with an unexpected error.", failure);
    return failure;
  }

  private static Throwable root(Throwable thrown) {
    var cause = thrown;
    for (var depth = 0; cause.getCause() != null && depth < MAX_CAUSE_DEPTH; depth++) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static UntrustedText texts(@Nullable Object @Nullable [] arguments) {
    return bmc(arguments)
        .map(BmcSecrets::omitted)
        .orElseGet(() -> UntrustedText.without(List.of()));
  }

  private static Optional<Bmc> bmc(@Nullable Object @Nullable [] arguments) {
    return arguments == null
        ? Optional.empty()
        : Arrays.stream(arguments).filter(Bmc.class::isInstance).map(Bmc.class::cast).findFirst();
  }
}
