import {
  byToken,
  changed,
  deliveryRows,
  recordRows,
  terminated,
  thin,
  type Vendor,
} from "./vendor.ts";

export const okta: Vendor = {
  ...byToken,
  entry: { ...byToken.entry, host: "example.okta.com" },
  events: [
    thin("00u00000000000000318", "user.lifecycle.activate"),
    { ignored: true },
  ],
  later: [delivered("user.account.update_profile")],
  deliveries: deliveryRows`
      ${delivered("user.lifecycle.create")} | ${changed}
      ${delivered("user.account.update_profile")} | ${changed}
      ${delivered("user.lifecycle.suspend")} | ${changed}
      ${delivered("user.lifecycle.unsuspend")} | ${changed}
      ${delivered("user.lifecycle.deactivate")} | ${changed}
      ${delivered("user.lifecycle.reactivate")} | ${changed}
      ${delivered("user.lifecycle.delete.initiated")} | ${terminated}
      ${delivered("user.lifecycle.delete.completed")} | ${terminated}
      ${delivered("user.session.start")} | ${undefined}
    `,
  urls: ["https://example.okta.com/api/v1/users/{employeeId}"],
  states: {
    hire: {
      employeeId: "00u00000000000000318",
      name: { givenName: "Zo", familyName: "Quist" },
      email: "zoe.quist@example.com",
      title: "Engineer",
      department: "Engineering",
      location: "Oslo",
      company: "Example Industries AS",
      address: { locality: "Oslo", country: "NO" },
      phones: [{ value: "+47 400 00 001" }],
    },
    cleared: [
      ["Engineer", "title"],
      ["Engineering", "department"],
      ["Example Industries AS", "company"],
    ],
    others: recordRows`
      ${{ profile: { nickName: null } }} | a hire | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ profile: { displayName: "Z. Q." } }} | a hire | ${{ name: { givenName: "Zo", familyName: "Quist", formatted: "Z. Q." } }}
      ${{ profile: { streetAddress: "Storgata 1", state: "OS", zipCode: "0155" } }} | a hire | ${{ address: { streetAddress: "Storgata 1", locality: "Oslo", region: "OS", postalCode: "0155", country: "NO" } }}
      ${{ profile: { mobilePhone: "+47 1" } }} | a hire | ${{ phones: [{ value: "+47 400 00 001" }, { value: "+47 1", label: "Mobile Phone Number" }] }}
      ${{ status: "PASSWORD_EXPIRED" }} | a hire
      ${{ status: "LOCKED_OUT" }} | a hire
      ${{ status: "SUSPENDED" }} | an absence
      ${{ status: "DEPROVISIONED" }} | a leaver
      ${{ status: "STAGED" }} | not ours
      ${{ status: "PROVISIONED" }} | not ours
      ${{ status: null }} | unclear
      ${{ status: "SOMETHING_NEW" }} | unclear
    `,
  },
};

/** A delivery with one event, which names an application beside the user. */
function delivered(eventType: string) {
  const event = {
    uuid: "5b1c0000-0000-4000-8000-000000000009",
    published: "2026-01-31T18:43:00.000Z",
    eventType,
    target: [
      { id: "0oa00000000000000007", type: "AppInstance" },
      { id: "00u00000000000000318", type: "User" },
    ],
  };
  return { data: { events: [event] } };
}
