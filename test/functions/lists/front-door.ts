import { expect, test } from "vitest";
import { createApiClient } from "../../../infra/cli/api/client.ts";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import { crowd as size, stack } from "../front-door/stack.ts";
import { rowOf } from "./lists-for-test.ts";

function clientOf(key: string) {
  const { origin } = stack();
  const sleepMs = async () => undefined;
  const dependencies = { fetch, nowMs: Date.now, sleepMs };
  return createApiClient(
    { name: "test", origin, key: () => key },
    dependencies,
  );
}

test("a list goes through gateway, bundles and engine, and its people are linked and changed", async () => {
  const { plans } = clientOf(opsToken);
  const rows = Array.from({ length: size }, (_, nth) =>
    rowOf({
      id: `G-${nth + 1}`,
      login: `crowd.${nth + 1}`,
      mail: `crowd.${nth + 1}@halden.example`,
    }),
  );
  const list = async () => {
    const asOf = new Date().toISOString();
    const { id } = await plans.create({ source: "file", asOf, isWhole: true });
    let chunks = 0;
    // Line 1 of the file has the names of the columns, and no cell is too long to send.
    for (const bytes of packRows(rows.map((row, nth) => [nth + 2, row, []])))
      await plans.putRows(id, chunks++, bytes);
    await plans.begin(id, { chunks, rows: rows.length });
    await stack().lambda.idle();
    return plans.get(id);
  };
  const apply = async ({
    id,
    digest = "",
    applies,
  }: Awaited<ReturnType<typeof list>>) => {
    await clientOf(leadToken).plans.approve(id, { digest, applies });
    await plans.apply(id);
    await stack().lambda.idle();
    return plans.get(id);
  };
  const first = await list();
  expect(first).toMatchObject({ status: "planned", counts: { adopt: size } });
  expect(await apply(first)).toMatchObject({
    status: "applied",
    accepted: size,
    skipped: 0,
  });
  const second = await list();
  expect(second.counts).toEqual({ change: size });
  expect(await apply(second)).toMatchObject({
    status: "applied",
    accepted: size,
  });
  const { logs } = stack();
  expect(logs.filter((line) => /ZoeG-|halden/.test(line))).toEqual([]);
}, 120_000);
