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
  /** `srcset` of each format, by width. */
  avif: string;
  webp: string;
  /** For browsers that choose none of them. */
  src: string;
  /** A few hundred bytes as `data:`, shown until the picture is there; null for one that is see-through. */
  blur: string | null;
  /** What must stay in view when the picture is cut: per cent from the left and from the top, in tens. */
  focus: { x: number; y: number };
}
