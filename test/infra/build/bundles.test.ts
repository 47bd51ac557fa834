import { statSync } from "node:fs";
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
  "onboarding-receiver": 452,
  "offboarding-receiver": 448,
  "profile-update-receiver": 452,
  "status-relay-receiver": 473,
  "events-receiver": 461,
  "events-preview": 412,
  "notifications-workflow": 507,
  "operations-api": 491,
  "scheduler-handler": 443,
  "doctor-handler": 390,
  "employment-workflow": 666,
  "status-relay-workflow": 575,
  "events-workflow": 609,
};

const undici = "NativeModule internal/deps/undici/undici";

test.each(functionNames)(
  "the bundle of %s is not larger than its limit",
  (name) => {
    const kilobytes = statSync(bundleOf(name)).size / 1000;
    expect(kilobytes).toBeLessThanOrEqual(budgets[name]);
  },
);

// The warm-up at the start has loaded undici, because Hono makes a `Request`. Each row takes a fresh process, and all
// bundles have the same parts.
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

/** The built-in modules of Node that a bundle loads at its start, and the ones that its first HTTP request loads. */
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
