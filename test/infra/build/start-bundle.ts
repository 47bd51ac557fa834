import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { bundleOf } from "../../../infra/build/bundles.ts";
import { localFunctions } from "../../../infra/local/functions.ts";
import {
  type AnswerHttp,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";

export const refusal = jsonAnswer(400, { __type: "AccessDeniedException" });

/**
 * Starts the bundle of a function in a process of its own.
 *
 * @param script - what the process does. `load()` imports the bundle, and `tell(value)` says what was seen.
 * @param answer - what AWS and the platform answer. @default a refusal
 */
export async function startBundle(
  name: FunctionName,
  script: string,
  answer: AnswerHttp = async () => refusal,
): Promise<{ told: unknown; output: string }> {
  const { endpoint, close } = await startHttpServer(answer);
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
    return { told: JSON.parse(told || "null"), output: stdout + stderr };
  } finally {
    await close();
  }
}
