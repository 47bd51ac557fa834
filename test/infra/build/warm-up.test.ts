import { expect, test } from "vitest";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type HttpRequest,
  jsonAnswer,
} from "../../../infra/pages/http-server.ts";
import { effort } from "../../resilience/effort.ts";
import { startBundle } from "./start-bundle.ts";

const receivers: readonly FunctionName[] = [
  "events-receiver",
  "onboarding-receiver",
  "offboarding-receiver",
  "profile-update-receiver",
  "status-relay-receiver",
];

test.each(effort(receivers.slice(0, 1), receivers))(
  "%s handles an event while it starts, whose write cannot hold, and starts and logs nothing",
  async (name) => {
    const { asked, output } = await start(name);
    const writes = asked.filter(({ what }) => /Put|Update|Delete/.test(what));
    expect(writes).toEqual([
      {
        what: "DynamoDB_20120810.PutItem",
        body: expect.stringContaining(
          '"ConditionExpression":"attribute_exists(id) AND attribute_not_exists(id)"',
        ) as string,
      },
    ]);
    expect(
      asked
        .filter(({ what }) => what.startsWith("POST"))
        .map(({ what }) => what),
    ).toEqual([expect.stringMatching(/\/invocations DryRun$/)]);
    expect(output).toBe("");
  },
);

type Asked = { what: string; body: string };

/** Starts the bundle of a function in a process of its own. */
async function start(
  name: FunctionName,
): Promise<{ asked: Asked[]; output: string }> {
  const asked: Asked[] = [];
  const { output } = await startBundle(
    name,
    "await load();",
    async (request) => {
      const what = nameOf(request);
      asked.push({ what, body: request.body.toString() });
      return answerTo(what);
    },
  );
  return { asked, output };
}

function nameOf({ method, path, headers }: HttpRequest): string {
  const header = (key: string) => headers.get(key)?.[0];
  return (
    header("x-amz-target") ??
    `${method} ${path} ${header("x-amz-invocation-type")}`
  );
}

function answerTo(what: string) {
  if (what === "secretsmanager.GetSecretValue")
    return jsonAnswer(200, {
      SecretString: JSON.stringify(localSecrets.callers),
    });
  return what.startsWith("POST")
    ? { status: 204 }
    : jsonAnswer(400, {
        __type: "ConditionalCheckFailedException",
        message: "The conditional request failed",
      });
}
