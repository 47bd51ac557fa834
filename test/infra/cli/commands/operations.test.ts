import { describe, expect, test } from "vitest";
import { dayMs } from "../../../../shared/durations.ts";
import type { Operation } from "../../../../shared/store/operation.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import { operation, putOperations } from "../../../fixtures/put-operations.ts";
import { answerOf, canaryKey, useCli } from "../cli-for-test.ts";

const cli = useCli();

describe("a verb on a selection", () => {
  const environment = useInProcess({
    tables: "in-memory",
    callers: {
      mei: { scheme: "bearer", keys: [canaryKey], scopes: ["operate"] },
    },
  });
  const api = answerOf(environment);

  /** Stores failed operations of an employee. Resolves to the command that starts them again. */
  async function putFailed(
    employeeId: string,
    count: number,
    last: Partial<Operation> = {},
  ) {
    // No workflow starts, so a retried operation stays accepted.
    environment().partFailures.workflowStart = () => true;
    const failed = Array.from({ length: count }, (_, nth) =>
      operation(`op_${employeeId}_${nth}`, {
        employeeId,
        reason: "platform-unreachable",
        warnings: [{ about: "avatar", reason: "avatar-timeout" }],
        ...(nth === count - 1 && last),
      }),
    );
    await putOperations(environment(), failed);
    const words = `operations retry --status failed --employee ${employeeId}`;
    return words.split(" ");
  }

  test("asks with the number of operations, and goes on until the last page", async () => {
    const words = await putFailed("E-1", 201);
    const filters = ["--reason", "platform-unreachable", "--warning", "avatar"];
    const { exitCode, output, errors, sent } = await cli().run(
      [...words, ...filters],
      { typed: "y", answer: api },
    );
    expect(errors).toContain(
      "retry 201 operations (failed, platform-unreachable, E-1, avatar)?",
    );
    expect(exitCode).toBe(0);
    expect(output).toContain("201 changed, 0 refused");
    const bodies = sent.flatMap(({ body }) => (body ? [body] : []));
    const chosen = (many: number) => ({
      operations: expect.toSatisfy((ids: unknown[]) => ids.length === many),
      asOf: expect.any(String),
    });
    expect(bodies).toEqual([chosen(100), chosen(100), chosen(1)]);
  });

  test("says that more operations match than its limit", async () => {
    const words = await putFailed("E-2", 2);
    const { output } = await cli().run(
      [...words, "--limit", "1", "--yes"],
      api,
    );
    expect(output).toContain("More operations match than the newest 1.");
    expect(output).toContain("1 changed, 0 refused");
  });

  test("ends with exit code 2 and the reasons if some are refused", async () => {
    // An operation that changes after the selection is refused.
    const inAYear = { updatedAtMs: Date.now() + 365 * dayMs };
    const words = await putFailed("E-4", 2, inAYear);
    const { exitCode, output } = await cli().run([...words, "--yes"], api);
    expect(exitCode).toBe(2);
    expect(output).toContain("1 changed, 1 refused");
    expect(output).toMatch(/op_E-4_1 +The operation has changed since/);
    expect(output).toMatch(/operations show op_E-4_1$/m);
  });

  test("stops after the request that runs at Ctrl+C, and the same command goes on", async () => {
    const words = [...(await putFailed("E-5", 101)), "--yes"];
    const { output, exitCode } = await cli().run(words, (request) => {
      if (request.method === "POST") process.emit("SIGINT");
      return api(request);
    });
    expect(output).toContain("100 changed, 0 refused");
    expect(output).toContain("You stopped it: 1 are unchanged.");
    expect(exitCode).toBe(1);
    expect(process.listenerCount("SIGINT")).toBe(0);

    const again = await cli().run(words, api);
    expect(again.output).toContain("1 changed, 0 refused");
    const nothing = await cli().run(words, api);
    expect(nothing.output).toContain("nothing to do");
    expect(nothing.exitCode).toBe(0);
  });

  test("says how far it came when its connection is lost, and the same command goes on with the rest", async () => {
    const words = [...(await putFailed("E-6", 201)), "--yes"];
    let posts = 0;
    const lost = await cli().run(words, async (request) => {
      const answer = await api(request);
      // The second request arrives, and its answer is lost.
      return request.method === "POST" && ++posts === 2
        ? new TypeError(`lost: ${canaryKey}`)
        : answer;
    });
    expect(lost.exitCode).toBe(1);
    expect(lost.errors).toContain("100 operations were changed");
    expect(lost.errors).toContain("To repeat the command is harmless");
    expect(lost.errors).not.toContain(canaryKey);

    const again = await cli().run(words, api);
    expect(again.exitCode).toBe(0);
    expect(again.output).toContain("1 changed, 0 refused");
  });
});
