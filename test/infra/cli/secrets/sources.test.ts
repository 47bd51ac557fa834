import { describe, expect, test } from "vitest";
import { useCommand } from "./command.ts";

const canary = "canary-4f1d";
const hibob = {
  hosts: ["api.example.com"],
  auth: { type: "basic", username: canary, password: canary },
};
const lookup = {
  source: "hibob",
  request: { url: "https://api.example.com/people/{employeeId}" },
  id: "/id",
  map: {
    type: { value: "employee.terminated" },
    fields: { "/employeeId": "/id" },
  },
};
const hr = {
  scheme: "bearer",
  keys: ["canary-4f1d-of-hr"],
  scopes: ["offboard"],
  lookup,
};

const command = useCommand({
  callers: { hr: { ...hr, lookup: undefined } },
  sources: undefined,
});

test("storing a caller or a source warns if the lookup of a caller names a source that is not there", async () => {
  const { run, file, secrets, stored } = command();
  const warning =
    "Warning: callers #/hr/lookup reads from the source hibob, which the sources secret does not have";
  const callers = ["callers", "--file", await file({ hr }), "--yes"];
  const first = await run(callers);
  expect(first.output).toContain(warning);
  expect(first.code).toBe(0);
  expect(await stored("callers")).toMatchObject({ hr });
  await secrets.put("community-automation/sources", { hibob });
  expect((await run(callers)).output).not.toContain("Warning");

  const words = ["sources", "--file", await file({ other: hibob }), "--yes"];
  const { output } = await run(words);
  expect(output).toContain(warning);
  expect(output).not.toContain(canary);
});

describe("a check without AWS compares a file of callers and a file of sources", () => {
  const files = async (callers: object, sources: object) => {
    const { run, file } = command();
    const paths = {
      callers: await file(callers),
      sources: await file(sources),
    };
    const check = (kind: "callers" | "sources", ...more: string[]) =>
      run([kind, "--file", paths[kind], "--check", ...more], {
        // Nothing listens there.
        environment: { AWS_ENDPOINT_URL_SECRETS_MANAGER: "http://127.0.0.1:9" },
      });
    return { paths, check };
  };

  test("and names each place that does not fit, in whichever order they are given", async () => {
    const { paths, check } = await files(
      { hr: { ...hr, scopes: [] } },
      { "hibob-test": hibob },
    );
    for (const { code, output } of [
      await check("callers", "--sources", paths.sources),
      await check("sources", "--callers", paths.callers),
    ]) {
      expect(code).toBe(0);
      expect(output).toContain(
        "Warning: callers #/hr/scopes has no offboard, so events to which its map leads are refused: employee.terminated",
      );
      expect(output).toContain("Warning: callers #/hr/lookup reads from");
      expect(output).toContain("Warning: sources #/hibob-test is not in use");
      expect(output).not.toContain("no issues found");
      expect(output).not.toContain(canary);
    }
  });

  test("and says how to compare it, if only one file is given", async () => {
    const { check } = await files({ hr: { ...hr, scopes: [] } }, { hibob });
    const [callers, sources] = [await check("callers"), await check("sources")];
    expect(callers.output).toContain("Warning: callers #/hr/scopes has no");
    expect(callers.output).toContain("add --sources with its path");
    expect(callers.output).not.toContain("reads from");
    expect(sources.output).toContain("add --callers with its path");
    expect(sources.output).not.toContain("Warning");
  });

  test("and refuses the other file if it is invalid", async () => {
    const { paths, check } = await files({ hr }, { hibob: { hosts: [] } });
    const { code, output } = await check("callers", "--sources", paths.sources);
    expect(code).toBe(1);
    expect(output).toContain(`${paths.sources} is invalid:`);
    expect(output).toContain("#/hibob/hosts");
  });
});
