import { expect, test } from "vitest";
import { createScimEraser } from "../../../shared/store/erase-scim-users.ts";
import { createScimUsers } from "../../../shared/store/scim-users.ts";
import { useStore } from "./store-for-test.ts";

const store = useStore();
const employeeId = "E-left";

test.each(["scim-alias#", "scim-user#", "scim-employee#", "nothing"])(
  "after an erasure that dies at its write of %s, the next one leaves only the note of the leaver",
  async (dies) => {
    const { table } = store();
    const users = createScimUsers(table, () => 0);
    const ids = { id: `user-${dies}`, employeeId };
    // The name of a caller has no `#`, so the length tells the callers of the rows from each other.
    const caller = `caller-${dies.length}`;
    const aliases = await Promise.all([
      users.aliasKeyOf(caller, "userName", "ada"),
      users.aliasKeyOf(caller, "employee", employeeId),
    ]);
    for (const key of aliases) await users.claim(caller, key, ids.id);
    // The provider has deleted the user.
    await users.create(caller, ids, { atMs: 0, aliases });
    const dieOn =
      <Rest extends unknown[], Result>(
        write: (id: string, ...rest: Rest) => Promise<Result>,
      ) =>
      async (id: string, ...rest: Rest) => {
        if (id.startsWith(dies)) throw new Error("killed");
        return write(id, ...rest);
      };
    const dying = {
      ...table,
      update: dieOn(table.update),
      delete: dieOn((id: string, where?: Parameters<typeof table.delete>[1]) =>
        table.delete(id, where),
      ),
    };
    const erase = (some: typeof table) =>
      createScimEraser(some)(employeeId, () => false);
    await erase(dying).catch(() => {});
    await erase(table);
    expect(await users.hasLeft(caller, employeeId)).toBe(true);
    expect(await store().item(aliases[0])).toBeUndefined();
    expect(await users.get(caller, ids.id)).toBeUndefined();
  },
);
