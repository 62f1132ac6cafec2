package dev.assay.tracing;

import java.util.List;
import java.util.Map;

/**
 * A span as a collector gets it; ids are in hexadecimal digits.
 *
 * @param parent empty when it is the first of its trace
 * @param attributes integers as text
 * @param links the traces that it points to
 * @param failed whether its status is an error
 */
record ReceivedSpan(
    String service,
    String trace,
    String id,
    String parent,
    String name,
    Map<String, String> attributes,
    List<String> links,
    boolean failed) {}
