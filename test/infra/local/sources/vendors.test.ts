import { expect, test } from "vitest";
import {
  bambooHrCredentials,
  bambooHrVendor,
} from "../../../../infra/local/sources/bamboohr.ts";
import { ada, basicAuth, sourceForTest } from "./source-for-test.ts";

test("BambooHR's stand-in has a photo in each size, and only the original size is too large", async () => {
  const { source } = await sourceForTest(bambooHrVendor);
  const { id } = source.hire({ ...ada, photo: "huge" });
  const none = source.hire({ ...ada, photo: "none" });
  const bytesOf = async (employeeId: string, size: string) => {
    const answer = await fetch(
      `${source.origin}/api/v1/employees/${employeeId}/photo/${size}`,
      { headers: basicAuth(bambooHrCredentials.apiKey, "x") },
    );
    return answer.ok ? (await answer.arrayBuffer()).byteLength : answer.status;
  };
  expect(await bytesOf(id, "original")).toBeGreaterThan(5 * 1024 * 1024);
  expect(await bytesOf(id, "large")).toBeLessThan(50_000);
  expect(await bytesOf(none.id, "large")).toBe(404);
});
