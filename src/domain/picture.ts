/** A picture as pages show it. The build converts all pictures, so visitors load them only from this site. */
export interface Picture {
  /** Alternative text, which is empty for a decorative picture. */
  alt: string;
  /** The emoji that is shown if the picture is missing or cannot be loaded (spec 1 §8). */
  emoji: string;
  label: string;
  /** Null if the content has no picture, or one that cannot be read. */
  image: BuiltImage | null;
}

export interface BuiltImage {
  asset: string;
  /** The width of the largest version in pixels. With the height it also gives the aspect ratio. */
  width: number;
  height: number;
  /** A `srcset` with widths. */
  avif: string;
  src: string;
  /**
   * Colours of the picture's areas, row by row (`colourGrid`), which are shown while it loads. Null for a transparent
   * picture.
   */
  colours: string[] | null;
  /**
   * The point that stays visible when the picture is cropped, in per cent from the left and the top. It is in steps of
   * ten.
   */
  focus: { x: number; y: number };
}

/** The number of colours of a picture's blurred preview. */
export const colourGrid = { width: 3, height: 2 } as const;
