package dev.assay.storedjson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Writes decimals plain while that is short, else with their exponent: a machine that sends a
 * million times 1e999, six bytes each, must not make a gigabyte of them.
 */
final class ShortNumbers extends JsonGeneratorDelegate {
  /** Digits, zeros at either end included. */
  private static final int PLAIN = 40;

  ShortNumbers(JsonGenerator generator) {
    super(generator, false);
  }

  @Override
  public void writeNumber(BigDecimal number) throws IOException {
    if (number.precision() > PLAIN || Math.abs((long) number.scale()) > PLAIN) {
      delegate.writeNumber(number.toString());
    } else {
      delegate.writeNumber(number);
    }
  }
}
