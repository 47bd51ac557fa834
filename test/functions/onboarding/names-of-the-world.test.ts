import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("an employee id with a space and letters of any script is one employee in each normal form, from hire to deletion", async () => {
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

test("an international e-mail address reaches the platform as it was sent, and each spelling of it is the same address", async () => {
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
