import type { Camp } from '#contract/camps.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { Subject } from '#browser/order-memory.ts';

export type Source =
  | ({ is: 'subject'; subject: Subject } & Known)
  /** EPIC without a week: the parent chooses among these. */
  | { is: 'weeks'; weeks: Week[] }
  /** The try-out without a session: the parent chooses among these. */
  | { is: 'sessions'; sessions: SessionChoice[] }
  | { is: 'refused'; code: ErrorCode }
  | { is: 'empty' };

/** Who comes and who books, as far as it is known before anything is typed. */
export interface Known {
  waiting?: Pick<WaitlistView['children'][number], 'name' | 'dob'>[];
  parent?: WaitlistView['parent'];
}

export interface Week {
  camp: Camp;
  subject: Subject;
}

/** A session of the weekend, with what it costs as a try-out. */
export interface SessionChoice {
  session: SessionAvailability;
  subject: Subject;
}

/** The pass that `/try-out-checkout` sells; in cents what the page shows. */
export interface TryOut {
  offerId: string;
  priceCents: number;
}

export const found = (subject: Subject | null | undefined): Source =>
  subject ? { is: 'subject', subject } : { is: 'empty' };
