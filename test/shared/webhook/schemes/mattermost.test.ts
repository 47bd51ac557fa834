import { expect, test } from "vitest";
import { mattermostScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { rows } from "../../../fixtures/rows.ts";
import { verdictOf } from "./by-record.ts";

const token = "local-mattermost-token";
const header = `Token ${token}`;
const verdictFor = (
  authorization: string | undefined,
  body: string,
  keys = [token],
) => verdictOf(mattermostScheme, { headers: { authorization }, body, keys });

test.each(rows<[string, string | undefined, string, string]>`
  a token in the header | ${header} | text=lunch | authentic
  a token in the form | ${undefined} | ${`token=${token}`} | authentic
  a token in both | ${header} | ${`token=${token}`} | authentic
  a token twice in the form | ${undefined} | ${`token=${token}&token=${token}`} | authentic
  a token beside that of an outgoing OAuth connection | Bearer theirs | ${`token=${token}`} | authentic
  the token of an outgoing OAuth connection only | Bearer theirs | text=lunch | no-token
  no token | ${undefined} | text=lunch | no-token
  a wrong token in the header | Token wrong | ${`token=${token}`} | bad-token
  a wrong token in the form | ${header} | token=wrong | bad-token
  an empty token in the form | ${header} | token= | bad-token
  an empty token in the header | Token | ${`token=${token}`} | bad-token
  an empty token behind a space in the header | ${"Token "} | ${`token=${token}`} | bad-token
  a wrong token last in the form | ${undefined} | ${`token=${token}&token=wrong`} | bad-token
  a wrong token first in the form | ${undefined} | ${`token=wrong&token=${token}`} | bad-token
  another valid token in the form | ${header} | token=older-token | bad-token
  three right tokens, which are more than Mattermost sends | ${header} | ${`token=${token}&token=${token}`} | too-many-tokens
  ten thousand tokens | ${undefined} | ${"token&".repeat(10_000)} | too-many-tokens
`)("a Mattermost request with %s", (_, authorization, body, verdict) => {
  const keys = [token, "older-token"];
  expect(verdictFor(authorization, body, keys)).toBe(verdict);
});
