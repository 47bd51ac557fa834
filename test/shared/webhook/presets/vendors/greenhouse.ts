import {
  deliveryRows,
  phone,
  quist,
  signedByHmac,
  type Vendor,
} from "./vendor.ts";

export const greenhouse: Vendor = {
  ...signedByHmac("greenhouse"),
  events: [
    {
      type: "employee.hired",
      data: {
        employeeId: "35000318",
        name: { givenName: "Zoë", familyName: "Quist" },
        ...quist,
        phones: [phone],
      },
    },
  ],
  later: [
    { payload: { application: { offer: { version: 3 } } } },
    { payload: { application: { offer: { id: 3 } } } },
    { payload: { application: { id: 3 } } },
  ],
  deliveries: deliveryRows`
      ${{ payload: { application: { jobs: null, job: { name: "Lead", departments: [{ name: "Sales" }], offices: [{ name: "Bergen" }] } } } }} | employee.hired | ${{ title: "Lead", department: "Sales", location: "Bergen" }}
      ${{ action: "unhire_candidate" }} | ${undefined}
      ${{ action: "ping" }} | ${undefined}
      ${{ payload: { application: { candidate: { email_addresses: [{ value: "zoe@home.example", type: "personal" }] } } } }} | ${undefined}
    `,
};
