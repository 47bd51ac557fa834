import { expect, onTestFinished, test } from "vitest";
import { startLocalSources } from "../../../../infra/local/local-sources.ts";
import {
  createHiBob,
  hiBobCredentials,
} from "../../../../infra/local/sources/hibob.ts";
import { startSource } from "../../../../infra/local/sources/start-source.ts";
import { startInProcess } from "../../../environments/in-process.ts";

test("an entry hibob-test beside the stand-in has a source of its own, so neither reads from the other", async () => {
  const started: { environment?: Awaited<ReturnType<typeof startInProcess>> } =
    {};
  const options = {
    // The webhooks reach the receiver without a gateway.
    fetch: async (url: string, init?: RequestInit) => {
      const answer = started.environment?.apps.events.request(
        new URL(url).pathname,
        init,
      );
      return answer ?? new Response(null, { status: 503 });
    },
    firstRecord: 1_000,
  };
  const local = await startLocalSources(0, options);
  onTestFinished(local.close);
  const own = await startSource(createHiBob(), {
    ...options,
    port: 0,
    firstRecord: 2_000,
  });
  onTestFinished(own.close);
  const { serviceUserId, token } = hiBobCredentials;
  const environment = await startInProcess({
    callers: {
      ...local.callers,
      "hibob-test": {
        preset: "hibob",
        keys: [hiBobCredentials.webhookSecret],
        scopes: ["onboard", "offboard", "update"],
        lookup: {
          // On this machine, and not at the vendor.
          request: { url: `${own.origin}/v1/people/{employeeId}` },
          map: { fields: { "/avatar/url": null } },
        },
      },
    },
    sources: {
      ...local.sources,
      "hibob-test": {
        hosts: [new URL(own.origin).host],
        auth: { type: "basic", username: serviceUserId, password: token },
      },
    },
  });
  onTestFinished(environment.close);
  started.environment = environment;
  local.connect("http://receiver.example");
  own.connect("http://receiver.example/events/hibob-test");

  const people = [
    [local.hibob, "ada"],
    [own, "grace"],
  ] as const;
  for (const [source, name] of people) {
    const { id } = source.hire({
      givenName: name,
      familyName: "Byron",
      email: `${name}@example.com`,
    });
    await source.idle();
    await environment.runUntilIdle();
    expect(await environment.personOf(id)).toMatchObject({
      name: { givenName: name },
    });
    expect(source.requests.every(({ path }) => path.includes(id))).toBe(true);
  }
});
