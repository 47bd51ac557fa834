import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import { basic, call, platformForTest } from "./platform-for-test.ts";

const folder = join(import.meta.dirname, "../../fixtures/tls");

const [cert, key] = ["cert", "key"].map((part) =>
  readFileSync(join(folder, `loopback.${part}.pem`), "utf8"),
) as [string, string];

describe("start platform", () => {
  test("shows its own clock in the Date of each answer", async () => {
    const platform = await platformForTest({ nowMs: () => 1_500 });
    const { headers } = await call(platform, "GET", "/people", { as: null });
    expect(headers.get("date")).toBe("Thu, 01 Jan 1970 00:00:01 GMT");
  });

  test("builds every ref with its own origin, not with the host of the request", async () => {
    const platform = await platformForTest();
    const { port } = new URL(platform.origin);
    const answer = await call(
      platform,
      "GET",
      `http://localhost:${port}/api/core/v3/people?count=1`,
      {},
    );
    expect(answer.text).not.toContain("localhost");
  });

  test("an error for a taken port has the port in its message", async () => {
    const { origin } = await platformForTest();
    const { port } = new URL(origin);
    await expect(startPlatform({ port: Number(port) })).rejects.toThrow(port);
  });

  test("serves https with a certificate, and its refs are https", async () => {
    const { origin } = await platformForTest({
      tls: { cert, key },
      guardLine: "",
    });
    expect(origin).toMatch(/^https:/);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    request(
      `${origin}/api/core/v3/people?count=1`,
      {
        ca: cert,
        headers: { authorization: basic("service", "service-password") },
      },
      (answer) => void json(answer).then(resolve, reject),
    )
      .on("error", reject)
      .end();
    expect(await promise).toMatchObject({
      list: [
        {
          resources: {
            self: { ref: expect.stringMatching(`^${origin}/`) as string },
          },
        },
      ],
    });
  });
});
