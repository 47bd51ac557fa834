import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/local/platform/start-platform.ts";
import { changeAvatar } from "../../../shared/person/change-avatar.ts";
import type { ChangeRun } from "../../../shared/person/change-run.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { avatarOf } from "../../fixtures/hire.ts";
import { useStore } from "../store/store-for-test.ts";
import { addEmployee, startChange } from "./change-for-test.ts";

const store = useStore();
const avatar = { url: "https://images.example.com/zoe.png" };
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({
    serviceAccount: { username: "service", password: "service-password" },
  });
});
afterAll(() => platform.close());
beforeEach(() => platform.faults.clear());

/** An employee without an image, and the steps of a change of the avatar, each attempted once. */
async function changeOf({ mayHaveRun = false } = {}) {
  const { employeeId, personID } = await addEmployee(platform, store());
  const step = (_name: string, body: (attempt: object) => unknown) =>
    body({ attempt: 1, mayHaveRun });
  const image = {
    bytes: avatarOf(2_000),
    contentType: "image/png",
    filename: "zoe.png",
  };
  const run = {
    operation: await startChange(store(), employeeId),
    store: store(),
    platformAuth: { service: clientFor(platform) },
    steps: { sideEffect: step, idempotent: step },
    readAvatar: async () => image,
  } as unknown as ChangeRun;
  return {
    change: (imagesBefore: number) =>
      changeAvatar(run, async () => ({ avatar }), imagesBefore),
    images: () => platform.imagesOf(personID).length,
  };
}

test("an image that an earlier attempt has attached is not attached again", async () => {
  const { change, images } = await changeOf({ mayHaveRun: true });
  expect(await change(0)).toBeUndefined();
  expect(images()).toBe(1);
  expect(await change(0)).toBeUndefined();
  expect(images()).toBe(1);
});

test("an image that no earlier attempt has attached is attached, also beside others", async () => {
  const { change, images } = await changeOf({ mayHaveRun: true });
  await change(0);
  expect(await change(1)).toBeUndefined();
  expect(images()).toBe(2);
});

test("a first attempt attaches the image without a look", async () => {
  const { change, images } = await changeOf();
  for (const count of [1, 2]) {
    expect(await change(0)).toBeUndefined();
    expect(images()).toBe(count);
  }
});

test.each([
  ["uploaded", "/profileImages/temporary"],
  ["attached", "/people/{personID}/images"],
])("an image that cannot be %s is told by its reason", async (_, path) => {
  platform.faults.add({ kind: "status", method: "POST", status: 403, path });
  const { change, images } = await changeOf();
  expect(await change(0)).toBe("platform-refused-403");
  expect(images()).toBe(0);
});
