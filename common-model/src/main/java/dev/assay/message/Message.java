package dev.assay.message;

/** What processes send each other, wrapped in an {@link Envelope}. */
public sealed interface Message permits Command, Announcement, ConductorRequest {}
