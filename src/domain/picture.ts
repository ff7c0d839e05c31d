/** A picture as pages show it. It is built in advance, so visitors request it only from this site. */
export interface Picture {
  /** Alternative text; empty for a picture that only decorates. */
  alt: string;
  /** Shown instead of a picture that is missing or cannot be loaded (spec 1 §8). */
  emoji: string;
  label: string;
  /** Null if content has no picture, or an unreadable one. */
  image: BuiltImage | null;
}

export interface BuiltImage {
  asset: string;
  /** Size of the largest version in pixels, which also gives the shape. */
  width: number;
  height: number;
  /** `srcset` by width. */
  avif: string;
  src: string;
  /** Colours of the parts row by row (`colourGrid`), shown while the picture loads; null for a transparent picture. */
  colours: string[] | null;
  /** Per cent from the left and the top, in steps of ten. */
  focus: { x: number; y: number };
}

/** Number of colours in the blurred preview of a picture. */
export const colourGrid = { width: 3, height: 2 } as const;
