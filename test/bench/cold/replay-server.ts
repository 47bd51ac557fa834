import * as z from "zod";
import {
  type HttpAnswer,
  type HttpRequest,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { targetOf } from "../forward.ts";

export type AnswerTo = (
  request: HttpRequest,
  /** The name of the request: `DynamoDB PutItem store`. */
  name: string,
) => HttpAnswer | Promise<HttpAnswer>;

export type ReplayServer = Awaited<ReturnType<typeof startReplayServer>>;

/** Starts the server that answers all requests of a sandbox. This process does nothing else meanwhile. */
export async function startReplayServer() {
  let answer: AnswerTo = () => ({ status: 503 });
  let failure: Error | undefined;
  const requests: { name: string; at: bigint }[] = [];
  const server = await startHttpServer(async (request) => {
    const at = process.hrtime.bigint();
    try {
      const name = nameOf(request);
      requests.push({ name, at });
      return await answer(request, name);
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  });
  return {
    ...server,
    answerWith(next: AnswerTo): void {
      answer = next;
    },
    /**
     * The requests since the last call, by name: `PutItem store`.
     *
     * @throws Error if a request had no answer: a function that met a failure is not measured
     */
    take() {
      if (failure) throw failure;
      return requests.splice(0);
    },
  };
}

const awsSchema = z.object({
  TableName: z.string().optional(),
  SecretId: z.string().optional(),
  VersionStage: z.string().optional(),
});

/** `DynamoDB PutItem store`, `secretsmanager GetSecretValue callers AWSCURRENT`, `POST /2015-03-31/...`. */
function nameOf(request: HttpRequest): string {
  const target = awsTargetOf(request);
  if (target === undefined) return `${request.method} ${targetOf(request)}`;
  const { TableName, SecretId, VersionStage } = awsSchema.parse(
    JSON.parse(request.body.toString()),
  );
  return [
    target.replace(/_\d+\./, " ").replace(".", " "),
    TableName,
    SecretId,
    SecretId && (VersionStage ?? "AWSCURRENT"),
  ]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** `DynamoDB_20120810.PutItem`. Undefined for a request to Lambda or to the platform. */
export function awsTargetOf({ headers }: HttpRequest): string | undefined {
  return headers.get("x-amz-target")?.[0];
}
