import { expect, test } from "vitest";
import { mattermostScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { verifyBy } from "./by-record.ts";
import { flippedBits } from "./flipped-bits.ts";

const token = "local-mattermost-token";

function verify(
  {
    authorization,
    body = "text=lunch",
  }: { authorization?: string | undefined; body?: string },
  keys = [token],
) {
  return verifyBy(mattermostScheme)(
    {
      header: (name) => (name === "authorization" ? authorization : undefined),
      body: Buffer.from(body),
    },
    keys,
    0,
  );
}

const refused = { authentic: false, reason: "bad-token" };

test("accepts a Mattermost token in the header, in the form, and in both", () => {
  for (const authorization of [`Token ${token}`, undefined])
    for (const body of [`token=${token}&text=lunch`, "text=lunch"]) {
      const isThere = authorization !== undefined || body.startsWith("token");
      expect(verify({ authorization, body })).toEqual(
        isThere
          ? { authentic: true }
          : { authentic: false, reason: "no-token" },
      );
    }
});

test("refuses a wrong Mattermost token beside the right one, in header or form", () => {
  for (const [authorization, body] of [
    ["Token wrong", `token=${token}`],
    [`Token ${token}`, "token=wrong"],
    [`Token ${token}`, "token="],
    ["Token", `token=${token}`],
    ["Token ", `token=${token}`],
    [undefined, `token=${token}&token=wrong`],
    [undefined, `token=wrong&token=${token}`],
  ] as const)
    expect(verify({ authorization, body })).toEqual(refused);
});

test("refuses more tokens than Mattermost sends before it compares them, also if one is right", () => {
  const verdict = { authentic: false, reason: "too-many-tokens" };
  const body = `token=${token}&token=${token}`;
  expect(verify({ body })).toEqual({ authentic: true });
  expect(verify({ authorization: `Token ${token}`, body })).toEqual(verdict);
  expect(verify({ body: "token&".repeat(10_000) })).toEqual(verdict);
});

test("refuses two different Mattermost tokens, also if both are valid", () => {
  expect(
    verify({ authorization: `Token ${token}`, body: "token=older-token" }, [
      token,
      "older-token",
    ]),
  ).toEqual(refused);
});

test("refuses a Mattermost token with one flipped bit in the form", () => {
  for (const changed of flippedBits(token))
    expect(
      verify({ body: `token=${encodeURIComponent(changed)}` }).authentic,
    ).toBe(false);
});

test("ignores the token of an outgoing OAuth connection of Mattermost, and checks the form's token", () => {
  const authorization = "Bearer theirs";
  expect(verify({ authorization, body: `token=${token}` })).toEqual({
    authentic: true,
  });
  expect(verify({ authorization })).toMatchObject({ authentic: false });
});
