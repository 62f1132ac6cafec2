package dev.assay.hook;

/** What a hook found and later hooks may need; one value a type. */
public interface Fact {}
