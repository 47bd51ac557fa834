import type { PropsWithChildren } from "hono/jsx";
import type { PersonView } from "../views/people.ts";

export function Contact({ person }: { person: PersonView }) {
  const { emails = [], phoneNumbers = [], addresses = [] } = person;
  if (emails.length + phoneNumbers.length + addresses.length === 0) {
    return <p class="muted">No contact details that you may see.</p>;
  }
  return (
    <dl>
      {emails.map(({ svc_label, value }) => (
        <Entry label={svc_label}>
          <a href={mailAddress(value)}>
            {value.split(/(?<=@)/).map((part) => (
              <>
                {part}
                <wbr />
              </>
            ))}
          </a>
        </Entry>
      ))}
      {phoneNumbers.map(({ svc_label, value }) => (
        <Entry label={svc_label}>
          <a href={`tel:${value.replaceAll(/[^+\d]/g, "")}`}>{value}</a>
        </Entry>
      ))}
      {addresses.map(({ svc_label, value }) => (
        <Entry label={svc_label}>
          <span class="lines">{writeAddress(value)}</span>
        </Entry>
      ))}
    </dl>
  );
}

function Entry({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Without the encoding, a question mark in an address would begin headers of the mail. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}

type Address = NonNullable<PersonView["addresses"]>[number]["value"];

/** Several lines; the style sheet keeps the line breaks. */
function writeAddress(address: Address): string {
  const { streetAddress, postalCode, locality, region, country } = address;
  const town = [postalCode, locality].filter(Boolean).join(" ");
  return (
    address.formatted ??
    [streetAddress, town, region, country].filter(Boolean).join("\n")
  );
}
