import * as z from "zod";
import { type StackOptions, startStack } from "../../infra/local/stack.ts";
import {
  type HttpAnswer,
  type HttpRequest,
  startHttpServer,
} from "../../infra/pages/http-server.ts";

/** @param name - `DynamoDB PutItem store` */
export type AnswerTo = (
  request: HttpRequest,
  name: string,
) => HttpAnswer | Promise<HttpAnswer>;

export type RequestServer = Awaited<ReturnType<typeof startRequestServer>>;

/** Starts one server for all requests of the functions: to DynamoDB, Secrets Manager, Lambda and the platform. */
export async function startRequestServer() {
  let answer: AnswerTo = () => ({ status: 503 });
  let failure: Error | undefined;
  const requests: { name: string; at: bigint; answer?: HttpAnswer }[] = [];
  const server = await startHttpServer(async (request) => {
    const name = nameOf(request);
    const noted: (typeof requests)[number] = {
      name,
      at: process.hrtime.bigint(),
    };
    requests.push(noted);
    try {
      return (noted.answer = await answer(request, name));
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  });
  return {
    ...server,
    /** The environment of a function that sends all its requests to this server. */
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: server.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: server.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: server.endpoint,
      BASE_URL: server.endpoint,
      AUTH_URL: server.endpoint,
    },
    answerWith(next: AnswerTo): void {
      answer = next;
    },
    /**
     * The requests since the last call, in order.
     *
     * @throws Error if a request had no answer: a function that met a failure is not measured
     */
    take() {
      if (failure) throw failure;
      return requests.splice(0);
    },
  };
}

/** Starts a local stack whose functions send all their requests to the server, which forwards them to the parts. */
export async function startStackBehind(
  server: RequestServer,
  { environment, ...options }: StackOptions = {},
) {
  const stack = await startStack({
    timeScale: 0.001,
    // The scheduler runs only when a scenario says so.
    schedulerIntervalMs: 3_600_000,
    ...options,
    environment: { ...server.environment, ...environment },
  });
  const forward: AnswerTo = (request, name) => {
    if (name.startsWith("DynamoDB"))
      return send(stack.dynamodb.endpoint, withConsumedCapacity(request));
    if (name.startsWith("AWSEvents"))
      return send(stack.events.endpoint, request);
    if (name.startsWith("secretsmanager"))
      return send(stack.secretsManager.endpoint, request);
    return isLambda(request)
      ? send(stack.lambda.endpoint, request)
      : sendToPlatform(stack.platform.origin, request, server.endpoint);
  };
  server.answerWith(forward);
  return { stack, forward };
}

const awsSchema = z.object({
  TableName: z.string().optional(),
  SecretId: z.string().optional(),
  VersionStage: z.string().optional(),
});

/** `DynamoDB PutItem store`, `secretsmanager GetSecretValue callers AWSCURRENT`, `POST /2015-03-31/...`. */
function nameOf({
  method,
  path,
  rawQueryString,
  headers,
  body,
}: HttpRequest): string {
  const target = headers.get("x-amz-target")?.[0];
  if (target === undefined)
    return `${method} ${pathWithQuery({ path, rawQueryString })}`;
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

type Target = Pick<HttpRequest, "path" | "rawQueryString">;

function pathWithQuery({ path, rawQueryString }: Target): string {
  return rawQueryString === "" ? path : `${path}?${rawQueryString}`;
}

export function isLambda({ path }: Pick<HttpRequest, "path">): boolean {
  return /^\/20\d\d-\d\d-\d\d\/(functions|durable-executions)\//.test(path);
}

/** Headers of the connection and of the encoding: the forwarded body is whole and plain. */
const ownHeaders = [
  "host",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
];

async function send(
  origin: string,
  request: HttpRequest,
): Promise<HttpAnswer & { headers: Record<string, string> }> {
  const { method, headers, body } = request;
  const response = await fetch(origin + pathWithQuery(request), {
    method,
    headers: [...headers].flatMap(([name, [value]]): [string, string][] =>
      value === undefined || ownHeaders.includes(name) ? [] : [[name, value]],
    ),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    redirect: "manual",
  });
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(([name]) => !ownHeaders.includes(name)),
    ),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** DynamoDB says what it would charge. */
function withConsumedCapacity(request: HttpRequest): HttpRequest {
  const input = z.looseObject({}).parse(JSON.parse(request.body.toString()));
  const body = JSON.stringify({ ...input, ReturnConsumedCapacity: "TOTAL" });
  return { ...request, body: Buffer.from(body) };
}

/** The platform names its own address in its resources, and for the functions that address is `address`. */
async function sendToPlatform(
  origin: string,
  request: HttpRequest,
  address: string,
): Promise<HttpAnswer> {
  const isText = (type = "") => /json|text|urlencoded/.test(type);
  const toOrigin = (body: Buffer) =>
    Buffer.from(
      body
        .toString()
        .replaceAll(address, origin)
        .replaceAll(encodeURIComponent(address), encodeURIComponent(origin)),
    );
  const answer = await send(origin, {
    ...request,
    ...(isText(request.headers.get("content-type")?.[0]) && {
      body: toOrigin(request.body),
    }),
  });
  const { location, "content-type": type } = answer.headers;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(location && { location: location.replace(origin, address) }),
    },
    ...(isText(type) && {
      body: String(answer.body).replaceAll(origin, address),
    }),
  };
}
