import { expect, test } from "vitest";
import { bambooHr } from "../../../shared/webhook/presets/bamboohr.ts";
import { personio as preset } from "../../../shared/webhook/presets/personio.ts";
import { opsToken } from "../../../infra/local/credentials.ts";
import { answerOf, useCli } from "../../infra/cli/cli-for-test.ts";
import { newcomer, usePulls } from "./pulls-for-test.ts";

const pulls = usePulls();
const cli = useCli();
const { map } = (preset as { lookup: { map: { fields: object } } }).lookup;

/** A pull with some other fields in its map, for a trial. */
const tryMap = (fields: object) =>
  pulls().planByRead({
    source: "personio",
    origin: "pull",
    map: { ...map, fields: { ...map.fields, ...fields } },
  });

test("a trial shows the changes of another map, changes no person, and can never be applied", async () => {
  const { sources, begin, pull, kindsOf, rowsOf, apply } = pulls();
  const { request, platform, storedItems } = pulls();
  const [one, two] = [newcomer(), newcomer()].map(sources.personio.hire);
  sources.personio.change(one!.id, { department: "Research" });
  await begin("personio");
  const before = platform.people();

  expect((await tryMap({})).counts).toEqual({ same: 2 });
  // The department of one of them would be the title.
  const made = await tryMap({ "/title": "/department/value/attributes/name" });
  expect(made).toMatchObject({ status: "stopped", isTrial: true });
  expect(await kindsOf(made)).toEqual({
    [one!.id]: "change",
    [two!.id]: "same",
  });
  expect(await rowsOf(made)).toContainEqual(
    expect.objectContaining({ employeeId: one!.id, fields: ["/title"] }),
  );
  await apply(made);
  expect((await request("POST", `/${made.id}/apply`)).status).toBe(409);
  expect(platform.people()).toEqual(before);
  expect(await storedItems(`plan#${made.id}#chunk`)).toEqual([]);

  // The next pull knows nothing of the trial.
  expect((await pull("personio")).counts).toEqual({ same: 2 });
});

test("a map with a wrong place is refused with the place", async () => {
  const { request } = pulls();
  const answer = await request("POST", "", {
    source: "personio",
    origin: "pull",
    map: { ...map, fields: { "/employeeId": "no pointer" } },
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('"#/map/fields/~1employeeId"');
});

test("the command line lets the deployment try a map, and prints what it would change", async () => {
  const { sources, begin } = pulls();
  sources.bamboohr.hire({ ...newcomer(), department: "Research" });
  await begin("bamboohr");
  const key = opsToken;
  await cli().file("config.json", {
    profiles: { test: { origin: "https://api.example.com", key } },
  });
  const own = (bambooHr as { lookup: { map: { fields: object } } }).lookup.map;
  const fields = { ...own.fields, "/title": "/department" };
  const file = await cli().file("map.json", { ...own, fields });
  const { output, exitCode } = await cli().run(
    ["maps", "test", file, "--source", "bamboohr"],
    answerOf(pulls),
  );
  expect(output).toMatch(/change +1/);
  expect(output).toContain("Nobody is changed: the plan is a trial.");
  expect(exitCode).toBe(0);
});
