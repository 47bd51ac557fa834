import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { bundleOf } from "../../../infra/build/bundles.ts";
import {
  type FunctionName,
  functionNames,
  httpFunctionNames,
} from "../../../infra/aws/deployment/functions.ts";
import { effort } from "../../resilience/effort.ts";
import { startBundle } from "./start-bundle.ts";

/** Size limits in kilobytes. They detect a dependency that grew; `npm run build -- --analyze` shows which one. */
const budgets: Record<FunctionName, number> = {
  "onboarding-receiver": 451,
  "offboarding-receiver": 448,
  "profile-update-receiver": 452,
  "status-relay-receiver": 473,
  "events-receiver": 461,
  "events-preview": 412,
  "notifications-workflow": 507,
  "operations-api": 490,
  "scheduler-handler": 443,
  "doctor-handler": 389,
  "employment-workflow": 666,
  "status-relay-workflow": 574,
  "events-workflow": 609,
};

/** The packages that functions behind the HTTP API may contain. A new one must be worth its time at a cold start. */
const packagesOfReceivers = [
  "@aws-sdk/client-dynamodb",
  "@aws-sdk/client-lambda",
  "@aws-sdk/client-secrets-manager",
  "@aws-sdk/core",
  "@aws-sdk/credential-provider-env",
  "@aws-sdk/dynamodb-codec",
  "@aws-sdk/util-dynamodb",
  "@aws/lambda-invoke-store",
  "@date-fns/tz",
  "@smithy/core",
  "@smithy/node-http-handler",
  "@smithy/signature-v4",
  "@smithy/types",
  "hono",
  "zod",
];

const undici = "NativeModule internal/deps/undici/undici";

test.each(functionNames)(
  "the bundle of %s is not larger than its limit",
  (name) => {
    const kilobytes = statSync(bundleOf(name)).size / 1000;
    expect(kilobytes).toBeLessThanOrEqual(budgets[name]);
  },
);

test.each(httpFunctionNames)(
  "the bundle of %s contains only listed packages",
  (name) => {
    const unexpected = packagesIn(name).filter(
      (one) => !packagesOfReceivers.includes(one),
    );
    expect(unexpected).toEqual([]);
  },
);

test("every listed package is in the bundle of onboarding-receiver", () => {
  expect(packagesIn("onboarding-receiver")).toEqual(
    expect.arrayContaining(packagesOfReceivers),
  );
});

// Each takes a fresh process, and all bundles have the same parts.
test.each(
  effort<readonly FunctionName[]>(["events-receiver"], httpFunctionNames),
)(
  "%s does not load Node's second HTTP client, undici, during a request",
  async (name) => {
    const { atStart, later } = await modulesLoadedBy(name);
    expect(atStart).toContain("NativeModule https");
    expect(later).not.toContain(undici);
  },
);

test.each(
  effort<readonly FunctionName[]>(
    ["events-workflow"],
    functionNames.filter((name) => !isHttpFunction(name)),
  ),
)("%s never loads Node's second HTTP client, undici", async (name) => {
  const { atStart } = await modulesLoadedBy(name);
  expect(atStart).toContain("NativeModule https");
  expect(atStart).not.toContain(undici);
});

function isHttpFunction(name: FunctionName): boolean {
  return httpFunctionNames.some((one) => one === name);
}

/** The built-in modules of Node that a bundle loads at its start, and those that its first HTTP request loads. */
async function modulesLoadedBy(
  name: FunctionName,
): Promise<{ atStart: string[]; later: string[] }> {
  const event = {
    headers: {},
    rawPath: "/nothing",
    rawQueryString: "",
    isBase64Encoded: false,
    requestContext: { domainName: "localhost", http: { method: "GET" } },
  };
  const { told } = await startBundle(
    name,
    `const { handler } = await load();
    const atStart = [...process.moduleLoadList];
    if (${isHttpFunction(name)}) {
      const { statusCode } = await handler(${JSON.stringify(event)});
      if (statusCode !== 404) throw new Error("answered " + statusCode);
    }
    tell({ atStart, later: process.moduleLoadList.slice(atStart.length) });`,
  );
  return told as { atStart: string[]; later: string[] };
}

/** Reads the packages from the source map, which names every file in the bundle. */
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
