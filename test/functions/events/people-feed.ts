/** The entry of a caller whose bodies have people. Its field map makes an event of each, by the kind of the person. */
export const peopleFeed = (token: string, ...scopes: string[]) => ({
  scheme: "bearer",
  keys: [token],
  scopes,
  map: {
    each: "/people",
    type: {
      from: "/kind",
      values: {
        hire: "employee.hired",
        change: "employee.changed",
        leaver: "employee.terminated",
        other: null,
      },
    },
    timestamp: { from: "/at" },
    fields: {
      "/employeeId": { from: "/nr" },
      "/email": { from: "/mail" },
      "/name/familyName": { from: "/surname" },
    },
  },
});
