package dev.assay.storedjson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Writes decimals without exponent while that is short, else with it: a machine that sends a
 * million times 1e999, six bytes each, must not expand to a gigabyte.
 */
final class ShortNumbers extends JsonGeneratorDelegate {
  /** Maximum number of digits without exponent, including zeros at either end. */
  private static final int MAX_PLAIN = 40;

  ShortNumbers(JsonGenerator generator) {
    super(generator, false);
  }

  @Override
  public void writeNumber(BigDecimal number) throws IOException {
    if (number.precision() > MAX_PLAIN || Math.abs((long) number.scale()) > MAX_PLAIN) {
      delegate.writeNumber(number.toString());
    } else {
      delegate.writeNumber(number);
    }
  }
}
