/**
 * Replaces `@smithy/core/event-streams` in the bundles. None of our commands sends or reads an event stream.
 */
export function resolveEventStreamSerdeConfig<T>(config: T): T {
  return config;
}

export function eventStreamSerdeProvider(): never {
  throw new Error(
    "the bundle has no code for event streams: remove no-event-streams.ts from infra/build/bundles.ts",
  );
}

export { eventStreamSerdeProvider as EventStreamSerde };
