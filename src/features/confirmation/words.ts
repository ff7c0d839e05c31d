import type { SuccessPage } from '#content/pages/words.ts';

/** What content says on the success pages; a part that it leaves out is not shown. */
export type Words = Pick<SuccessPage, 'classes' | 'camps' | 'group'>;

/** "Closed shoes: flat soles grip best" as a name and the reason. */
export function toThing(text: string): { name: string; why: string } {
  const at = text.indexOf(': ');
  return at < 0 ? { name: text, why: '' } : { name: text.slice(0, at), why: text.slice(at + 2) };
}
