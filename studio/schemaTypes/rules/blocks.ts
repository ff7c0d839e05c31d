import { singleBlocks } from '../../../src/config/page-blocks.ts';
import { findRepeated } from '../pages/one-of-each.ts';

export function blocksProblem(blocks: readonly { _type?: string }[] | undefined): string | null {
  const double = findRepeated(blocks).find((kind) => kind in singleBlocks);
  if (double !== undefined) return `“${singleBlocks[double]}” is in the list twice. Remove one of them.`;
  const hero = blocks?.findIndex(({ _type }) => _type === 'heroBlock') ?? 0;
  return hero > 0 ? '“First screen” must be the first block. Drag it to the top.' : null;
}
