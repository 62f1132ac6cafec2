package dev.assay.tracing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A message of Protocol Buffers: its fields by number, as far as a test needs them. */
final class Protobuf {
  private final Map<Integer, List<byte[]>> bytes = new HashMap<>();
  private final Map<Integer, Long> numbers = new HashMap<>();

  /** Throws IllegalArgumentException when it is none. */
  Protobuf(byte[] message) {
    var in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      var tag = (int) varint(in);
      var field = tag >>> 3;
      switch (tag & 7) {
        case 0 -> numbers.put(field, varint(in));
        case 1 -> numbers.put(field, in.getLong());
        case 2 -> {
          var value = new byte[(int) varint(in)];
          in.get(value);
          bytes.computeIfAbsent(field, _ -> new ArrayList<>()).add(value);
        }
        case 5 -> numbers.put(field, (long) in.getInt());
        default -> throw new IllegalArgumentException("wire type " + (tag & 7));
      }
    }
  }

  private static long varint(ByteBuffer in) {
    var result = 0L;
    for (var shift = 0; ; shift += 7) {
      var next = in.get();
      result |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return result;
      }
    }
  }

  /** The messages in a field; empty when there are none. */
  List<Protobuf> messages(int field) {
    return bytes.getOrDefault(field, List.of()).stream().map(Protobuf::new).toList();
  }

  /** The text in a field; empty when there is none. */
  String text(int field) {
    return new String(only(field), StandardCharsets.UTF_8);
  }

  /** The bytes in a field as hexadecimal digits; empty when there are none. */
  String hex(int field) {
    return HexFormat.of().formatHex(only(field));
  }

  /** The number in a field; 0 when there is none. */
  long number(int field) {
    return numbers.getOrDefault(field, 0L);
  }

  boolean has(int field) {
    return numbers.containsKey(field) || bytes.containsKey(field);
  }

  private byte[] only(int field) {
    var all = bytes.getOrDefault(field, List.of());
    return all.isEmpty() ? new byte[0] : all.getFirst();
  }
}
