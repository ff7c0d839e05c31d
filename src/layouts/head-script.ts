import { themeScript } from '#features/navigation/theme/theme.ts';
import { watchScript } from '#features/watch/early-script.ts';
import { wholeScript } from '#ui/sections/whole-script.ts';

/** What runs in the head of every page, before anything is painted: one script, with one hash in the policy. */
export const headScript = `${watchScript};${themeScript};${wholeScript}`;
