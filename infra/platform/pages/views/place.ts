import type { PlatformContext } from "../../http/context.ts";
import type { StoredPerson, StoredPlace } from "../../state/platform-state.ts";
import { listContents } from "./content-index.ts";
import { viewContent, type ContentView } from "./content-view.ts";
import { findPersonView, isMember, type PersonView } from "./person-view.ts";

const maxContents = 10;

export type PlaceDetails = {
  id: string;
  place: StoredPlace["body"];
  /** Owners first. People who only asked to join are not among them. */
  members: readonly (PersonView & { isOwner: boolean })[];
  /** The latest, newest first. */
  contents: readonly ContentView[];
  contentCount: number;
};

/** A place with the members that the requester may find. */
export function viewPlace(
  context: PlatformContext,
  requester: StoredPerson,
  { id, body }: StoredPlace,
): PlaceDetails {
  const contents = listContents(context, { placeID: id });
  return {
    id,
    place: body,
    members: context.state.members
      .all()
      .filter(
        ({ body: { place, state } }) => place === id && state !== "pending",
      )
      .flatMap(({ body: { person: personID, state } }) => {
        const stored = context.state.person(personID);
        const person = findPersonView(context, requester, personID);
        return stored && person && isMember(stored)
          ? [{ ...person, isOwner: state === "owner" }]
          : [];
      })
      .toSorted((a, b) => Number(b.isOwner) - Number(a.isOwner)),
    contents: contents
      .slice(0, maxContents)
      .map((content) => viewContent(context, requester, content)),
    contentCount: contents.length,
  };
}
