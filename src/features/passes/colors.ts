import { luminance } from '#contract/contrast.ts';

/** The text colour, dark or light, that is easier to read on a colour "#RRGGBB". */
export const readsOn = (color: string): 'ink' | 'paper' =>
  // At this luminance both have the same contrast.
  luminance(color) > 0.18 ? 'ink' : 'paper';
