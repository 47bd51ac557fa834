import { describe, expect, test } from "vitest";
import { hireOf } from "../../fixtures/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

describe("a change", () => {
  test("writes its fields, and says which were others before", async () => {
    const { sendAndWait } = environment();
    await sendAndWait(
      "employee.hired",
      hireOf("NEW-1", { title: "Clerk", location: "Here", tasks: [] }),
    );
    const changed = await sendAndWait("employee.changed", {
      employeeId: "NEW-1",
      title: "Lead",
      location: "Here",
    });
    expect(changed).toMatchObject({
      status: "succeeded",
      result: { changed: ["/title"] },
    });
  });
});
