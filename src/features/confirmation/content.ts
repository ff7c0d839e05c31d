import type { SuccessPage } from '#content/pages/text-pages.ts';

export type Words = Pick<SuccessPage, 'classes' | 'camps' | 'group'>;

/** Splits "Closed shoes: flat soles grip best" into the item and its reason. */
export function toThing(text: string): { name: string; why: string } {
  const at = text.indexOf(': ');
  return at < 0 ? { name: text, why: '' } : { name: text.slice(0, at), why: text.slice(at + 2) };
}
