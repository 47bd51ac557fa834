import { store } from "./clients.ts";

export async function handler() {
  await store();
  return { statusCode: 202, headers: {}, body: "{}" };
}
