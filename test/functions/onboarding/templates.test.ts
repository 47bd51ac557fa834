import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { checkAvatar } from "../../../shared/person/avatar/check-avatar.ts";
import { chooseTasksAndStreams } from "../../../functions/employment/extras/choose-tasks-and-streams.ts";
import { hireSchema } from "../../../functions/onboarding/event.ts";
import type { TemplateRule } from "../../../shared/person/templates.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const task = (subject: string) => ({ subject, dueInDays: 1 });

const templates: TemplateRule[] = [
  {
    name: "new here",
    merge: true,
    tasks: [task("Welcome {givenName} {familyName}")],
    streams: ["Newcomers"],
  },
  {
    name: "sales in Zurich",
    when: { department: ["Sales"], location: { startsWith: "Zurich" } },
    tasks: [task("Meet the team on {startDate}")],
    streams: ["Deals", "newcomers"],
  },
  {
    name: "no department",
    when: { department: { isPresent: false } },
    streams: ["Questions"],
  },
  { name: "everybody else", tasks: [task("Meet your team")] },
];

function choose(changes: object, rules: readonly TemplateRule[] = templates) {
  return chooseTasksAndStreams(
    hireSchema.parse(hireOf("Byron", changes)),
    rules,
    "2026-12-01",
  );
}

describe("the templates", () => {
  test("a template with merge adds its tasks and streams to those of the next one, each stream once", () => {
    expect(choose({ department: "Sales", location: "Zurich" })).toEqual({
      tasks: [task("Welcome Given Byron"), task("Meet the team on 2026-12-01")],
      streams: ["Newcomers", "Deals"],
      templates: ["new here", "sales in Zurich"],
    });
  });

  test("each placeholder of a name shows the only name of a person, and two in one subject show it once", () => {
    const subjects = [
      "Hi {givenName}",
      "For {familyName}",
      "Welcome {givenName} {familyName}",
    ];
    const rules = [{ name: "everybody", tasks: subjects.map(task) }];
    for (const part of ["givenName", "familyName"])
      expect(choose({ name: { [part]: "Suharto" } }, rules).tasks).toEqual(
        ["Hi Suharto", "For Suharto", "Welcome Suharto"].map(task),
      );
  });

  test("a name that looks like a placeholder stays as it is", () => {
    const name = { givenName: "{startDate}", familyName: "$&" };
    expect(choose({ name }).tasks[0]?.subject).toBe("Welcome {startDate} $&");
  });

  test("tasks or streams of the event replace those of the templates, also if the list is empty", () => {
    expect(choose({ tasks: [task("Own")] })).toEqual({
      tasks: [task("Own")],
      streams: ["Newcomers", "Questions"],
      templates: ["new here", "no department"],
    });
    expect(choose({ tasks: [], streams: ["Own"] })).toEqual({
      tasks: [],
      streams: ["Own"],
      templates: [],
    });
  });
});

describe("a hire whose event names no tasks and streams", () => {
  let isAvatarLate = true;
  const environment = useInProcess({
    templates,
    readAvatar: async () => {
      if (!isAvatarLate) return checkAvatar(sampleAvatar);
      isAvatarLate = false;
      throw new StepFailure("avatar-timeout", { retryable: true });
    },
  });

  test("gets those of the matching templates, and the operation shows the names of the templates", async () => {
    const { hire, operate, platform } = environment();
    const { id, result } = await hire("T-1", {
      department: "Sales",
      location: "Zurich",
      startDate: "2026-01-05T00:30:00+01:00",
    });
    const personID = result?.personID ?? "";
    expect(platform.tasksOf(personID).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        "Welcome Given T-1",
        "Meet the team on 2026-01-05",
      ]),
    );
    expect(platform.streamsOf(personID).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Newcomers", "Deals"]),
    );
    const shown = await (await operate("GET", `/${id}`)).json();
    expect(shown).toMatchObject({
      status: "succeeded",
      warnings: [],
      templates: ["new here", "sales in Zurich"],
    });
  });

  test("keeps the names of its templates when its avatar follows later", async () => {
    const { hire, find, passTime } = environment();
    const { id, status } = await hire("T-2", {
      avatar: { url: "https://images.example.com/a.png" },
    });
    expect(status).toBe("waiting");
    await passTime(minuteMs + 1);
    expect(await find(id)).toMatchObject({
      status: "succeeded",
      templates: ["new here", "no department"],
    });
  });
});
