package dev.assay.standalone.inspectorimport;

/**
 * Data of an introspection as ironic-inspector stored them.
 *
 * @param uuid the UUID of the node
 * @param processed whether hooks have changed them; otherwise they are what the ramdisk sent
 * @param json the text of a JSON object
 */
public record StoredData(String uuid, boolean processed, String json) {}
