import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedResponseUrl } from "../../../functions/status-relay/command-handler.ts";
import { effort } from "../../resilience/effort.ts";
import { localHosts, urlsTo } from "./hostile-urls.ts";

const slackHost = "hooks.slack.com";
const hosts = [slackHost, "chat.example.com:8443"];
const ours = /^https:\/\/(hooks\.slack\.com|chat\.example\.com:8443)\//;

test.each([
  ...localHosts.flatMap((host) => [`https://${host}/`, `http://${host}:9001/`]),
  ...urlsTo("evil.test", "https", slackHost),
  `https://${slackHost}.`,
  `https://${slackHost}:8443/`,
  `https://${slackHost}%2eevil.test/`,
  `https://evil.${slackHost}/`,
  `https://user@${slackHost}/`,
  `http://${slackHost}/`,
  `blob:https://${slackHost}/0a1b2c3d`,
  undefined,
])("a late answer is not sent to %j", (url) => {
  expect(allowedResponseUrl(url, hosts)).toBeUndefined();
});

test("every allowed response URL is https at one of the hosts, without credentials", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...hosts,
      "evil.test",
      // Parts that parsers of URLs read in different ways, such as a backslash, an ideographic full stop or a tab.
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
      expect(reply).toMatch(ours);
    }),
    { numRuns: effort(2_000, 50_000) },
  );
  expect(allowed).toBeGreaterThan(0);
});
