import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleOf } from "../../../infra/build/bundles.ts";
import {
  receiverNames,
  type FunctionName,
  functionNames,
} from "../../../infra/functions.ts";
import { localFunctions } from "../../../infra/local/functions.ts";
import {
  type HttpServer,
  jsonAnswer,
  startHttpServer,
} from "../../../infra/local/http-server.ts";

/** Kilobytes of each bundle. A dependency that grows it shows here; `npm run bench -- size` says which. */
const budgets: Record<FunctionName, number> = {
  "onboarding-receiver": 425,
  "offboarding-receiver": 422,
  "status-relay-receiver": 434,
  "operations-api": 412,
  "scheduler-handler": 352,
  "onboarding-workflow": 607,
  "offboarding-workflow": 573,
  "status-relay-workflow": 575,
};

/** The packages in a function that answers: whatever else comes in must be worth its time at a cold start. */
const packagesOfReceivers = [
  "@aws-sdk/client-dynamodb",
  "@aws-sdk/client-lambda",
  "@aws-sdk/client-secrets-manager",
  "@aws-sdk/core",
  "@aws-sdk/credential-provider-env",
  "@aws-sdk/dynamodb-codec",
  "@aws-sdk/endpoint-cache",
  "@aws-sdk/lib-dynamodb",
  "@aws-sdk/middleware-endpoint-discovery",
  "@aws-sdk/util-dynamodb",
  "@aws/lambda-invoke-store",
  "@date-fns/tz",
  "@smithy/core",
  "@smithy/node-http-handler",
  "@smithy/signature-v4",
  "@smithy/types",
  "hono",
  "mnemonist",
  "obliterator",
  "zod",
];

const undici = "NativeModule internal/deps/undici/undici";

const answering = [...receiverNames, "operations-api"] as const;

test.each(functionNames)("%s keeps to its budget", (name) => {
  const kilobytes = statSync(bundleOf(name)).size / 1000;
  expect(kilobytes).toBeLessThanOrEqual(budgets[name]);
});

test.each(answering)("%s carries no package but those it needs", (name) => {
  const unexpected = packagesIn(name).filter(
    (one) => !packagesOfReceivers.includes(one),
  );
  expect(unexpected).toEqual([]);
});

test("the list of packages at the receiver has none that is gone", () => {
  expect(packagesIn("onboarding-receiver")).toEqual(
    expect.arrayContaining(packagesOfReceivers),
  );
});

let aws: HttpServer;
beforeAll(async () => {
  const refusal = jsonAnswer(400, { __type: "AccessDeniedException" });
  aws = await startHttpServer({
    port: 0,
    maxBodyBytes: 1024 * 1024,
    tooLarge: refusal,
    answer: async () => refusal,
  });
});
afterAll(() => aws.close());

test.each(answering)(
  "%s does not load Node's second HTTP client, undici, while a request waits",
  async (name) => {
    const { atStart, later } = await modulesLoadedBy(name);
    expect(atStart).toContain("NativeModule https");
    expect(later).not.toContain(undici);
  },
);

test.each(functionNames.filter((name) => !isAnswering(name)))(
  "%s does not load Node's second HTTP client, undici, at all",
  async (name) => {
    const { atStart } = await modulesLoadedBy(name);
    expect(atStart).toContain("NativeModule https");
    expect(atStart).not.toContain(undici);
  },
);

function isAnswering(name: FunctionName): boolean {
  return answering.some((one) => one === name);
}

/** Node's own modules that the start of a bundle loads, and those that its first answer does, if it is one that answers. */
async function modulesLoadedBy(
  name: FunctionName,
): Promise<{ atStart: string[]; later: string[] }> {
  const { environment } =
    localFunctions({
      dynamodb: aws.endpoint,
      secretsManager: aws.endpoint,
      platform: aws.endpoint,
    })[name] ?? {};
  const event = {
    headers: {},
    rawPath: "/nothing",
    rawQueryString: "",
    isBase64Encoded: false,
    requestContext: { domainName: "localhost", http: { method: "GET" } },
  };
  const script = `
    const { handler } = await import(${JSON.stringify(bundleOf(name))});
    const atStart = [...process.moduleLoadList];
    if (${isAnswering(name)}) {
      const { statusCode } = await handler(${JSON.stringify(event)});
      if (statusCode !== 404) throw new Error("answered " + statusCode);
    }
    process.getBuiltinModule("node:fs").writeSync(1, "\\n" + JSON.stringify({
      atStart,
      later: process.moduleLoadList.slice(atStart.length),
    }));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script],
    { env: { ...environment, AWS_ENDPOINT_URL: aws.endpoint } },
  );
  return JSON.parse(stdout.slice(stdout.lastIndexOf("\n") + 1)) as {
    atStart: string[];
    later: string[];
  };
}

/** By the source map, which names every file that is in. */
function packagesIn(name: FunctionName): string[] {
  const { sources } = JSON.parse(
    readFileSync(`${bundleOf(name)}.map`, "utf8"),
  ) as { sources: string[] };
  const found = sources.flatMap((source) => {
    const [, path] = source.split(/.*\/node_modules\//);
    if (path === undefined) return [];
    return [path.split("/", path.startsWith("@") ? 2 : 1).join("/")];
  });
  return [...new Set(found)].toSorted();
}
