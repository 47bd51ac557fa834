import type { PersonView } from "../views/person-view.ts";

type PortraitProps = {
  person: PersonView;
  size: "small" | "medium" | "large";
  /** Empty beside the name, which a description would only repeat. */
  alt?: string;
};

/** The person's latest image, or the initials of a person without an image. */
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
