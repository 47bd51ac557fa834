import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { recordChangedSchema } from "../../functions/events/record-changed.ts";
import {
  resumptionSchema,
  suspensionSchema,
} from "../../functions/offboarding/suspension.ts";
import {
  cancellationSchema,
  terminationSchema,
} from "../../functions/offboarding/event.ts";
import { adoptionSchema } from "../../functions/onboarding/adoption.ts";
import { hireSchema } from "../../functions/onboarding/hire.ts";
import { changeSchema } from "../../functions/profile-update/event.ts";
import { storedStatusSchema } from "../../functions/status-relay/stored-status.ts";
import { payloadVersions } from "../../shared/store/payload.ts";

type Type = keyof typeof payloadVersions;

const schemas: Record<Type, z.ZodMiniType> = {
  "employee.hired": hireSchema,
  "employee.adopted": adoptionSchema,
  "employee.terminated": terminationSchema,
  "employee.suspended": suspensionSchema,
  "employee.resumed": resumptionSchema,
  "employee.changed": changeSchema,
  "employee.termination_cancelled": cancellationSchema,
  "record.changed": recordChangedSchema,
  "status.set": storedStatusSchema,
  "status.show": storedStatusSchema,
};

/**
 * Each form as a digest of its JSON Schema. If a digest changes, an older version of this software may not read what
 * this version stores. Then raise the version of the type in `payloadVersions`, keep payloads of the version before
 * readable, and write both here.
 */
const forms: Record<Type, [version: number, digest: string]> = {
  "employee.hired": [2, "f5b1fd713c22c360"],
  "employee.adopted": [2, "251a8654f7cc915d"],
  "employee.terminated": [2, "69a7fb0cad937ed7"],
  "employee.suspended": [1, "bcdbf4caed6c8b1c"],
  "employee.resumed": [1, "ab635a0a3c0e22e6"],
  "employee.changed": [2, "b76a93e3f6bcb83a"],
  "employee.termination_cancelled": [1, "ab635a0a3c0e22e6"],
  "record.changed": [1, "310f692b81bf4014"],
  "status.set": [1, "d8da96852a90b628"],
  "status.show": [1, "d8da96852a90b628"],
};

test.each(Object.entries(schemas))(
  "the stored form of %s changes only together with its version",
  (type, schema) => {
    const form = z.toJSONSchema(schema, { unrepresentable: "any" });
    const digest = createHash("sha256").update(JSON.stringify(form));
    expect([
      payloadVersions[type as Type],
      digest.digest("hex").slice(0, 16),
    ]).toEqual(forms[type as Type]);
  },
);
