import type { PersonView } from "./person-view.ts";

type PortraitProps = {
  person: PersonView;
  size: "small" | "medium" | "large";
  /** Empty beside the name, where a description would only repeat it. */
  alt?: string;
};

/** The face, or the initials of who has none. */
export function Portrait({ person, size, alt = "" }: PortraitProps) {
  const { imagePath, initials, hue } = person;
  return imagePath === undefined ? (
    <span class={`portrait ${size} hue-${hue}`} aria-hidden="true">
      {initials}
    </span>
  ) : (
    <img class={`portrait ${size}`} src={imagePath} alt={alt} />
  );
}
