export type Credentials =
  | { scheme: "basic"; name: string; secret: string }
  | { scheme: "bearer"; token: string };

/** Reads an Authorization header. Its scheme may have any case (RFC 9110, §11.1). */
export function readAuthorization(
  header: string | undefined,
): Credentials | undefined {
  const [scheme = "", value = "", ...rest] = (header ?? "").trim().split(/ +/);
  if (value === "" || rest.length > 0) return undefined;
  switch (scheme.toLowerCase()) {
    case "basic":
      return readBasic(value);
    case "bearer":
      return { scheme: "bearer", token: value };
    default:
      return undefined;
  }
}

function readBasic(value: string): Credentials | undefined {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return {
    scheme: "basic",
    name: text.slice(0, colon),
    secret: text.slice(colon + 1),
  };
}
