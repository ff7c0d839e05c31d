import type { Camp } from '#contract/camps.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { Subject } from '#browser/order-memory.ts';

export type Source =
  | ({ is: 'subject'; subject: Subject } & KnownPeople)
  | { is: 'weeks'; weeks: Week[] }
  | { is: 'sessions'; sessions: SessionChoice[] }
  | { is: 'refused'; code: ErrorCode }
  | { is: 'empty' };

export interface KnownPeople {
  waiting?: Pick<WaitlistView['children'][number], 'name' | 'dob'>[];
  parent?: WaitlistView['parent'];
  /** True if a pass was chosen for a child whom the account does not have. */
  isNewChild?: boolean;
}

export interface Week {
  camp: Camp;
  subject: Subject;
}

export interface SessionChoice {
  session: SessionAvailability;
  subject: Subject;
}

/** The pass that `/try-out-checkout` sells. The price is in cents, as the page shows it. */
export interface TryOut {
  offerId: string;
  priceCents: number;
}

export const toSource = (subject: Subject | null | undefined): Source =>
  subject ? { is: 'subject', subject } : { is: 'empty' };
