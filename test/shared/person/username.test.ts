import fc from "fast-check";
import { expect, test } from "vitest";
import { usernameOf } from "../../../shared/person/new-person.ts";
import { deriveUsername } from "../../../shared/person/new-person.ts";

const hire = {
  employeeId: "E-1042",
  name: { givenName: "Zoë", familyName: "Lindqvist" },
  email: "zoe@example.com",
};

test("an employee's derived username never changes", () => {
  expect(deriveUsername("E-1042")).toBe("ucbbae98a43ab");
});

test("a derived username is short, has plain characters, and differs for another employee", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other);
      expect(deriveUsername(one)).toMatch(/^u[0-9a-f]{12}$/);
      expect(deriveUsername(one)).not.toBe(deriveUsername(other));
    }),
  );
});

test("a username in the hire is used unchanged", () => {
  expect(usernameOf({ ...hire, username: "Zoë.L" })).toBe("Zoë.L");
  expect(usernameOf(hire)).toBe(deriveUsername("E-1042"));
});
