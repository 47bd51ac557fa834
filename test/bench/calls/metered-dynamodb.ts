import * as z from "zod";
import {
  type HttpServer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { forward } from "../forward.ts";

/** What DynamoDB was asked, and what it would charge. */
export type Metered = {
  /** `GetItem`, `PutItem`, and so on: how many. */
  commands: Record<string, number>;
  readUnits: number;
  writeUnits: number;
};

export type MeteredDynamoDb = HttpServer & {
  /** Where the requests go. */
  forwardTo: (endpoint: string) => void;
  /** Since it was called last. */
  take: () => Metered;
};

const reads = new Set(["GetItem", "Query"]);
const answerSchema = z.object({
  ConsumedCapacity: z.object({ CapacityUnits: z.number() }),
});

/** A proxy of DynamoDB that adds up the consumed capacity of the table for each request, without the indexes. */
export async function startMeteredDynamoDb(): Promise<MeteredDynamoDb> {
  let upstream = "";
  let metered = empty();
  const server = await startHttpServer(async (request) => {
    const [, command = ""] =
      request.headers.get("x-amz-target")?.[0]?.split(".") ?? [];
    const asked = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(request.body.toString()));
    const answer = await forward(upstream, {
      ...request,
      body: Buffer.from(
        JSON.stringify({ ...asked, ReturnConsumedCapacity: "TOTAL" }),
      ),
    });
    metered.commands[command] = (metered.commands[command] ?? 0) + 1;
    const consumed = answerSchema.safeParse(JSON.parse(String(answer.body)));
    // A write whose condition fails is charged as well, and does not say how much: at least one.
    const units = consumed.success
      ? consumed.data.ConsumedCapacity.CapacityUnits
      : 1;
    metered[reads.has(command) ? "readUnits" : "writeUnits"] += units;
    return answer;
  });
  return {
    ...server,
    forwardTo: (endpoint) => void (upstream = endpoint),
    take() {
      const taken = metered;
      metered = empty();
      return taken;
    },
  };
}

function empty(): Metered {
  return { commands: {}, readUnits: 0, writeUnits: 0 };
}
