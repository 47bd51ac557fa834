import type { Platform } from "../../../../infra/platform/start-platform.ts";
import { call, type createPerson } from "../platform-for-test.ts";

/** Sets the status of a person that `createPerson` returned; "" clears it. */
export async function setStatus(
  platform: Platform,
  person: Awaited<ReturnType<typeof createPerson>>,
  status: string,
): Promise<void> {
  const { id, emails, name, svc } = person;
  const json = { emails, name, svc, status };
  await call(platform, "PUT", `/people/${id}`, { json });
}
