import { createPerson, platformForTest } from "../../platform-for-test.ts";

/** Starts a platform with a manager and three reports. */
export async function team() {
  const platform = await platformForTest();
  const [boss, ada, bob, eve] = await Promise.all(
    ["boss", "ada", "bob", "eve"].map((name) => createPerson(platform, name)),
  );
  for (const person of [ada, bob, eve]) {
    platform.admin.setManager(person!.id, boss!.id);
  }
  return { platform, boss: boss!, ada: ada!, bob: bob!, eve: eve! };
}
