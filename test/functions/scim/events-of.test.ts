import { describe, expect, test } from "vitest";
import {
  type UntimedEvent,
  eventsOfChange,
  eventsOfComeback,
} from "../../../functions/scim/events-of.ts";
import { readUser } from "../../../functions/scim/patch.ts";
import { entraUser } from "./scim-client.ts";
import { rows } from "../../fixtures/rows.ts";

const on = readUser(entraUser("ada"), {});
const off = { ...on, active: false };
const boss = (user: typeof on) => ({ ...user, title: "Boss" });
const employeeId = "E-1";

/** The events in words: the type, `all` if a hire has all data, the title and the disposition. */
const tell = (events: readonly UntimedEvent[]) =>
  events
    .map(({ type, data }) => {
      const { title, disposition, username } = data;
      return [
        type.replace("employee.", ""),
        username && "all",
        title,
        disposition,
      ]
        .filter((one) => typeof one === "string")
        .join(" ");
    })
    .join(", ");

describe("the events of a change, if users are suspended or terminated", () => {
  // Columns: title, user before, user after, events if users are suspended, events if users are terminated.
  test.each(rows<[string, typeof on, typeof on, string, string]>`
      a title | ${on} | ${boss(on)} | changed Boss | changed Boss
      nothing | ${on} | ${on} | ${""} | ${""}
      off | ${on} | ${off} | suspended | terminated disable
      off and a title | ${on} | ${boss(off)} | suspended, changed Boss | terminated disable, changed Boss
      a title while off | ${off} | ${boss(off)} | changed Boss | changed Boss
      on | ${off} | ${on} | resumed | termination_cancelled
      on and a title | ${off} | ${boss(on)} | resumed, changed Boss | termination_cancelled, changed Boss
    `)("of %s", (_title, before, after, suspends, terminates) => {
    const eventsWith = (disable: "suspend" | "terminate") =>
      tell(eventsOfChange({ employeeId, before, after, disable }, false));
    expect(eventsWith("suspend")).toBe(suspends);
    expect(eventsWith("terminate")).toBe(terminates);
  });

  test("are the hire and what differs, if the first hire came to nothing", () => {
    const said = {
      employeeId,
      before: on,
      after: boss(on),
      disable: "suspend" as const,
    };
    const hiresAgain = true;
    expect(tell(eventsOfChange(said, hiresAgain))).toBe(
      "hired all Boss, changed Boss",
    );
  });
});

const back = "termination_cancelled";
test.each([
  ["active, and active before", on, false, back, back],
  ["active, and not active before", on, true, `resumed, ${back}`, back],
  [
    "not active, and active before",
    off,
    false,
    `suspended, ${back}`,
    "terminated disable",
  ],
  ["not active, and not active before", off, true, back, "terminated disable"],
])(
  "the events of a deleted user who comes back %s",
  (_, after, wasOff, suspends, terminates) => {
    const eventsWith = (disable: "suspend" | "terminate") =>
      tell(eventsOfComeback({ employeeId, after, disable }, wasOff));
    expect(eventsWith("suspend")).toBe(suspends);
    expect(eventsWith("terminate")).toBe(terminates);
  },
);
