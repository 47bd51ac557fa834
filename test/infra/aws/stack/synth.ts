import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { App, Stack, Validations } from "aws-cdk-lib";
import { CfnQueue, Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, test, vi } from "vitest";
import { createStack, createApp } from "../../../../infra/aws/create-stack.ts";
import { readContext } from "../../../../infra/aws/deployment/context.ts";
import { allOptions } from "../all-options.ts";
import { newFolder } from "../../../fixtures/new-folder.ts";
import { isThorough } from "../../../resilience/effort.ts";

const root = resolve(import.meta.dirname, "../../../..");
const bin = join(root, "node_modules/.bin");

const folder = newFolder();

/** Runs a shell command without a home folder, without credentials, and with a closed port as its only proxy. */
function run(command: string) {
  return new Promise<{ code: unknown; output: string }>((done) => {
    const proxy = "http://127.0.0.1:9";
    const env = {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: folder,
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
    };
    execFile(
      "/bin/sh",
      ["-c", command],
      { cwd: root, env },
      (error, stdout, stderr) =>
        done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

// In a short run, `npm run synth` of `.ci/run` shows the same.
test.runIf(isThorough)(
  "synth of real settings passes all rules and prints nothing, without network and credentials",
  async () => {
    const real = join(folder, "real.json");
    const context = {
      ...readContext(),
      baseUrl: "https://community.acme.test",
      authUrl: "https://community.acme.test",
      alarmEmail: "operators@acme.test",
    };
    await writeFile(real, JSON.stringify({ context }));
    const { code, output } = await run(
      `cdk synth --quiet -o ${folder}/out --app "node infra/aws/app.ts ${real}"`,
    );
    expect([code, output]).toEqual([0, ""]);
  },
  120_000,
);

test("the shipped settings warn about the example platform and about alarms that no person gets", () => {
  const app = createApp(readContext(), join(folder, "shipped"));
  const warnings = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === "aws:cdk:warning")
    .map(({ data }) => String(data));
  expect(warnings).toEqual([
    expect.stringContaining("change baseUrl and authUrl in cdk.json"),
    expect.stringContaining("set alarmEmail in cdk.json"),
  ]);
});

test.runIf(isThorough)(
  "the app reports what is wrong with the settings and how to correct it, and prints nothing else",
  async () => {
    const file = join(folder, "wrong.json");
    const changes = { graceDays: -1, baseUrl: "http://x.test" };
    const context = { ...readContext(), ...changes };
    await writeFile(file, JSON.stringify({ context }));
    const { code, output } = await run(`node infra/aws/app.ts ${file}`);
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toEqual([
      `Change ${file}:`,
      "  context.baseUrl: must be an https address without credentials, query and fragment",
      "  context.graceDays: must be a whole number from 0 to 365",
    ]);
    // The CDK command line hands the options -c to the app in this variable.
    const given = JSON.stringify({ ...readContext(), graceDays: "3" });
    const overridden = await run(
      `CDK_CONTEXT_JSON='${given}' node infra/aws/app.ts`,
    );
    expect(overridden.code).toBe(1);
    expect(overridden.output).toMatch(
      /^The option -c and ~\/\.cdk\.json change no setting: graceDays\. Change \S+cdk\.json instead/,
    );
  },
  60_000,
);

describe("the rule sets", () => {
  test.runIf(isThorough)(
    "accept a template with all options",
    () => {
      vi.stubEnv("JSII_DEPRECATED", "quiet");
      const context = { ...readContext(), ...allOptions };
      const app = createApp(context, join(folder, "options"));
      expect(() => app.synth()).not.toThrow();
      vi.unstubAllEnvs();
    },
    60_000,
  );

  test.runIf(isThorough)(
    "fail the synthesis when a resource violates a rule of any of the three sets",
    async () => {
      vi.stubEnv("JSII_DEPRECATED", "quiet");
      const out = join(folder, "broken");
      const app = createApp(readContext(), out);
      const [stack] = app.node.children.filter(
        (child) => child instanceof Stack,
      );
      new Queue(stack!, "Open");
      new CfnQueue(stack!, "Brief", { messageRetentionPeriod: 5 });
      expect(() => app.synth()).toThrow(/\bERROR\b|Validation failed/);
      const report = await readFile(
        join(out, "validation-report.json"),
        "utf8",
      );
      vi.unstubAllEnvs();
      expect(report).toContain("AwsSolutions-SQS4");
      expect(report).toContain("Serverless-SQSRedrivePolicy");
      expect(report).toContain("MessageRetentionPeriod: 5 is less than");
    },
    60_000,
  );

  test("are suppressed only with a reason", () => {
    const app = new App();
    const all = createStack(app, readContext())
      .node.findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(
        ({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY,
      )
      .flatMap(({ data }) => Object.entries(data as Record<string, string>));
    expect(all.length).toBeGreaterThan(0);
    for (const [, reason] of all) expect(reason.length).toBeGreaterThan(40);
  });
});
