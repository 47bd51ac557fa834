import { expect, test } from "vitest";
import { listUsers } from "../../../functions/scim/list-users.ts";
import type { ScimUser } from "../../../shared/store/scim-user.ts";
import type { Caller } from "../../../shared/webhook/callers.ts";
import { rows } from "../../fixtures/rows.ts";

const caller: Caller = {
  name: "entra",
  scheme: "bearer",
  scopes: [],
  map: undefined,
  lookup: undefined,
  responseHosts: [],
};
const user: ScimUser = {
  id: "",
  employeeId: "E-1",
  turn: 1,
  atMs: 0,
  aliases: [],
  createdAtMs: 0,
  updatedAtMs: 0,
};

/** Lists a company, and counts the users that are read. */
async function listOf(people: number, query: Record<string, string>) {
  let reads = 0;
  const page = await listUsers(
    {
      ids: async () => Array.from({ length: people }, (_, nth) => `u${nth}`),
      find: async (_caller, id) => {
        reads += 1;
        return { ...user, id, resource: { title: "Engineer" } };
      },
      findBy: async () => undefined,
    },
    caller,
    query,
    0,
  ).catch((error: unknown) => error);
  return { page, reads };
}

// Columns: title, people of the company, query, users that are read.
test.each(rows<[string, number, Record<string, string>, number]>`
  a page of a large company reads 200 users, the most of a page | ${20_000} | ${{ count: "500" }} | ${200}
  a count of a large company reads no user | ${20_000} | ${{ count: "0" }} | ${0}
  a filter without an index reads 1,000 users | ${1_000} | ${{ filter: "title pr" }} | ${1_000}
  a name is looked up, and reads no user if it finds none | ${20_000} | ${{ filter: 'userName eq "ada"' }} | ${0}
`)("%s", async (_case, people, query, expected) => {
  const { page, reads } = await listOf(people, query);
  expect(page).toHaveProperty("total");
  expect(reads).toBe(expected);
});

test.each(["title pr", 'userName eq "ada" or title pr', 'active eq "true"'])(
  "a filter that would read more than 1,000 users is refused, and reads none: %s",
  async (filter) => {
    const { page, reads } = await listOf(1_001, { filter });
    expect(page).toMatchObject({ status: 400, scimType: "tooMany" });
    expect(reads).toBe(0);
  },
);
