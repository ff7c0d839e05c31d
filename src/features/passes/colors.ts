import { luminance } from '#contract/contrast.ts';

/** Returns the text colour that is easier to read on `color` ("#RRGGBB"). */
export const textColorOn = (color: string): 'ink' | 'paper' =>
  // This is the luminance at which dark and light text have the same contrast.
  luminance(color) > 0.18 ? 'ink' : 'paper';
