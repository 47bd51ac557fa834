import { request } from "node:https";
import { expect, test } from "vitest";
import { fetchAvatar } from "../../../shared/person/avatar/fetch-avatar.ts";
import { pixel } from "../../shared/person/avatar/images.ts";
import {
  avatarUrl,
  optionsFor,
  startAvatarHost,
} from "../../shared/person/avatar/loopback.ts";
import { startCanaries } from "./canaries.ts";

/** The public address of the avatar in this test. */
const good = { address: "127.0.0.1", family: 4 };
/** The address of the canary, which stands for an internal one. */
const inside = { address: "127.0.0.2", family: 4 };

test("a host name that is public when checked and internal when used leads to the checked address", async () => {
  await using avatars = await startAvatarHost((_request, response) =>
    response.end(pixel.png),
  );
  await using canaries = await startCanaries([inside.address], avatars.port);
  let lookups = 0;
  const lookup = async () => [lookups++ % 2 === 0 ? good : inside];

  // A client that resolves the name twice connects to the second answer.
  await lookup();
  await connectTo(await lookup(), avatars.port);
  expect(await canaries.connections()).toBe(1);

  const options = { ...optionsFor(avatars), lookup };
  const { bytes } = await fetchAvatar(avatarUrl, options);
  expect(bytes).toEqual(pixel.png);
  expect(lookups).toBe(3);
  await expect(fetchAvatar(avatarUrl, options)).rejects.toMatchObject({
    code: "avatar-address-not-allowed",
  });
  expect(avatars.connections()).toBe(1);
  expect(await canaries.connections()).toBe(1);
});

async function connectTo(
  [first]: { address: string }[],
  port: number,
): Promise<void> {
  const outgoing = request({ host: first?.address, port, agent: false });
  outgoing.on("error", () => undefined);
  await new Promise((resolve) => outgoing.on("close", resolve).end());
}
