import { expect, test } from "vitest";
import { mattermostScheme } from "../../../../shared/webhook/schemes/vendors.ts";
import { rows } from "../../../fixtures/rows.ts";
import { verdictOf } from "./by-record.ts";

const token = "local-mattermost-token";
const header = `Token ${token}`;

test.each(rows<[string, string, string | undefined, string]>`
  a token in the header | authentic | ${header} | text=lunch
  a token in the form | authentic | ${undefined} | ${`token=${token}`}
  a token in both | authentic | ${header} | ${`token=${token}`}
  a token twice in the form | authentic | ${undefined} | ${`token=${token}&token=${token}`}
  a token in the form, beside the token of an outgoing OAuth connection | authentic | Bearer theirs | ${`token=${token}`}
  the token of an outgoing OAuth connection only | no-token | Bearer theirs | text=lunch
  no token | no-token | ${undefined} | text=lunch
  a wrong token in the header | bad-token | Token wrong | ${`token=${token}`}
  a wrong token in the form | bad-token | ${header} | token=wrong
  an empty token in the form | bad-token | ${header} | token=
  an empty token in the header | bad-token | Token | ${`token=${token}`}
  an empty token behind a space in the header | bad-token | ${"Token "} | ${`token=${token}`}
  a wrong token last in the form | bad-token | ${undefined} | ${`token=${token}&token=wrong`}
  a wrong token first in the form | bad-token | ${undefined} | ${`token=wrong&token=${token}`}
  another valid token in the form | bad-token | ${header} | token=older-token
  three right tokens, which are more than Mattermost sends | too-many-tokens | ${header} | ${`token=${token}&token=${token}`}
  ten thousand tokens | too-many-tokens | ${undefined} | ${"token&".repeat(10_000)}
`)("a Mattermost request with %s: %s", (_, verdict, authorization, body) => {
  const keys = [token, "older-token"];
  const request = { headers: { authorization }, body, keys };
  expect(verdictOf(mattermostScheme, request)).toBe(verdict);
});
