import { execFile } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { generate } from "openapi-typescript-codegen";
import { beforeAll, expect, test } from "vitest";
import { opsToken } from "../../../infra/local/credentials.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { newFolder } from "../../fixtures/new-folder.ts";
import { stack } from "../../functions/front-door/stack.ts";

// A part of test/functions/front-door.test.ts, whose parts share one local stack.

/** A client whose author has only docs/openapi.json. The compiler checks it against the generated types. */
const program = `
import { ApiError, EventsService, OpenAPI, OperationsService } from "./client";
import type { employee_hired, Operation } from "./client";

export function connect(origin: string, token: string): void {
  Object.assign(OpenAPI, { BASE: origin, TOKEN: token });
}

export async function hire(event: employee_hired): Promise<Operation[]> {
  const accepted = await EventsService.sendOnboarding("ops", event, "wait=20");
  return "operations" in accepted ? accepted.operations : [accepted];
}

export async function list(employeeId: string): Promise<string[]> {
  const page = await OperationsService.listOperations("succeeded", undefined, "employee.hired", employeeId);
  return page.operations.map(({ id, status }) => id + " " + status);
}

export async function typeOfRefusal(id: string): Promise<string> {
  // @ts-expect-error: a note must be a text
  await OperationsService.resolveOperation(id, { note: 1 }).catch(() => undefined);
  return OperationsService.releaseOperation(id, {}).then(
    ({ status }) => status,
    (error: unknown) => error instanceof ApiError ? error.body.type : String(error),
  );
}
`;
type Program = {
  connect: (origin: string, token: string) => void;
  hire: (event: object) => Promise<{ id: string; status: string }[]>;
  list: (employeeId: string) => Promise<string[]>;
  typeOfRefusal: (id: string) => Promise<string>;
};

const run = promisify(execFile);
const folder = newFolder();
beforeAll(async () => {
  const output = join(folder, "client");
  await generate({ input: resolve("docs/openapi.json"), output });
  await writeFile(join(folder, "program.ts"), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
    types: [],
    skipLibCheck: true,
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions }),
  );
});

test("a client that is generated from docs/openapi.json compiles under strict rules", async () => {
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const compiled = await run(process.execPath, [
    compiler,
    "--project",
    folder,
  ]).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe("");
});

test("the generated client hires an employee, lists the operation, and finds the page of a refusal", async () => {
  const outfile = join(folder, "program.mjs");
  await build({
    entryPoints: [join(folder, "program.ts")],
    bundle: true,
    format: "esm",
    outfile,
  });
  const client = (await import(outfile)) as Program;
  client.connect(stack().origin, opsToken);

  const hired = await client.hire({
    type: "employee.hired",
    timestamp: new Date().toISOString(),
    data: hireOf("GEN-1"),
  });
  const { id = "", status } = hired[0] ?? {};
  expect(status).toBe("succeeded");
  expect(await client.list("GEN-1")).toEqual([`${id} succeeded`]);
  const type = await client.typeOfRefusal(id);
  expect(type).toBe(`${stack().origin}/problems#not-held`);
  const page = await fetch(type);
  expect(await page.text()).toContain('<section id="not-held">');
});

const generator = "openapi-python-client";
const pythonOptions = `
post_hooks: []
content_type_overrides: { "application/gzip": "application/octet-stream" }
`;

test("a client in Python reads every answer that it gets", async ({ skip }) => {
  const hasGenerator = await run(generator, ["--version"]).catch(() => false);
  skip(!hasGenerator, `${generator} is not on the PATH`);
  const config = join(folder, "python.yml");
  await writeFile(config, pythonOptions);
  const generated = await run(generator, [
    "generate",
    "--path",
    resolve("docs/openapi.json"),
    "--output-path",
    join(folder, "generated"),
    "--config",
    config,
    "--meta",
    "none",
    "--fail-on-warning",
  ]);
  expect(generated.stdout).not.toContain("WARNING");
  const file = join(folder, "program.py");
  await cp(join(import.meta.dirname, "generated-client.py"), file);
  const { stdout } = await run("python3", [file, stack().origin, opsToken]);
  await stack().lambda.idle();
  expect(JSON.parse(stdout)).toEqual({
    preview: { is: "in-force" },
    status: "succeeded",
    listed: true,
    history: 3,
    employee: "active",
    active: true,
    overview: true,
    problems: 200,
    refused: `${stack().origin}/problems#not-held`,
    wrong: [400, [{ pointer: "#/reason", detail: "is not known" }]],
    stored: 204,
    plans: true,
  });
});
