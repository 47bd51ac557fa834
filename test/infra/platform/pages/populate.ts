import { readFile } from "node:fs/promises";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  basic,
  call,
  create,
  createPerson,
  refOf,
} from "../platform-for-test.ts";

/** The addresses of pages whose ids the platform chooses. {@link populate} sets them. */
export const chosen = { discussion: "", "long discussion": "", place: "" };

/** Creates Ada, who has a value for everything, and a person with values that are too long for a phone. */
export async function populate(platform: Platform): Promise<void> {
  const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(
    3,
  );
  const ada = await createPerson(
    platform,
    "ada",
    {
      name: { givenName: "Ada", familyName: "Byron" },
      location: "London",
      status: "Counting",
      tags: ["engines", "notes"],
      phoneNumbers: [{ value: "+44 20 555 01", svc_label: "Phone Number" }],
    },
    {
      profile: [
        { svc_label: "Title", value: "Analyst" },
        { svc_label: "Biography", value: "Notes on the engine." },
      ],
    },
  );
  const dueDate = "2020-01-01T00:00:00.000+0000";
  const json = { type: "task", subject: "Late", dueDate };
  await call(platform, "POST", `/people/${ada.id}/tasks`, { as: asAda, json });
  const body = new FormData();
  body.append(
    "file",
    new File([await readFile("infra/cli/sample/zoe.png")], "face.png"),
  );
  const { headers } = await call(platform, "POST", "/profileImages/temporary", {
    body,
  });
  const form = { imageURI: headers.get("location") ?? "" };
  await call(platform, "POST", `/people/${ada.id}/images`, { form });
  await createPerson(
    platform,
    "long",
    {
      name: { givenName: long, familyName: long },
      emails: [{ value: `${long}@community.example`, svc_label: long }],
      location: long,
      status: long,
      tags: [long],
      phoneNumbers: [{ value: "0".repeat(200), svc_label: long }],
      addresses: [{ svc_label: long, value: { formatted: long } }],
    },
    {
      profile: [
        { svc_label: "Title", value: long },
        { svc_label: long, value: long },
      ],
    },
  );
  const workshop = await create(
    platform,
    "/places",
    { type: "group", name: "Workshop", description: "Engines", tags: ["iron"] },
    asAda,
  );
  const place = workshop.id;
  const text = (words: string) => ({ type: "text/plain", text: words });
  const [discussion, longDiscussion] = await Promise.all(
    [
      { subject: "Engines", content: text("Notes"), tags: ["steam"], place },
      { subject: long, content: text(long), tags: [long], place },
    ].map((fields) =>
      create(platform, "/contents", { type: "discussion", ...fields }, asAda),
    ),
  );
  const asLong = basic("long", "long-password");
  for (const [content, words] of [
    [discussion!, "Yes"],
    [longDiscussion!, long],
  ] as const) {
    for (const as of [asAda, asLong]) {
      const json = { content: text(words) };
      await create(platform, refOf(content, "messages"), json, as);
    }
    platform.admin.like(ada.id, content.id);
  }
  const poll = { type: "poll", subject: "When?", options: ["Now", "Later"] };
  const content = text("Choose");
  await create(platform, "/contents", { ...poll, content }, asAda);
  chosen.discussion = `/contents/${discussion!.id}`;
  chosen["long discussion"] = `/contents/${longDiscussion!.id}`;
  chosen.place = `/places/${place}`;
}
