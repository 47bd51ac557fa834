import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { refusedBy } from "./refused-by.ts";

/** Each folder of our code, at every depth. */
const folders = globSync("{functions,infra,shared}/**/*.{ts,tsx}")
  .map((file) => dirname(file))
  .filter((folder, index, all) => all.indexOf(folder) === index);

const forbidden: [from: string, to: string][] = [
  // Upward and sideways.
  ["shared/log.ts", "shared/store/store.ts"],
  ["shared/dynamodb/table.ts", "shared/community/client.ts"],
  ["shared/store/store.ts", "shared/token/token-store.ts"],
  ["shared/store/store.ts", "shared/workflow/steps.ts"],
  ["shared/person/avatar/limits.ts", "shared/webhook/receiver.ts"],
  ["shared/webhook/schemes/jwt.ts", "shared/runtime/config.ts"],
  ["shared/runtime/config.ts", "functions/onboarding/config.ts"],
  ["functions/onboarding/workflow.ts", "functions/offboarding/event.ts"],
  ["functions/onboarding/workflow.ts", "shared/runtime/config.ts"],
  ["functions/events/match-event.ts", "shared/runtime/templates.ts"],
  ["functions/doctor/checks/hosts.ts", "shared/aws/secrets.ts"],
  ["functions/onboarding/lambda/workflow.ts", "functions/events/event.ts"],
  ["functions/events/workflow.ts", "functions/offboarding/workflow.ts"],
  ["functions/onboarding/workflow.ts", "infra/aws/deployment/product.ts"],
  ["infra/aws/deployment/functions.ts", "infra/cli/cli.ts"],
  ["infra/aws/app.ts", "infra/cli/cli.ts"],
  ["infra/cli/console/routes.tsx", "infra/local/stack.ts"],
  ["infra/pages/href-of.ts", "shared/log.ts"],
  ["infra/aws/deployment/functions.ts", "infra/aws/app.ts"],
  // The client could serve other projects.
  ["shared/community/client.ts", "shared/log.ts"],
  // The stand-ins share no code with the code that is tested against them.
  ["infra/platform/create-platform.ts", "shared/log.ts"],
  ["infra/platform/pages/views/place.ts", "shared/log.ts"],
  ["infra/local/sources/hibob.ts", "shared/log.ts"],
  ["infra/platform/state/table.ts", "infra/platform/http/body.ts"],
  ["infra/platform/http/body.ts", "infra/platform/api/admin.ts"],
  ["infra/platform/seed/seed-community.ts", "infra/platform/faults/x.ts"],
  // The rules are functions of data.
  ["shared/employment/say.ts", "shared/store/store.ts"],
  ["shared/employment/say.ts", "shared/log.ts"],
  ["shared/employment/say.ts", "shared/zoned-time.ts"],
  // A folder without a layer.
  ["shared/new/file.ts", "shared/store/store.ts"],
  ["shared/runtime/config.ts", "shared/new/file.ts"],
  ["infra/new/file.ts", "infra/aws/deployment/product.ts"],
  ["infra/local/stack.ts", "infra/new/file.ts"],
];

const packages: [from: string, name: string][] = [
  ["shared/log.ts", "@aws-sdk/client-lambda"],
  ["shared/store/store.ts", "@aws-sdk/client-dynamodb"],
  ["shared/person/avatar/limits.ts", "@aws-sdk/client-dynamodb"],
  ["shared/employment/say.ts", "zod/mini"],
  ["shared/employment/say.ts", "node:crypto"],
  ["functions/scheduler/starts.ts", "@aws-sdk/client-lambda"],
  ["functions/events/match-event.ts", "@aws-sdk/client-lambda"],
  ["shared/community/client.ts", "@smithy/core/protocols"],
  ["shared/community/client.ts", "@aws/durable-execution-sdk-js"],
];

const allowed: [from: string, to: string][] = [
  ["shared/store/store.ts", "shared/log.ts"],
  ["shared/person/avatar/limits.ts", "shared/community/client.ts"],
  ["shared/employment/say.ts", "shared/reason-codes.ts"],
  ["shared/employment/say.ts", "shared/employment/statement.ts"],
  ["shared/store/store.ts", "shared/employment/say.ts"],
  ["functions/events/workflow.ts", "functions/offboarding/event.ts"],
  ["functions/onboarding/lambda/workflow.ts", "functions/onboarding/config.ts"],
  ["functions/onboarding/lambda/workflow.ts", "shared/runtime/config.ts"],
  ["infra/local/stack.ts", "infra/cli/cli.ts"],
  ["infra/platform/pages/views/place.ts", "infra/pages/href-of.ts"],
];

const forms = {
  "an import": (path: string) => `import "${path}";`,
  "a type import": (path: string) => `import type { A } from "${path}";`,
  "an export": (path: string) => `export { a } from "${path}";`,
  "a dynamic import": (path: string) => `await import("${path}");`,
};

const plants = [
  ...folders.map((folder) => [`${folder}/file.ts`, "test/file.ts"] as const),
  ...forbidden,
  ...allowed,
];
let refused = new Set<string>();

beforeAll(() => {
  const files: Record<string, string> = {
    "shared/store/disguised.ts": `import "./../token/token-store.ts";`,
  };
  for (const [from, to] of plants)
    files[nameOf(from, to)] = forms["an import"](pathOf(from, to));
  for (const [from, name] of packages)
    files[nameOf(from, name)] = forms["an import"](name);
  for (const [name, write] of Object.entries(forms))
    files[`shared/store/${name}.ts`] = write("../token/token-store.ts");
  refused = refusedBy("no-restricted-imports", files);
});

test.each(folders)("%s may not import a test", (folder) => {
  expect(refused).toContain(nameOf(`${folder}/file.ts`, "test/file.ts"));
});

test.each(forbidden)("%s may not import %s", (from, to) => {
  expect(refused).toContain(nameOf(from, to));
});

test.each(packages)("%s may not import the package %s", (from, name) => {
  expect(refused).toContain(nameOf(from, name));
});

test.each(allowed)("%s may import %s", (from, to) => {
  expect(refused).not.toContain(nameOf(from, to));
});

test.each(Object.keys(forms))("%s of a layer above is refused", (form) => {
  expect(refused).toContain(`shared/store/${form}.ts`);
});

test("a longer spelling of a forbidden path is refused, too", () => {
  expect(refused).toContain("shared/store/disguised.ts");
});

/** A file beside `from`, for one import. */
function nameOf(from: string, to: string): string {
  return join(dirname(from), `${to.replaceAll(/\W/g, "-")}.ts`);
}

function pathOf(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
