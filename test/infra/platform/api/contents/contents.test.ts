import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  contentBody,
  create,
  namesIn,
  personBody,
  platformWithPeople,
} from "../../platform-for-test.ts";

describe("contents", () => {
  test("the contents of a disabled person are listed by author to an administrator, as before", async () => {
    const { platform, ada } = await platformWithPeople({ nowMs: () => 0 });
    await create(platform, "/contents", contentBody("post"), asAda);
    await call(platform, "PUT", `/people/${ada.id}`, {
      json: personBody("ada", {}, { enabled: false, visible: false }),
    });
    const path = `/contents?author=${ada.id}&fields=id`;
    expect(await namesIn(platform, path, "id")).toHaveLength(1);
  });
});
