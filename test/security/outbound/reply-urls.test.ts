import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedResponseUrl } from "../../../functions/status-relay/command-handler.ts";
import { slack } from "../../../functions/status-relay/chat/slack.ts";
import { effort } from "../../resilience/effort.ts";
import { hostileLinks } from "./hostile-links.ts";
import { localHosts, spellingsOf, urlsAt } from "./spellings.ts";

const slackHost = "hooks.slack.com";

test("a late answer is refused to every spelling of our own machine and to any host but the chat tool's", () => {
  const port = 9001;
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
  const own = `https://${slackHost}/`;
  const allowed = [...urls, own].flatMap(
    (url) => allowedResponseUrl(url, slack.responseHosts) ?? [],
  );
  expect(allowed).toContain(own);
  expect(allowed.filter((url) => !url.startsWith(own))).toEqual([]);
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
    { numRuns: effort(2_000, 50_000) },
  );
  expect(allowed).toBeGreaterThan(0);
});
