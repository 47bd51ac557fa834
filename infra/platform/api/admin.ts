import type { PlatformContext } from "../http/context.ts";
import type { HiddenField, StoredPerson } from "../state/platform-state.ts";
import { streamsOf } from "./people/streams.ts";

/** Sets data that no endpoint sets. The seed and tests call it. */
export function createAdmin({ state }: Pick<PlatformContext, "state">) {
  const personOf = (id: string): StoredPerson => {
    const person = state.person(id);
    if (person === undefined) throw new Error(`There is no person ${id}.`);
    return person;
  };
  return {
    /** Makes a person report to a manager, and to no other person. */
    setManager(personID: string, managerID: string): void {
      const id = `line ${personOf(personID).id}`;
      const { id: to } = personOf(managerID);
      state.reportingLines.put({ id, from: personID, to });
    },

    follow(from: string, to: string, streamName = "Connections"): void {
      const stream = streamsOf(state, personOf(from)).find(
        ({ name }) => name === streamName,
      );
      if (stream === undefined) {
        throw new Error(`Person ${from} has no stream "${streamName}".`);
      }
      const id = `follow ${from} ${to} ${stream.id}`;
      state.follows.put({ id, from, to, streamID: stream.id });
    },

    like(from: string, to: string): void {
      const id = `like ${personOf(from).id} ${to}`;
      state.likes.put({ id, from, to });
    },

    /** Sets the fields that other people do not see. They replace the option `hiddenFields` for this person. */
    hideFields(personID: string, hiddenFields: readonly HiddenField[]): void {
      state.replacePerson({ ...personOf(personID), hiddenFields });
    },

    /** Changes the password of a person. Tokens stay valid. */
    changePassword(personID: string, password: string): void {
      state.setPassword(personOf(personID).id, password);
    },
  };
}
