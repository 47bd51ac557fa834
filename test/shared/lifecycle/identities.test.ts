import { expect, test } from "vitest";
import { useLifecycle } from "./lifecycle-for-test.ts";

const lifecycle = useLifecycle();

test("an identity leads to its employee", async () => {
  const { identities } = lifecycle();
  expect(await identities.find("slack", "T1:U1")).toBeUndefined();
  expect(await identities.link("slack", "T1:U1", "E-1")).toBe(true);
  expect(await identities.find("slack", "T1:U1")).toBe("E-1");
});

test("linking it again is fine, and to another employee is refused", async () => {
  const { identities } = lifecycle();
  await identities.link("slack", "T1:U2", "E-2");
  expect(await identities.link("slack", "T1:U2", "E-2")).toBe(true);
  expect(await identities.link("slack", "T1:U2", "E-3")).toBe(false);
  expect(await identities.find("slack", "T1:U2")).toBe("E-2");
});

test("the same id is somebody else elsewhere", async () => {
  const { identities } = lifecycle();
  await identities.link("slack", "U3", "E-4");
  expect(await identities.link("teams", "U3", "E-5")).toBe(true);
  expect(await identities.find("slack", "U3")).toBe("E-4");
  expect(await identities.find("teams", "U3")).toBe("E-5");
});

test("of fifty employees that claim one identity, exactly one gets it", async () => {
  const { identities } = lifecycle();
  const linked = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      identities.link("slack", "T1:race", `E-${index}`),
    ),
  );
  expect(linked.filter(Boolean)).toHaveLength(1);
  expect(await identities.find("slack", "T1:race")).toBe(
    `E-${linked.indexOf(true)}`,
  );
});
