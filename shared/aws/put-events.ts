import {
  type EventBridgeClient,
  PutEventsCommand,
} from "@aws-sdk/client-eventbridge";

/**
 * Creates a function that puts at most ten events on a bus in one request. It resolves to whether the bus took each of
 * them.
 */
export function createPutEvents(
  client: EventBridgeClient,
  busName: string,
  source: string,
) {
  return async (
    events: readonly { type: string; atMs: number; detail: unknown }[],
  ): Promise<boolean[]> => {
    const command = new PutEventsCommand({
      Entries: events.map(({ type, atMs, detail }) => ({
        EventBusName: busName,
        Source: source,
        DetailType: type,
        Time: new Date(atMs),
        Detail: JSON.stringify(detail),
      })),
    });
    const { Entries = [] } = await client.send(command);
    return events.map((_, index) => Entries[index]?.EventId !== undefined);
  };
}
