import * as z from "zod";

const label = z.string().min(1);
const flag = z.boolean();

const name = z.object({
  formatted: z.string().optional(),
  familyName: z.string().min(1),
  givenName: z.string().min(1),
});

/** The full name: `formatted` if a request has set it, else given and family name. */
export function fullNameOf({
  formatted,
  givenName,
  familyName,
}: z.infer<typeof name>): string {
  return formatted || `${givenName} ${familyName}`;
}

/** A value with its label, of which a person may have several. */
const labelled = <T extends z.ZodType>(value: T) =>
  z.object({
    value,
    type: z.string().optional(),
    svc_label: label,
    primary: flag.exactOptional(),
  });

const email = labelled(
  z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "Invalid input: expected an e-mail address"),
);

const address = labelled(
  z.object({
    streetAddress: z.string().optional(),
    locality: z.string().optional(),
    region: z.string().optional(),
    postalCode: z.string().optional(),
    country: z.string().optional(),
    formatted: z.string().optional(),
  }),
);

// HTTP Basic cannot carry a username with a colon (RFC 7617, §2).
const username = z
  .string()
  .max(100)
  .regex(/^[^\s:]+$/, "Invalid input: expected no white space and no colon")
  // As a part of a path, they lead away from the page of the person.
  .refine((given) => given !== "." && given !== "..");

const svcUpdate = z.object({
  level: z.object({ name: z.string(), points: z.int() }).optional(),
  profile: z
    .array(z.object({ value: z.string(), svc_label: label }))
    .optional(),
  username: username.optional(),
  external: flag.exactOptional(),
  visible: flag.exactOptional(),
  enabled: flag.exactOptional(),
  externalContributor: flag.exactOptional(),
  federated: flag.exactOptional(),
});

/** The flags of a person that no request has set. */
export const svcDefaults = {
  external: false,
  visible: true,
  enabled: true,
  externalContributor: false,
  federated: false,
};

const svcCreation = svcUpdate.extend({
  username,
  password: z.string().min(1),
  external: flag.default(svcDefaults.external),
  visible: flag.default(svcDefaults.visible),
  enabled: flag.default(svcDefaults.enabled),
  externalContributor: flag.default(svcDefaults.externalContributor),
  federated: flag.default(svcDefaults.federated),
});

/**
 * The body that PUT of a person accepts (docs/interface.md, §2.1). The schema drops unknown fields, read-only fields,
 * and the password, which is for creation only.
 */
export const personUpdateSchema = z.object({
  emails: z.array(email).min(1),
  name,
  svc: svcUpdate,
  addresses: z.array(address).optional(),
  location: z.string().optional(),
  phoneNumbers: z.array(labelled(z.string().min(1))).optional(),
  status: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

/** The body that POST accepts. `svc.username` and `svc.password` are part of the minimum. */
export const personCreationSchema = personUpdateSchema.extend({
  svc: svcCreation,
});

/** The body that PUT accepts if the option `partialUpdates` allows changed fields only. */
export const partialPersonUpdateSchema = personUpdateSchema.partial({
  emails: true,
  name: true,
  svc: true,
});

export type PersonUpdate = z.infer<typeof partialPersonUpdateSchema>;
export type PersonCreation = z.infer<typeof personCreationSchema>;
