import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bundleOf } from "../../../infra/build/bundles.ts";
import {
  functionNames,
  httpFunctionNames,
} from "../../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { effort } from "../../resilience/effort.ts";
import { startBundle } from "./start-bundle.ts";

type HttpFunctionName = (typeof httpFunctionNames)[number];

const verifyJwtFile = "verify-jwt.mjs";
const { hr } = localSecrets.callers;
const chat = {
  scheme: "jwt",
  issuer: "https://accounts.example.com",
  audience: "https://api.example.com/status/chat",
  jwksUrl: "https://keys.example.com/certs",
  claims: { sub: "1234" },
  scopes: ["status:own"],
};

test("the code for tokens lies beside the bundle of each function that reads the callers, and of no other", () => {
  const having = functionNames.filter((name) =>
    existsSync(join(dirname(bundleOf(name)), verifyJwtFile)),
  );
  // The workflow of events finds the lookup of a caller, and authenticates none.
  const expected = [...httpFunctionNames, "events-workflow"];
  expect(having.toSorted()).toEqual(expected.toSorted());
});

test.each(
  effort<readonly HttpFunctionName[]>(["events-receiver"], httpFunctionNames),
)(
  "%s loads the code for tokens at its start only if a caller has the scheme jwt",
  async (name) => {
    expect(await filesLoadedBy(name, { hr })).toEqual(["index.mjs"]);
    expect(await filesLoadedBy(name, { hr, chat })).toEqual([
      "index.mjs",
      verifyJwtFile,
    ]);
  },
);

/** The files of the function's folder that its start loads, with a callers secret. */
async function filesLoadedBy(
  name: (typeof httpFunctionNames)[number],
  callers: object,
): Promise<string[]> {
  const { told } = await startBundle(
    name,
    `const loaded = [];
    process.getBuiltinModule("node:module").registerHooks({
      load(url, context, next) {
        if (url.startsWith("file:")) loaded.push(url.split("/").at(-1));
        return next(url, context);
      },
    });
    await load();
    tell(loaded);`,
    callers,
  );
  return told as string[];
}
