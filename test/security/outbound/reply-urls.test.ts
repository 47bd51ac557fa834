import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedResponseUrl } from "../../../functions/status-relay/command-handler.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { createHttp } from "../../../shared/community/http.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { requestOfSlack } from "../../functions/status-relay/chat-requests.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { startCanaries } from "./canaries.ts";
import { hostileLinks } from "./hostile-links.ts";
import { startRawPlatform } from "./platforms.ts";
import { seed } from "./seed.ts";
import { localHosts, spellingsOf, urlsAt } from "./spellings.ts";

const area = "Attacks, outward";
const slackHost = "hooks.slack.com";

test("a late answer is refused to every spelling of our own machine and to any host but the chat tool's", async ({
  task,
}) => {
  await using canaries = await startCanaries();
  const { port } = canaries;
  const urls = [
    ...[...spellingsOf("127.0.0.1"), ...localHosts].flatMap((host) => [
      `https://${host}:${port}/`,
      `http://${host}:${port}/`,
    ]),
    ...urlsAt("127.0.0.1", port).map((url) =>
      url.replaceAll("avatars.example.test", slackHost),
    ),
    ...hostileLinks({ own: slackHost, canary: `127.0.0.1:${port}` }),
    `https://${slackHost}.`,
    `https://${slackHost}:8443/`,
    `https://${slackHost}%2eevil.test/`,
    `https://evil.${slackHost}/`,
    `https://user@${slackHost}/`,
    `http://${slackHost}/`,
  ];
  const http = createHttp();
  let asked = 0;
  for (const text of urls) {
    const allowed = allowedResponseUrl(text, [slackHost]);
    // The remaining URLs lead to the chat tool itself, which these tests do not contact.
    if (allowed?.startsWith(`https://${slackHost}/`)) continue;
    if (allowed === undefined) continue;
    asked += 1;
    await http({
      method: "POST",
      url: new URL(allowed),
      headers: {},
      timeoutMs: 1_000,
    }).catch(() => undefined);
  }
  expect(asked).toBe(0);
  expect(await canaries.connections()).toBe(0);
  recordFigure(task, {
    area,
    what: "chat: reply URLs of another host, connections",
    figure: `${urls.length} tried, 0`,
  });
});

test("every allowed response URL is https at one of the hosts, without credentials", () => {
  const hosts = [slackHost, "chat.example.com:8443"];
  const part = fc.oneof(
    fc.constantFrom(
      ...hosts,
      "evil.test",
      "127.0.0.1",
      ..."https: http: blob: / // \\ : @ # ? . 443 8443 %2e 。 \t".split(" "),
    ),
    fc.string({ maxLength: 3 }),
  );
  const text = fc
    .tuple(
      fc.constantFrom("https://", "http://", ""),
      fc.array(part, { minLength: 1, maxLength: 6 }),
    )
    .map(([scheme, parts]) => scheme + parts.join(""));
  let allowed = 0;
  fc.assert(
    fc.property(text, (given) => {
      const reply = allowedResponseUrl(given, hosts);
      if (reply === undefined) return;
      allowed += 1;
      expect(reply).toMatch(
        /^https:\/\/(hooks\.slack\.com|chat\.example\.com:8443)\//,
      );
    }),
    { numRuns: effort(2_000, 50_000), ...seed() },
  );
  expect(allowed).toBeGreaterThan(0);
});

test("a late answer goes to a known host only, even if a message names another one", async ({
  task,
}) => {
  const answering = () =>
    startRawPlatform((_, response) => {
      response.end();
    });
  await using known = await answering();
  await using canary = await answering();
  let gate = Promise.withResolvers<void>();
  const { slack } = localSecrets.callers;
  const environment = await startInProcess({
    platform: { sleepMs: () => gate.promise },
    callers: { slack: { ...slack, responseHosts: [known.host] } },
  });
  const ends = { own: known.host, canary: canary.host };
  const urls = hostileLinks(ends).filter(
    // These URLs lead to the known host.
    (link, index) =>
      !link.startsWith(`http://${canary.host}#`) && index % effort(24, 4) === 0,
  );
  try {
    const hire = hireOf("E-1", { identities: { slack: "T1:U1" } });
    await environment.sendAndWait("employee.hired", hire);
    const path = "/people/{personID}";
    environment.platform.faults.add({ kind: "latency", path, ms: 60_000 });
    for (const responseUrl of [`${known.origin}/reply`, ...urls]) {
      gate = Promise.withResolvers();
      const asked = requestOfSlack({
        text: "Lunch",
        userId: "U1",
        atMs: environment.nowMs(),
        responseUrl,
      });
      const answer = await skipWaits(
        environment,
        environment.apps.status.request("/status/slack", asked),
      );
      expect(await answer.text()).toContain("I'm on it");
      gate.resolve();
      await environment.idle();
    }
    expect(known.seen.map(({ url }) => url)).toEqual(["/reply"]);
    expect(canary.connections()).toBe(0);
    recordFigure(task, {
      area,
      what: "chat: late answers to a host that a message names, connections",
      figure: `${urls.length} tried, 0`,
    });
  } finally {
    gate.resolve();
    await environment.close();
  }
});

test("a caller cannot put a response URL into the data of status.set", async () => {
  await using canary = await startRawPlatform((_, response) => {
    response.end();
  });
  const environment = await startInProcess();
  try {
    const url = `${canary.origin}/reply`;
    await environment.sendAndWait("employee.hired", hireOf("E-1"));
    for (const more of [
      { reply: { scheme: "slack", url } },
      { responseUrl: url },
      { response_url: url },
    ]) {
      const data = { employeeId: "E-1", text: "x", ...more };
      expect((await environment.send("status.set", data)).status).toBe(400);
    }
    expect(canary.connections()).toBe(0);
  } finally {
    await environment.close();
  }
});

/**
 * The receiver waits for a result as long as the chat tool allows. Here the wait ends when no other work is pending.
 */
async function skipWaits<T>(
  environment: InProcess,
  work: T | Promise<T>,
): Promise<T> {
  let isErasable = false;
  const done = Promise.resolve(work).finally(() => (isErasable = true));
  // Longer than any chat tool waits, and much shorter than the time for late answers.
  for (let passedMs = 0; !isErasable; passedMs += 100) {
    await new Promise(setImmediate);
    if (passedMs < 5_000) environment.advanceTime(100);
  }
  return done;
}
