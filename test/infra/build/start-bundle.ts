import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { bundleOf } from "../../../infra/build/bundles.ts";
import { localFunctions } from "../../../infra/local/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type HttpRequest,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";

/** The name of a request to AWS: the action, or the method, the path and the type of an invocation. */
function nameOf({ method, path, headers }: HttpRequest): string {
  const header = (key: string) => headers.get(key)?.[0];
  return (
    header("x-amz-target") ??
    `${method} ${path} ${header("x-amz-invocation-type")}`
  );
}

const refusal = jsonAnswer(400, {
  __type: "ConditionalCheckFailedException",
  message: "The conditional request failed",
});

/**
 * Starts the bundle of a function in a process of its own. AWS has the secret of the callers, accepts invocations, and
 * refuses everything else.
 *
 * @param script - what the process does. `load()` imports the bundle, and `tell(value)` says what was seen.
 */
export async function startBundle(
  name: FunctionName,
  script: string,
  callers: object = localSecrets.callers,
) {
  const asked: { what: string; body: string }[] = [];
  const { endpoint, close } = await startHttpServer(async (request) => {
    const what = nameOf(request);
    asked.push({ what, body: request.body.toString() });
    if (what === "secretsmanager.GetSecretValue")
      return jsonAnswer(200, { SecretString: JSON.stringify(callers) });
    return what.startsWith("POST") ? { status: 204 } : refusal;
  });
  try {
    const environment = localFunctions({
      dynamodb: endpoint,
      secretsManager: endpoint,
      platform: endpoint,
    })[name]?.environment;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `const load = () => import(${JSON.stringify(bundleOf(name))});
        const tell = (value) =>
          process.getBuiltinModule("node:fs").writeSync(1, "\\n" + JSON.stringify(value));
        ${script}
        process.exit(0);`,
      ],
      { env: { ...environment, AWS_ENDPOINT_URL: endpoint } },
    );
    const [told = ""] = stdout.split("\n").slice(-1);
    const seen: unknown = JSON.parse(told || "null");
    return { told: seen, output: stdout + stderr, asked };
  } finally {
    await close();
  }
}
