import { product } from "../../../infra/aws/names.ts";
import { localArn } from "../../../infra/local/aws/arn.ts";
import {
  type HttpAnswer,
  type HttpRequest,
  startHttpServer,
} from "../../../infra/local/http-server.ts";

type Service = "dynamodb" | "secretsmanager" | "lambda";

/**
 * Stands before a local part as IAM stands before AWS: a request passes when the one who signed it may do that, by the
 * grants of the template. A function's access key is its name.
 */
export async function startGuard(
  service: Service,
  grantsOf: (functionName: string) => readonly string[],
) {
  const denied: string[] = [];
  const used = new Set<string>();
  let target = "";
  const server = await startHttpServer({
    port: 0,
    maxBodyBytes: 16 * 1024 * 1024,
    tooLarge: { status: 413 },
    answer: async (request) => {
      const who = signerOf(request);
      const asked = readers[service](request);
      const grant = grantsOf(who).find((one) => covers(one, asked));
      if (grant === undefined) {
        denied.push(`${who}: ${asked}`);
        const headers = { "x-amzn-errortype": "AccessDeniedException" };
        const body = JSON.stringify({ __type: "AccessDeniedException" });
        return { status: 400, headers, body };
      }
      used.add(`${who}: ${grant}`);
      return forward(request, target);
    },
  });
  return {
    endpoint: server.endpoint,
    close: server.close,
    /** What was asked and is not granted: `function: action resource`. */
    denied,
    /** Which grants were needed: `function: action resource`. */
    used,
    /** Where requests go that pass. */
    leadTo: (endpoint: string) => {
      target = endpoint;
    },
  };
}

function signerOf({ headers }: HttpRequest): string {
  const [authorization = ""] = headers.get("authorization") ?? [];
  return /Credential=([^/]+)\//.exec(authorization)?.[1] ?? "nobody";
}

/** IAM's wildcard, at the end of a resource. */
function covers(grant: string, asked: string): boolean {
  return grant.endsWith("*")
    ? asked.startsWith(grant.slice(0, -1))
    : asked === grant;
}

/** What a request asks for, as `action resource` with the names that the template gives. */
const readers: Record<Service, (request: HttpRequest) => string> = {
  dynamodb(request) {
    const { TableName, IndexName } = bodyOf(request);
    const index = IndexName === undefined ? "" : `/index/${IndexName}`;
    const table = `table/${product}-${TableName}${index}`;
    return `dynamodb:${operationOf(request)} ${localArn("dynamodb", table)}`;
  },
  secretsmanager(request) {
    const secret = `secret:${product}/${bodyOf(request)["SecretId"]}`;
    return `secretsmanager:${operationOf(request)} ${localArn("secretsmanager", secret)}`;
  },
  lambda({ method, path }) {
    const [, , collection, id = "", verb = ""] = path
      .split("/")
      .map(decodeURIComponent);
    if (collection === "functions")
      return `lambda:InvokeFunction ${localArn("lambda", `function:${product}-${id}`)}`;
    const action =
      {
        checkpoint: "CheckpointDurableExecution",
        state: "GetDurableExecutionState",
      }[verb] ?? (method === "GET" ? "GetDurableExecution" : verb);
    return `lambda:${action} ${id.replace(":function:", `:function:${product}-`)}`;
  },
};

function operationOf({ headers }: HttpRequest): string | undefined {
  return headers.get("x-amz-target")?.[0]?.split(".")[1];
}

function bodyOf({ body }: HttpRequest): Record<string, string | undefined> {
  return JSON.parse(body.toString()) as Record<string, string | undefined>;
}

async function forward(
  { method, path, rawQueryString, headers, body }: HttpRequest,
  target: string,
): Promise<HttpAnswer> {
  const own = new Set(["host", "connection", "content-length", "expect"]);
  const response = await fetch(`${target}${path}?${rawQueryString}`, {
    method,
    headers: [...headers].flatMap(([name, [value = ""]]) =>
      own.has(name) ? [] : [[name, value] satisfies [string, string]],
    ),
    body: body.length > 0 ? Uint8Array.from(body) : null,
  });
  return {
    status: response.status,
    headers: Object.fromEntries(
      [...response.headers].filter(
        ([name]) => name.startsWith("x-amz") || name === "content-type",
      ),
    ),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
