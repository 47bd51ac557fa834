export type EventCaller = {
  name: string;
  scopes: readonly string[];
  /** Only of an identity provider. */
  scim?: object | undefined;
};

/** What the rules of the employment know of the caller of an event. */
export function rightsOfCaller({ name: caller, scopes, scim }: EventCaller) {
  return {
    caller,
    mayOffboard: scopes.includes("offboard"),
    mayUpdate: scopes.includes("update"),
    ...(scim && { byProvider: true }),
  };
}
