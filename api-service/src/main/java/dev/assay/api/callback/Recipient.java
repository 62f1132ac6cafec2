package dev.assay.api.callback;

import dev.assay.inspection.Inspection;
import dev.assay.node.Node;

/** The node and the inspection that the data of a callback belong to. */
record Recipient(Node node, Inspection inspection) {}
