import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { asked, host, json, sourceWith, useSource } from "./source-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const startSource = useSource();

/** Planted in the id, the credentials, the answers and the URL. */
const canary = "canary";
const recordId = `${canary}-id`;
const lookup = {
  request: {
    url: `https://${host}/people/{employeeId}?view=${canary}-query`,
    headers: { "x-view": `${canary}-header` },
  },
};
const path = `/people/${recordId}`;
const auths = [
  { type: "basic", username: `${canary}-user`, password: `${canary}-password` },
  { type: "bearer", token: `${canary}-token` },
  { type: "header", name: "x-key", value: `${canary}-key` },
  {
    type: "oauth2",
    tokenUrl: `https://${host}/token`,
    clientId: `${canary}-client`,
    clientSecret: `${canary}-secret`,
  },
];

const body = { error: `${canary}-body` };

test.each(rows<[string, (response: ServerResponse) => unknown]>`
  refused | ${json(body, 401)}
  refused as forbidden | ${(response) => response.writeHead(403, `${canary}-reason`).end(`${canary}-body`)}
  redirected | ${(response) => response.writeHead(302, { location: `https://${canary}.test/` }).end()}
  busy | ${json(body, 429)}
  failing | ${json(body, 500)}
  unreadable | ${(response) => response.end(`{"id": ${canary}-body`)}
  compressed | ${(response) => response.writeHead(200, { "content-encoding": canary }).end(canary)}
  no HTTP | ${(response) => response.socket?.end(`${canary}-answer\r\n\r\n`)}
  closed | ${(response) => response.socket?.destroy()}
`)(
  "the error of a read that is %s has no id, no credentials and nothing of the answer",
  async (_, answer) => {
    const system = await startSource();
    system.answers["/token"] = json({ access_token: `${canary}-issued` });
    system.answers[path] = answer;
    for (const auth of auths) await expectNoCanary(system, auth);
    expect(system.got.at(-1)?.url).toContain(path);
  },
);

test("the error of a login has no credentials and nothing of the answer", async () => {
  for (const answer of [
    json({ error: `${canary}-body` }, 401),
    json({ error: `${canary}-body` }, 503),
    json({ access_token: [`${canary}-token`] }),
  ]) {
    const system = await startSource();
    system.answers["/token"] = answer;
    await expectNoCanary(system, auths[3]);
  }
});

/** The error of a read tells nothing, shown as an engine, a log or a debugger would, with all that it refers to. */
async function expectNoCanary(
  { createReader }: Awaited<ReturnType<typeof startSource>>,
  auth: Parameters<typeof sourceWith>[0],
): Promise<void> {
  const given = asked({ lookup, recordId, source: sourceWith(auth) });
  const error: unknown = await createReader()
    .readRecord(given)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "SourceError" });
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(
    canary,
  );
}
