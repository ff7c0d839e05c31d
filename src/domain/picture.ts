/** A picture as pages show it: made at build, so that no visitor asks another host for it. */
export interface Picture {
  /** What it shows, for whoever cannot see it; empty for a picture that only decorates. */
  alt: string;
  /** Stand in the place of a picture that is missing or cannot be loaded (spec 1 §8). */
  emoji: string;
  label: string;
  /** Null: content has none, or none that can be read. */
  image: BuiltImage | null;
}

export interface BuiltImage {
  /** Pixels of the largest one, which also give the shape. */
  width: number;
  height: number;
  /** `srcset` by width. */
  avif: string;
  /** One WebP, for browsers that do not read it. */
  src: string;
  /** Of its parts, row by row (`colourGrid`), shown until it is there; null for one that is see-through. */
  colours: string[] | null;
  /** What must stay in view when the picture is cut: per cent from the left and from the top, in tens. */
  focus: { x: number; y: number };
}

/** What is seen of a picture before it comes: so many colours, out of focus. */
export const colourGrid = { width: 3, height: 2 } as const;
