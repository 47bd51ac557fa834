import { fingerprintOf } from "../fingerprint.ts";

/**
 * The operation id of a delivery. The same delivery of the same caller always leads to the same operation. The id is
 * also part of the name of the durable execution: 25 characters of `[a-zA-Z0-9_-]`, 132 bits.
 */
export function operationIdOf(caller: string, deliveryId: string): string {
  return `op_${fingerprintOf(`${caller}\n${deliveryId}`).slice(0, 22)}`;
}
