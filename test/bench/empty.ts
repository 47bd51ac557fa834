/** The floor: what Node.js and the runtime cost without any code. */
export async function handler() {
  return {
    statusCode: 202,
    headers: { "content-type": "application/json" },
    body: "{}",
  };
}
