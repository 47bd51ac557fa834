import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { entraUser, scimClient, type ScimAnswer } from "./scim-client.ts";
import { rows } from "../../fixtures/rows.ts";

/** `Okta-SCIM-20-SPEC-Test.json` of okta/okta-developer-docs: its requests, and what each must be answered. */
const environment = useInProcess();
const app = () => environment().apps.scim;
const send = scimClient(app);

const messageUrn = "urn:ietf:params:scim:api:messages:2.0";
const ada = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: "Runscope318Ada@example.com",
  name: { givenName: "Runscope318", familyName: "Ada" },
  emails: [
    { primary: true, value: "Runscope318Ada@example.com", type: "work" },
  ],
  displayName: "Runscope318 Ada",
  active: true,
};
const shown = { ...ada, schemas: expect.arrayContaining(ada.schemas) };
const filterBy = (name: string) =>
  `?filter=${encodeURIComponent(`userName eq "${name}"`)}`;
const wrongKey = { authorization: "non-token" };

const aUser = {
  id: expect.any(String),
  userName: expect.any(String),
  active: true,
  name: { givenName: expect.any(String), familyName: expect.any(String) },
  emails: [expect.objectContaining({ value: expect.any(String) })],
};
const pageOfOne = {
  schemas: [`${messageUrn}:ListResponse`],
  itemsPerPage: 1,
  startIndex: 1,
  totalResults: 1,
  Resources: [aUser],
};
const nobody = { schemas: [`${messageUrn}:ListResponse`], totalResults: 0 };
const errorOf = (status: string) => ({
  schemas: [`${messageUrn}:Error`],
  status,
  detail: expect.stringMatching(/./),
});

type Step = [
  step: number,
  what: string,
  request: (ids: { first: string; ada: string }) => Promise<ScimAnswer>,
  status: number,
  body: object,
];
const steps = rows<Step>`
  ${1} | a page of one user | ${() => send("GET", "/Users?count=1&startIndex=1")} | ${200} | ${pageOfOne}
  ${3} | this user | ${({ first }) => send("GET", `/Users/${first}`)} | ${200} | ${aUser}
  ${5} | an unknown name | ${() => send("GET", `/Users${filterBy("abcdefgh@example.com")}`)} | ${200} | ${nobody}
  ${7} | an unknown id | ${() => send("GET", "/Users/010101001010101011001010101011")} | ${404} | ${errorOf("404")}
  ${9} | a name that is free | ${() => send("GET", `/Users${filterBy(ada.userName)}`)} | ${200} | ${nobody}
  ${11} | a new user | ${() => send("POST", "/Users", ada)} | ${201} | ${shown}
  ${13} | the new user | ${({ ada: id }) => send("GET", `/Users/${id}`)} | ${200} | ${shown}
  ${15} | the same user again | ${() => send("POST", "/Users", ada)} | ${409} | ${errorOf("409")}
  ${17} | its name in capitals | ${() => send("GET", `/Users${filterBy(ada.userName.toUpperCase())}`)} | ${200} | ${{ totalResults: 1 }}
  ${19} | groups | ${() => send("GET", "/Groups")} | ${200} | ${nobody}
  ${21} | a wrong key | ${() => send("GET", `/Users${filterBy("x")}`, undefined, wrongKey)} | ${401} | ${errorOf("401")}
  ${23} | another unknown id | ${() => send("GET", "/Users/00919288221112222")} | ${404} | ${errorOf("404")}
`;

test("each request of Okta's SPEC test is answered as it wants", async () => {
  // It begins with one user who is there already.
  const { body: first } = await send("POST", "/Users", entraUser("first"));
  const ids = { first: first.id, ada: "" };
  for (const [step, what, request, status, body] of steps) {
    const answer = await request(ids);
    const { status: is, body: has } = answer;
    expect({ step, what, is, has }).toMatchObject({ is: status, has: body });
    if (step === 11) ids.ada = answer.body.id;
  }
});
