import type { PersonView } from "../views/person-view.ts";

type PortraitProps = {
  person: PersonView;
  /** Width and height in pixels. */
  size: number;
  /** Empty beside the name, which a description would only repeat. */
  alt?: string;
};

/** The person's latest image, or the initials of a person without an image. */
export function Portrait({ person, size, alt = "" }: PortraitProps) {
  const { imagePath, initials, hue } = person;
  return imagePath === undefined ? (
    <svg
      class="portrait"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <rect width="32" height="32" fill={`oklch(0.5 0.08 ${hue})`} />
      <text x="16" y="20.5" font-size="12" text-anchor="middle" fill="#fff">
        {initials}
      </text>
    </svg>
  ) : (
    <img
      class="portrait"
      src={imagePath}
      width={size}
      height={size}
      alt={alt}
    />
  );
}
