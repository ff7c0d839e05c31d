import type { Subject } from '#browser/order-memory.ts';
import type { Child, Health } from '../form/model.ts';
import type { Problem } from '../purchase/sale.ts';

/** Why a code does not apply. For `code_minimum`, `cents` is the minimum total of the order. */
export interface CodeFault {
  code: Problem;
  cents?: number | undefined;
}

export interface Removed {
  index: number;
  child: Child;
  health: Health;
}

/** A part that was taken out of the basket, and the children who went only there. */
export interface RemovedPart {
  part: Subject;
  index: number;
  children: Removed[];
  transport: string;
}
