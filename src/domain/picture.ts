/** A picture as pages show it. The build converts all pictures, so visitors load them only from this site. */
export interface Picture {
  /** Alternative text, which is empty for a decorative picture. */
  alt: string;
  /** Shown if the picture is missing or cannot be loaded (spec 1 §8). */
  emoji: string;
  label: string;
  /** Null if the content has no picture, or an unreadable one. */
  image: BuiltImage | null;
}

export interface BuiltImage {
  asset: string;
  /** Size of the largest version in pixels. It also gives the aspect ratio. */
  width: number;
  height: number;
  /** A `srcset` by width. */
  avif: string;
  src: string;
  /**
   * Colours of the picture's areas, row by row (`colourGrid`), shown while it loads. Null for a transparent picture.
   */
  colours: string[] | null;
  /**
   * The point that stays visible when the picture is cropped: per cent from the left and the top, in steps of ten.
   */
  focus: { x: number; y: number };
}

/** A picture's blurred preview has this many colours. */
export const colourGrid = { width: 3, height: 2 } as const;
