import { readFileSync } from "node:fs";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import { join } from "node:path";
import { expect, test } from "vitest";
import { basic, platformForTest } from "./platform-for-test.ts";

const folder = join(import.meta.dirname, "../../../fixtures/tls");
const [cert, key] = ["cert", "key"].map((part) =>
  readFileSync(join(folder, `loopback.${part}.pem`), "utf8"),
) as [string, string];

test("with a certificate the platform speaks https, and its links say so", async () => {
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
