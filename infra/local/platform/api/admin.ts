import type { PlatformContext } from "../http/context.ts";
import type { HiddenField, StoredPerson } from "../state/platform-state.ts";
import { streamsOf } from "./people/streams.ts";

/** What the platform knows and no endpoint of the API document sets. Everybody is named by id. */
export type Admin = ReturnType<typeof createAdmin>;

export function createAdmin({
  state,
  options,
}: Pick<PlatformContext, "state" | "options">) {
  const personOf = (id: string): StoredPerson => {
    const person = state.person(id);
    if (person === undefined) throw new Error(`There is no person ${id}.`);
    return person;
  };
  return {
    /** Puts a person below a manager in the organization chart, and below nobody else. */
    setManager(personID: string, managerID: string): void {
      const id = `line ${personOf(personID).id}`;
      state.reportingLines.put({
        id,
        personID,
        managerID: personOf(managerID).id,
      });
    },

    /** Lets a person follow a person or a content, in one of the follower's streams. */
    follow(
      followerID: string,
      followedID: string,
      streamName = "Connections",
    ): void {
      const stream = streamsOf(state, personOf(followerID)).find(
        ({ name }) => name === streamName,
      );
      if (stream === undefined) {
        throw new Error(`Person ${followerID} has no stream "${streamName}".`);
      }
      const id = `follow ${followerID} ${followedID} ${stream.id}`;
      state.follows.put({ id, followerID, followedID, streamID: stream.id });
    },

    /** Lets a person like a content. */
    like(personID: string, contentID: string): void {
      const id = `like ${personOf(personID).id} ${contentID}`;
      state.likes.put({ id, personID, contentID });
    },

    /** Sets what a person hides from everybody but itself and administrators, whatever the option says. */
    hideFields(personID: string, hiddenFields: readonly HiddenField[]): void {
      state.replacePerson({ ...personOf(personID), hiddenFields });
    },

    /** Gives a person another password; tokens that were issued before live on. */
    changePassword(personID: string, password: string): void {
      state.setPassword(personOf(personID).id, password);
    },

    /** Gives a developer key another secret; tokens that were issued before live on. */
    changeConsumerSecret(key: string, secret: string): void {
      if (!options.consumers.some((consumer) => consumer.key === key))
        throw new Error(`There is no consumer ${key}.`);
      options.consumers = options.consumers.map((consumer) =>
        consumer.key === key ? { key, secret } : consumer,
      );
    },
  };
}
