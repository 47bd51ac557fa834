import { describe, expect, test } from "vitest";
import {
  changeIdentities,
  differingIdentities,
  namedIdentities,
} from "../../../shared/person/change-identities.ts";
import type { Lease } from "../../../shared/store/leases.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { rows } from "../../fixtures/rows.ts";
import type { ChangeRun } from "../../../shared/person/change-run.ts";

type Identity = { kind: string; id: string };

/** Employee E-1, whose item and links are in memory. `hasLease`: no other operation has taken the lease. */
function employeeWith(
  known: Identity[],
  { ofOthers = [] as string[], hasLease = true } = {},
) {
  const log: string[] = [];
  const lease: Pick<Lease, "note"> = {
    note: async ({ set: { identities = [] } = {} }) => {
      if (!hasLease)
        throw new StepFailure("employee-busy", { retryable: true });
      log.push(`list ${identities.map(({ id }) => id).join()}`);
    },
  };
  const store = {
    identities: {
      link: async (_kind: string, id: string) => {
        log.push(`link ${id}`);
        return !ofOthers.includes(id);
      },
      unlink: async (_kind: string, id: string) => {
        log.push(`unlink ${id}`);
      },
    },
  };
  const run = { operation: { id: "op", employeeId: "E-1" }, store };
  const change = (
    wanted: Parameters<typeof changeIdentities>[3],
    current = namedIdentities(wanted, { identities: known }),
  ) =>
    changeIdentities(
      run as unknown as ChangeRun,
      lease,
      { identities: known },
      wanted,
      current,
    );
  return { log, change };
}

const slack = (id: string): Identity => ({ kind: "slack", id });
const teams = (id: string): Identity => ({ kind: "teams", id });

const zoe = { identities: [slack("T1:U1"), slack("T1:U2"), teams("u")] };
const [all, ofSlack, ofTeams] = [
  "/identities",
  "/identities/slack",
  "/identities/teams",
];

test.each(rows<
  [string, Record<string, string | null> | null | undefined, object, string[]]
>`
  none, if it says nothing of them | ${undefined} | ${zoe} | ${[]}
  what it sets or clears | ${{ slack: "T1:U3", teams: null }} | ${zoe} | ${[ofSlack, ofTeams]}
  all that are known, each kind once, if it clears all | ${null} | ${zoe} | ${[all, ofSlack, ofTeams]}
  all, if it clears all and none is known | ${null} | ${{}} | ${[all]}
`)("an event names as identities %s", (_, wanted, employee, pointers) => {
  expect(namedIdentities(wanted, employee)).toEqual(pointers);
});

type Row = [
  title: string,
  known: Identity[],
  wanted: Parameters<typeof changeIdentities>[3],
  log: string[],
  more?: { current?: string[]; ofOthers?: string[] },
];

// `log`: what is done, in order. `list old,u` writes these identities into the item of the employee.
test.each(rows<Row>`
  is listed before it is linked, and takes the place of the one before | ${[slack("old"), teams("u")]} | ${{ slack: "new" }} | ${["list old,u,new", "link new", "unlink old", "list u,new"]}
  is linked again if it is listed already, because an earlier attempt can have ended between the two | ${[slack("T1:U1")]} | ${{ slack: "T1:U1" }} | ${["link T1:U1"]}
  leaves a warning if it belongs to another employee, and the one before is unlinked | ${[slack("old")]} | ${{ slack: "new", teams: "u" }} | ${["list old,new", "link new", "list old", "unlink old", "list ", "list u", "link u"]} | ${{ ofOthers: ["new"] }}
  stays as it is if a newer event has set its kind | ${[slack("old")]} | ${{ slack: "new", teams: "u" }} | ${["list old,u", "link u"]} | ${{ current: ["/identities/teams", "/title"] }}
  is unlinked if it is null, and changes nothing if the employee does not have it | ${[slack("a"), slack("b")]} | ${{ slack: null, teams: null }} | ${["unlink a", "unlink b", "list "]}
  is unlinked with all others if the event clears them | ${[slack("a"), teams("u")]} | ${null} | ${["unlink a", "list u", "unlink u", "list "]}
`)(
  "an identity of an event %s",
  async (_, known, wanted, expected, more = {}) => {
    const { ofOthers = [], current } = more;
    const { log, change } = employeeWith(known, { ofOthers });
    expect(await change(wanted, current)).toEqual(
      ofOthers.length > 0
        ? [{ about: "/identities/slack", reason: "belongs-to-another" }]
        : [],
    );
    expect(log).toEqual(expected);
  },
);

describe("an identity of an event", () => {
  const employee = { identities: [slack("a"), slack("b"), teams("u")] };
  const differing = (
    wanted: Parameters<typeof differingIdentities>[0],
    current = namedIdentities(wanted, employee),
  ) => differingIdentities(wanted, employee, current);

  test.each([
    ["a new kind", { mattermost: "m" }, ["/identities/mattermost"]],
    ["another id", { teams: "other" }, ["/identities/teams"]],
    ["one of two ids of a kind", { slack: "a" }, ["/identities/slack"]],
    ["the id that is known", { teams: "u" }, []],
    ["a known kind that is cleared", { teams: null }, ["/identities/teams"]],
    ["an unknown kind that is cleared", { mattermost: null }, []],
    ["all", null, ["/identities/slack", "/identities/teams"]],
    ["nothing", undefined, []],
  ])(
    "is compared with the identities of the employee: %s, %j differs in %j",
    (_, wanted, pointers) => {
      expect(differing(wanted)).toEqual(pointers);
    },
  );

  test("differs only if no newer event has set its kind", () => {
    expect(differing({ teams: "other" }, ["/title"])).toEqual([]);
  });
});

test("an operation that has lost the lease of the employee links nothing, and tries again", async () => {
  const { log, change } = employeeWith([], { hasLease: false });
  await expect(change({ slack: "new" })).rejects.toMatchObject({
    code: "employee-busy",
    retryable: true,
  });
  expect(log).toEqual([]);
});
