import { expect, test } from "vitest";
import { asked, host, json, useSource } from "./source-for-test.ts";

const startSource = useSource();

test("a record is read by its template, with the id encoded, and found by its pointers", async () => {
  const { answers, got, createReader } = await startSource();
  const id = "Ä/7 ?&#%2f";
  const path = `/people/${encodeURIComponent(id)}`;
  answers[path] = json({ data: [{ ids: { hr: id }, name: "Ada" }] });
  const lookup = {
    request: {
      url: `https://${host}/people/{employeeId}?again={employeeId}`,
      headers: { "x-version": "2" },
    },
    record: "/data/0",
    id: "/ids/hr",
  };
  const reading = await createReader().readRecord(
    asked({ lookup, recordId: id }),
  );
  expect(reading).toEqual({
    type: "found",
    record: { ids: { hr: id }, name: "Ada" },
  });
  expect(got).toMatchObject([
    {
      method: "GET",
      url: `${path}?again=${encodeURIComponent(id)}`,
      headers: { accept: "application/json", "x-version": "2" },
      body: "",
    },
  ]);
});

test("a record is read by POST, with the body of the lookup as JSON", async () => {
  const { answers, got, createReader } = await startSource();
  answers["/people/4711"] = json({ id: 4711 });
  const body = { fields: ["root.id", "work.title"] };
  const lookup = {
    request: {
      method: "POST",
      url: `https://${host}/people/{employeeId}`,
      body,
    },
  };
  expect(await createReader().readRecord(asked({ lookup }))).toEqual({
    type: "found",
    record: { id: 4711 },
  });
  expect(got).toMatchObject([
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    },
  ]);
});

test.each([404, 410])(
  "an answer %i means that there is no record",
  async (status) => {
    const { answers, createReader } = await startSource();
    answers["/people/4711"] = json({ id: "4711" }, status);
    expect(await createReader().readRecord(asked())).toEqual({
      type: "not-found",
    });
  },
);

test.each([{ people: [] }, { people: [null] }, null])(
  "an answer without a record at its place means that there is no record: %j",
  async (document) => {
    const { answers, createReader } = await startSource();
    answers["/people/4711"] = json(document);
    const lookup = { record: "/people/0" };
    expect(await createReader().readRecord(asked({ lookup }))).toEqual({
      type: "not-found",
    });
  },
);

test.each([
  { id: "4712" },
  { id: 4712 },
  { id: "04711" },
  { id: "4711 " },
  { id: ["4711"] },
  { id: { value: "4711" } },
  { id: null },
  { employeeId: "4711" },
  ["4711"],
  "4711",
])(
  "a record without the id that was asked for is of another person: %j",
  async (document) => {
    const { answers, createReader } = await startSource();
    answers["/people/4711"] = json(document);
    expect(await createReader().readRecord(asked())).toEqual({
      type: "differs",
    });
  },
);

test("a number as an id counts only if JSON keeps it exactly", async () => {
  const { answers, createReader } = await startSource();
  const recordId = "9007199254740993";
  answers[`/people/${recordId}`] = (response) =>
    response.end(`{"id":${recordId}}`);
  expect(await createReader().readRecord(asked({ recordId }))).toEqual({
    type: "differs",
  });
});
