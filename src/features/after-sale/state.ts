import type { ManagedOrder } from '#contract/after-sale.ts';
import type { AskedDetails } from '#contract/health.ts';
import type { Action, Target } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'gone'; why: 'missing' | 'link_not_found' | 'link_expired' | 'failed' }
  | { state: 'ready'; order: ManagedOrder }
  /** The link asks about the children, and opens nothing else. */
  | { state: 'asked'; asked: AskedDetails };

/** The one question that is open: about a line, or with null about everything that can be cancelled. */
export interface Panel {
  lineId: string | null;
  action: Action;
  /** The session of a pass that is given back. */
  bookingId?: string;
}

/** A move whose price was asked for: below zero comes back, above is to be paid. */
export interface ChosenMove {
  target: Target;
  differenceCents: number;
  /** As in MoveQuote. */
  rebateLostCents?: number | undefined;
  reclaimedCents?: number | undefined;
}

export interface Note {
  /** Said beside this line, not of the order as a whole. */
  lineId?: string;
  tone: 'calm' | 'warn' | 'bad';
  text: string;
  /** A person can do what the page cannot. */
  help?: boolean;
}
