import { product } from "../../../infra/product.ts";
import { localArn } from "../../../infra/local/aws/arn.ts";
import {
  type HttpAnswer,
  type HttpRequest,
  startHttpServer,
} from "../../../infra/http-server.ts";

type Service = "dynamodb" | "secretsmanager" | "lambda";

/**
 * Starts a proxy that checks requests to a local AWS service as IAM checks requests to AWS: it forwards a request if the
 * template grants the action to the function that signed it. The access key of a function is the function's name.
 */
export async function startIamProxy(
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
      const signer = signerOf(request);
      const asked = readers[service](request);
      const grant = grantsOf(signer).find((one) => covers(one, asked));
      if (grant === undefined) {
        denied.push(`${signer}: ${asked}`);
        const headers = { "x-amzn-errortype": "AccessDeniedException" };
        const body = JSON.stringify({ __type: "AccessDeniedException" });
        return { status: 400, headers, body };
      }
      used.add(`${signer}: ${grant}`);
      return forward(request, target);
    },
  });
  return {
    endpoint: server.endpoint,
    close: server.close,
    /** The denied requests: `function: action resource`. */
    denied,
    /** The grants that allowed a request: `function: action resource`. */
    used,
    /** Sets the endpoint that gets the allowed requests. */
    forwardTo: (endpoint: string) => {
      target = endpoint;
    },
  };
}

function signerOf({ headers }: HttpRequest): string {
  const [authorization = ""] = headers.get("authorization") ?? [];
  return /Credential=([^/]+)\//.exec(authorization)?.[1] ?? "unsigned";
}

/** Compares as IAM does, for the only wildcard that is used here: `*` at the end of a resource. */
function covers(grant: string, asked: string): boolean {
  return grant.endsWith("*")
    ? asked.startsWith(grant.slice(0, -1))
    : asked === grant;
}

/** Reads the action and the resource of a request, with the resource names of the template. */
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
