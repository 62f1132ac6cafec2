package dev.assay.hook;

/** A value that a hook passes to later hooks; one value per type. */
public interface Fact {}
