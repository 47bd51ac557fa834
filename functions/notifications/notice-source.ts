/**
 * The source of our own events on the bus. No deployment may admit it as a source of events, so that no notice starts
 * anything here. It has a file of its own, because the check of a deployment needs no client of AWS.
 */
export const noticeSource = "community-automation";
