import axios from "axios";
import { z } from "zod";

/**
 * A simple onboarding: log in, create the person, upload the avatar, attach it, then create the tasks as the new
 * person. It makes one call after the other and stores nothing between them.
 */
const platform = axios.create({
  baseURL: process.env["BASE_URL"] ?? "",
  timeout: 10_000,
});

export type Hire = {
  employeeId: string;
  name: { givenName: string; familyName: string };
  email: string;
  username: string;
  avatarBase64: string;
  tasks: { subject: string; dueInDays: number }[];
};

const loginSchema = z.object({ access_token: z.string() });
const personSchema = z.object({ id: z.string() });

export async function onboard(hire: Hire): Promise<string> {
  const login = await platform.post(
    "/login",
    `grant_type=password&username=${process.env["USERNAME"]}&password=${process.env["PASSWORD"]}&scope=PRODUCTION`,
    {
      auth: {
        username: process.env["CONSUMER_KEY"] ?? "",
        password: process.env["CONSUMER_SECRET"] ?? "",
      },
      headers: { "content-type": "application/json" },
      // The platform wants a form under this type, which axios would quote.
      transformRequest: (body: unknown) => body,
    },
  );
  const { access_token } = loginSchema.parse(login.data);
  const headers = { authorization: `Bearer ${access_token}` };

  const password = `Welcome-${hire.employeeId}-2026`;
  const created = await platform.post(
    "/api/core/v3/people",
    {
      name: {
        ...hire.name,
        formatted: `${hire.name.givenName} ${hire.name.familyName}`,
      },
      emails: [
        {
          value: hire.email,
          type: "work",
          svc_label: "Email",
          primary: true,
        },
      ],
      svc: {
        username: hire.username,
        password,
        enabled: true,
        visible: true,
      },
    },
    { headers },
  );
  const { id } = personSchema.parse(created.data);

  const form = new FormData();
  const bytes = Buffer.from(hire.avatarBase64, "base64");
  form.append("file", new Blob([bytes], { type: "image/png" }), "avatar.png");
  const uploaded = await platform.post(
    "/api/core/v3/profileImages/temporary",
    form,
    { headers },
  );
  await platform.post(
    `/api/core/v3/people/${id}/images`,
    new URLSearchParams({ imageURI: String(uploaded.headers["location"]) }),
    { headers },
  );

  for (const { subject, dueInDays } of hire.tasks) {
    const dueDate = new Date(Date.now() + dueInDays * 86_400_000)
      .toISOString()
      .replace("Z", "+0000");
    await platform.post(
      `/api/core/v3/people/${id}/tasks`,
      { type: "task", subject, dueDate },
      { auth: { username: hire.username, password } },
    );
  }
  return id;
}
