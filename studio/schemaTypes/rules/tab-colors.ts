import { isReadable } from '../../../supabase/functions/_shared/contract/contrast.ts';

/**
 * Returns the problem if the text cannot be read on the tab's colour, or null. If a colour is missing, it has its own
 * message.
 */
export function tabColorsProblem(text: unknown, background: unknown): string | null {
  if (typeof text !== 'string' || typeof background !== 'string') return null;
  return isReadable(text, background)
    ? null
    : 'This text is hard to read on the colour of the tab. Choose a lighter or a darker colour (contrast 4.5 or more).';
}
