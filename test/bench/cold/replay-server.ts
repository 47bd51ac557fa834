import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { closeServer, listen } from "../../../infra/pages/http-server.ts";

export type Request = {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
};

export type AnswerTo = (
  request: Request,
  /** The name of the request: `DynamoDB PutItem store`. */
  name: string,
) => Answer | Promise<Answer>;

export type ReplayServer = Awaited<ReturnType<typeof startReplayServer>>;

/** Starts the server that answers all requests of a sandbox. This process does nothing else meanwhile. */
export async function startReplayServer() {
  let answer: AnswerTo = () => ({ status: 503, headers: {}, body: "" });
  const requests: { name: string; at: bigint }[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const at = process.hrtime.bigint();
      const whole: Request = {
        method: request.method ?? "GET",
        path: request.url ?? "/",
        headers: request.headers,
        body: await buffer(request),
      };
      const name = nameOf(whole);
      requests.push({ name, at });
      const { status, headers, body } = await answer(whole, name);
      response
        .writeHead(status, {
          ...headers,
          "content-length": Buffer.byteLength(body),
        })
        .end(body);
    })();
  });
  server.keepAliveTimeout = 120_000;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    answerWith(next: AnswerTo): void {
      answer = next;
    },
    /** The requests since the last call, by name: `PutItem store`. */
    take: () => requests.splice(0),
    close: () => closeServer(server),
  };
}

const awsSchema = z.object({
  TableName: z.string().optional(),
  SecretId: z.string().optional(),
  VersionStage: z.string().optional(),
});

/** `DynamoDB PutItem store`, `secretsmanager GetSecretValue callers AWSCURRENT`, `POST /2015-03-31/...`. */
function nameOf({ method, path, headers, body }: Request): string {
  const target = headers["x-amz-target"];
  if (typeof target !== "string") return `${method} ${path}`;
  const { TableName, SecretId, VersionStage } = awsSchema.parse(
    JSON.parse(body.toString()),
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
