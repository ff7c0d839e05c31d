import { twice } from '../pages/one-of-each.ts';

/** Blocks with anchors, dialogs or a heading of the first level, which a page can have once. */
const single: Readonly<Record<string, string>> = {
  heroBlock: 'First screen',
  passesBlock: 'Passes',
  questionsBlock: 'Questions',
  formBlock: 'Form',
  homeTryOut: 'Try-Out package',
};

/** The problem of a page's list of blocks, as a message for the editor, or null. */
export function blocksProblem(blocks: readonly { _type?: string }[] | undefined): string | null {
  const double = twice(blocks).find((kind) => kind in single);
  if (double !== undefined) return `“${single[double]}” is in the list twice. Remove one of them.`;
  const hero = blocks?.findIndex(({ _type }) => _type === 'heroBlock') ?? 0;
  return hero > 0 ? '“First screen” must be the first block. Drag it to the top.' : null;
}
