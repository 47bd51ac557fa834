import { bambooHr } from "./vendors/bamboohr.ts";
import { bambooHrFields } from "./vendors/bamboohr-fields.ts";
import { deel } from "./vendors/deel.ts";
import { greenhouse } from "./vendors/greenhouse.ts";
import { hiBob } from "./vendors/hibob.ts";
import { okta } from "./vendors/okta.ts";
import { personio } from "./vendors/personio.ts";
import type { Vendor } from "./vendors/vendor.ts";

export const vendors: Readonly<Record<string, Vendor>> = {
  bamboohr: bambooHr,
  "bamboohr-fields": bambooHrFields,
  deel,
  greenhouse,
  hibob: hiBob,
  okta,
  personio,
};
