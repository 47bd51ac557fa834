import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("an employee id with letters of any script is one employee in each normal form", async () => {
  const { sendAndWait, operate, personOf, lines } = environment();
  const [composed, decomposed] = ["Büro 芽衣 7", "Bu\u0308ro 芽衣 7"];
  const { id } = await sendAndWait("employee.hired", {
    ...hireOf("W-1"),
    employeeId: decomposed,
  });
  await sendAndWait("status.set", { employeeId: composed, text: "here" });
  expect(await personOf(composed)).toMatchObject({ status: "here" });
  const query = `?employeeId=${encodeURIComponent(`${decomposed} `)}`;
  const listed = await operate("GET", query);
  expect(await listed.json()).toMatchObject({
    operations: expect.arrayContaining([
      expect.objectContaining({ id, employeeId: composed }),
    ]),
  });
  const left = await sendAndWait("employee.terminated", {
    employeeId: decomposed,
  });
  expect(left.status).toBe("succeeded");
  expect(await personOf(composed)).toBeUndefined();
  expect(JSON.stringify(lines)).not.toMatch(/芽衣/);
});

test("an international e-mail address is sent on as it is, and each spelling is the same address", async () => {
  const { sendAndWait, personOf, platformAuth } = environment();
  const email = "Jörg&Söhne@exämple.de";
  await sendAndWait("employee.hired", hireOf("W-2", { email }));
  const { id = "", emails = [] } = (await personOf("W-2")) ?? {};
  expect(emails).toMatchObject([{ value: email }]);

  const ascii = "jo\u0308rg&SO\u0308HNE@XN--EXMPLE-CUA.de";
  const again = await sendAndWait(
    "employee.hired",
    hireOf("W-2", { email: ascii }),
  );
  expect(again).toMatchObject({ status: "succeeded", warnings: [] });

  await platformAuth.service.people.update(id, (person) => ({
    ...person,
    emails: [{ ...person.emails?.[0], value: ascii }],
  }));
  const left = await sendAndWait("employee.terminated", { employeeId: "W-2" });
  expect(left).toMatchObject({ status: "succeeded" });
});

test("a full name has the order of its script, and a person with one name has only this name", async () => {
  const { sendAndWait, personOf } = environment();
  const nameOf = async (employeeId: string, name: object) => {
    const hired = await sendAndWait(
      "employee.hired",
      hireOf(employeeId, { name }),
    );
    expect(hired.status).toBe("succeeded");
    return (await personOf(employeeId))?.name;
  };
  const mei = { givenName: "芽衣", familyName: "田中" };
  expect(await nameOf("W-3", mei)).toEqual({ ...mei, formatted: "田中 芽衣" });
  const formatted = "芽衣・田中";
  expect(await nameOf("W-4", { ...mei, formatted })).toEqual({
    ...mei,
    formatted,
  });
  expect(await nameOf("W-5", { familyName: "Suharto" })).toEqual({
    givenName: "-",
    familyName: "Suharto",
    formatted: "Suharto",
  });
});

test("a hire of a person with one name that comes again reports no difference", async () => {
  const { sendAndWait } = environment();
  const hire = hireOf("W-6", { name: { givenName: "Björk" } });
  await sendAndWait("employee.hired", hire);
  expect(await sendAndWait("employee.hired", hire)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
});
