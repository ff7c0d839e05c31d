import { themeScript } from '#features/navigation/theme/theme.ts';
import { watchScript } from '#features/watch/early-script.ts';
import { wholeScript } from '#ui/sections/whole-script.ts';

/**
 * The inline script in the head of every page, which runs before the first paint: one script with one hash in the
 * policy.
 */
export const headScript = `${watchScript};${themeScript};${wholeScript}`;
