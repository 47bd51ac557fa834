import type { HiddenField } from "../state/platform-state.ts";

export type SeedPerson = {
  given: string;
  family: string;
  title: string;
  department: string;
  location: string;
  /** Username; the managing director has no manager. */
  manager?: string;
  joinedDaysAgo: number;
  biography?: string;
  expertise?: string;
  tags?: readonly string[];
  phone?: string;
  hides?: readonly HiddenField[];
  hasNoPortrait?: true;
};
