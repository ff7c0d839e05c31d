import type { ManagedOrder } from '#contract/after-sale.ts';
import type { RequestedDetails } from '#contract/health.ts';
import type { Message } from '#ui/kit/action.ts';
import type { Action, Target } from './model.ts';

export type View =
  | { state: 'loading' }
  | { state: 'unavailable'; why: 'missing' | 'link_not_found' | 'link_expired' | 'failed' }
  | { state: 'ready'; order: ManagedOrder }
  /** The link asks for the children's details and permits nothing else. */
  | { state: 'requested'; requested: RequestedDetails };

/** The open panel. Only one is open at a time. If `lineId` is null, it concerns every line that can be cancelled. */
export interface Panel {
  lineId: string | null;
  action: Action;
  bookingId?: string;
}

/** The move that the parent chose. A negative difference is refunded, and a positive one must be paid. */
export interface ChosenMove {
  target: Target;
  differenceCents: number;
  rebateLostCents?: number | undefined;
  clawbackCents?: number | undefined;
}

export interface Note extends Message {
  lineId?: string;
  /** True if the note offers a chat, because our staff can do what this page cannot. */
  help?: boolean;
}
