import type { Subject } from '#browser/order-memory.ts';
import { type Child, goesTo } from '../form/model.ts';
import { MAX_LINES } from '../purchase/parts.ts';
import { keyOf } from '../purchase/subject.ts';
import { countLines, whoGoes } from './who-goes.ts';

/** Returns the children after a change, or null if a child or a part would be left with nothing. */
export function toggled(
  children: readonly Child[],
  index: number,
  key: string,
  parts: readonly Subject[],
): Child[] | null {
  const next = children.map((child, at) =>
    at === index
      ? {
          ...child,
          skips: goesTo(child, key)
            ? [...(child.skips ?? []), key]
            : (child.skips ?? []).filter((skipped) => skipped !== key),
        }
      : child,
  );
  return isComplete(next, parts) && countLines(next, parts) <= MAX_LINES ? next : null;
}

/** Returns whether each child goes to something, and somebody goes to each part. */
export const isComplete = (children: readonly Child[], parts: readonly Subject[]): boolean =>
  whoGoes(children, parts).every(({ length }) => length > 0) &&
  children.every((child) => parts.some((part) => goesTo(child, keyOf(part))));
