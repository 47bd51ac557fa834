import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../../infra/platform/start-platform.ts";
import { newFolder } from "../../../fixtures/new-folder.ts";
import { call, createPerson } from "../platform-for-test.ts";

let folder: string;
let platform: Platform | undefined;
beforeEach(() => {
  folder = newFolder();
});
afterEach(async () => {
  await platform?.close();
  platform = undefined;
});

const changes = () => join(folder, "changes");

/** Starts a platform on the folder. To close the one before writes nothing, so it might as well be killed. */
async function restart(): Promise<Platform> {
  await platform?.close();
  platform = undefined;
  platform = await startPlatform({ folder, seed: true });
  return platform;
}

const everythingOf = (one: Platform) =>
  one
    .people()
    .map((person) => [
      person,
      one.tasksOf(person.id),
      one.streamsOf(person.id),
      one.imagesOf(person.id),
      one.activitiesOf(person.id),
    ]);

test("a platform on the folder of an earlier one has the same people and contents, and no deleted id again", async () => {
  const first = await restart();
  const ada = await createPerson(first, "ada");
  const gone = await createPerson(first, "gone");
  await call(first, "DELETE", `/people/${gone.id}`);
  first.admin.hideFields(ada.id, ["emails"]);
  const before = everythingOf(first);
  expect(before.length).toBeGreaterThan(25);

  const second = await restart();
  expect(everythingOf(second)).toEqual(before);
  const eve = await createPerson(second, "eve");
  expect(Number(eve.id)).toBeGreaterThan(Number(gone.id));
});

test("a change whose line was cut off had no effect, and later changes are kept", async () => {
  await createPerson(await restart(), "ada");
  const lines = await readFile(changes(), "latin1");
  await appendFile(changes(), lines.split("\n").at(-2)!.slice(0, -9));
  const second = await restart();
  await createPerson(second, "bob");
  expect(await readFile(changes(), "latin1")).toContain(lines);
  const third = await restart();
  for (const name of ["ada", "bob"])
    expect(third.findPerson(name)).toMatchObject({ svc: { username: name } });
});

test("a damaged file of changes is an error that names the file", async () => {
  await restart();
  await writeFile(changes(), "not a change\n");
  await expect(restart()).rejects.toThrow(changes());
});
