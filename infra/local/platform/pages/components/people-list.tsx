import type { PersonView } from "../views/person-view.ts";
import { Portrait } from "./portrait.tsx";

type PeopleListProps<T extends PersonView> = {
  people: readonly T[];
  noteOf?: (person: T) => string | undefined;
};

/** People as links with small portraits; a note may follow a name. */
export function PeopleList<T extends PersonView>({
  people,
  noteOf,
}: PeopleListProps<T>) {
  return (
    <ul class="flow">
      {people.map((person) => {
        const note = noteOf?.(person);
        return (
          <li class="row apart">
            <a class="plain row" href={person.path}>
              <Portrait person={person} size={28} />
              {person.displayName}
            </a>
            {note && <span class="muted">{note}</span>}
          </li>
        );
      })}
    </ul>
  );
}
