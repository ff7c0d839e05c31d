import type { Subject } from '#browser/order-memory.ts';
import { type Child, goesTo } from '../form/model.ts';
import { keyOf } from '../purchase/subject.ts';

/** Who goes where in a basket of several parts. The rest of the basket loads only when there is one (`basket.ts`). */

/** Returns the positions of the children who go to each part. */
export const whoGoes = (children: readonly Child[], parts: readonly Subject[]): number[][] =>
  parts.map((part) => children.flatMap((child, index) => (goesTo(child, keyOf(part)) ? [index] : [])));

export const countLines = (children: readonly Child[], parts: readonly Subject[]): number =>
  whoGoes(children, parts).reduce((sum, { length }) => sum + length, 0);

/**
 * Returns the parts to which a child who is added does not go at first. Each pass costs as much as a camp, so nobody
 * gets one without a tick.
 */
export const skippedAtFirst = (parts: readonly Subject[]): string[] =>
  parts.length > 1 && parts.some(({ kind }) => kind === 'camp')
    ? parts.filter(({ kind }) => kind === 'class').map(keyOf)
    : [];
