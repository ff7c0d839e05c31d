import type { ManagedOrder } from '#contract/after-sale.ts';
import type { RequestedDetails } from '#contract/health.ts';
import type { Message } from '#ui/kit/action.ts';
import type { Action, Target } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'unavailable'; why: 'missing' | 'link_not_found' | 'link_expired' | 'failed' }
  | { state: 'ready'; order: ManagedOrder }
  /** The link asks about the children and permits nothing else. */
  | { state: 'requested'; requested: RequestedDetails };

/** The one open question: about a line, or about everything that can be cancelled if `lineId` is null. */
export interface Panel {
  lineId: string | null;
  action: Action;
  bookingId?: string;
}

/** A move with its quoted price difference: negative is refunded, positive must be paid. */
export interface ChosenMove {
  target: Target;
  differenceCents: number;
  /** As in MoveQuote. */
  rebateLostCents?: number | undefined;
  reclaimedCents?: number | undefined;
}

export interface Note extends Message {
  /** The line that the note is about; without it, the note is about the order. */
  lineId?: string;
  /** Offers a chat, because a person can do what the page cannot. */
  help?: boolean;
}
