import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  contentBody,
  create,
  namesIn,
  personBody,
  platformWithPeople,
  refOf,
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

  test("the html resource is a page that runs nothing", async () => {
    const { platform } = await platformWithPeople({ nowMs: () => 0 });
    const text = "<script>alert(1)</script>";
    const json = contentBody("post", {
      subject: "<b>Bold</b>",
      content: { type: "text/html", text },
    });
    const content = await create(platform, "/contents", json);
    const answer = await call(platform, "GET", refOf(content, "html"));
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("content-security-policy")).toContain("'none'");
    expect(answer.text).toContain("<h1>&lt;b&gt;Bold");
    expect(answer.text).toContain("<p>alert(1)</p>");
    expect(answer.text).not.toContain("script");
    const signedOut = await call(platform, "GET", refOf(content, "html"), {
      as: null,
    });
    expect(signedOut.status).toBe(401);
  });
});
