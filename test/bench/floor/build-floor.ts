import { join, resolve } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { awsSdk } from "../../../infra/build/aws-sdk.ts";
import { builtins } from "../../../infra/build/builtins.ts";
import { bundleExpress } from "../express/build-express.ts";

const root = resolve(import.meta.dirname, "../../..");
const outdir = join(root, "dist/bench/floor");

/** An empty handler: the floor, which no code can be below. */
export const emptyBundle = join(outdir, "empty.mjs");
/**
 * Bundles with two and with three clients of the AWS SDK and nothing else. They show the share of the SDK in a cold
 * start.
 */
export const twoClientsBundle = join(outdir, "two-clients.mjs");
export const threeClientsBundle = join(outdir, "three-clients.mjs");

/** As the project's functions are bundled. */
const asOurs: BuildOptions = {
  absWorkingDir: root,
  outdir,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  target: "node24",
  format: "esm",
  mainFields: ["module", "main"],
  plugins: [builtins, awsSdk],
  minify: true,
  legalComments: "none",
  logLevel: "error",
};

export async function buildFloor(): Promise<void> {
  await build({
    ...asOurs,
    entryPoints: ["empty", "two-clients", "three-clients"].map((name) =>
      join(import.meta.dirname, `${name}.ts`),
    ),
  });
}

/**
 * Bundles the receivers that take events, and the peer, with clients that answer from memory in the place of the AWS
 * SDK.
 */
export async function buildWithoutAws(): Promise<{
  receivers: Record<string, string>;
  express: string;
}> {
  const useCases = ["onboarding", "offboarding", "status-relay"];
  const alias = Object.fromEntries(
    [
      "client-dynamodb",
      "lib-dynamodb",
      "util-dynamodb",
      "client-secrets-manager",
      "client-lambda",
    ].map((name) => [
      `@aws-sdk/${name}`,
      join(import.meta.dirname, "no-aws.ts"),
    ]),
  );
  await build({
    ...asOurs,
    entryPoints: Object.fromEntries(
      useCases.map((name) => [
        `${name}-receiver-without-aws`,
        join(root, `functions/${name}/lambda/receiver.ts`),
      ]),
    ),
    alias,
  });
  const express = join(outdir, "express-without-aws.cjs");
  await bundleExpress({ outfile: express, alias });
  return {
    receivers: Object.fromEntries(
      useCases.map((name) => [
        name,
        join(outdir, `${name}-receiver-without-aws.mjs`),
      ]),
    ),
    express,
  };
}
