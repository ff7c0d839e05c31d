import { longWhoAndWhere, type SessionPlace } from '#contract/place-words.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { LateChoice, ManagedOrder } from '#contract/after-sale.ts';
import type { Camp } from '#contract/camps.ts';
import { formatDate, formatDays, formatTime } from '#contract/format.ts';
import { today } from '#domain/dates.ts';
import type { TierOffer, GivingBack } from './api.ts';

/** What a parent may do with a paid order, and where a line may go (contract/after-sale.ts). No I/O, no React. */
export type ManagedLine = ManagedOrder['lines'][number];
export type Action = 'cancel' | 'move' | 'place' | 'book' | 'give_back';

/** A session or week that a line could go to, as it is offered. */
export interface Target {
  id: string;
  kind: 'session' | 'camp';
  /** `Sat 28 Nov 2026, 10.30 am`. */
  when: string;
  what: string;
  where: string;
  spotsLeft: number;
  /** Another tier: it may cost something else. */
  otherKind: boolean;
}

/** We called it off, and the parent has not chosen what instead. */
export const isCalledOff = ({ can }: ManagedLine) => can.move?.until === null;

/** Sessions of a pass that were used before it was given back: they are history, and not cancelled. */
export const usedOf = ({ status, pass }: ManagedLine) =>
  status === 'cancelled' ? (pass?.bookings.length ?? 0) : 0;

export const isCamp = (line: ManagedLine) => line.kind === 'camp_tier';

/**
 * Sessions of the line's team, of all teams for a single session such as the try-out (spec 2 §5): of whichever weekend,
 * as long as the pass is valid.
 */
export function sessionTargets(line: ManagedLine, rows: readonly SessionAvailability[]): Target[] {
  const team = line.sessions === 1 ? null : (line.session?.team ?? null);
  const end = line.pass?.valid_until ?? null;
  return rows
    .filter(({ session_id }) => session_id !== line.session?.session_id)
    .filter((row) => team === null || row.team === team)
    .filter(({ session_date }) => end === null || session_date <= end)
    .sort((a, b) => order(a).localeCompare(order(b)))
    .map((row) => ({
      id: row.session_id,
      kind: 'session' as const,
      when: `${formatDate(row.session_date)}, ${formatTime(row.session_time)}`,
      what: row.class_type,
      where: row.location_name,
      spotsLeft: Math.max(0, row.available_spots),
      otherKind: false,
    }));
}

const order = (row: SessionAvailability) => `${row.session_date} ${row.session_time}`;

/**
 * Weeks still to begin, those of the line's own tier first. What is kept for later, or was paid late, stays in its
 * tier; the offer says which, where no camp does.
 */
export function campTargets(
  line: ManagedLine,
  camps: readonly Camp[],
  offers: readonly TierOffer[],
  now: Date = new Date(),
): Target[] {
  const tier = line.camp?.tier ?? offers.find(({ id }) => id === line.offer_id)?.details.tier ?? null;
  return camps
    .filter(({ id, cancelled_at, start_date }) => {
      return id !== line.camp?.camp_id && cancelled_at === null && start_date > today(now);
    })
    .map((camp) => ({ camp, otherKind: tier !== null && camp.tier !== tier }))
    .filter(({ otherKind }) => line.status === 'placed' || !otherKind)
    .sort((a, b) => Number(a.otherKind) - Number(b.otherKind))
    .map(({ camp, otherKind }) => ({
      id: camp.id,
      kind: 'camp' as const,
      when: formatDays(camp.start_date, camp.end_date),
      what: camp.name,
      where: camp.location,
      spotsLeft: Math.max(0, camp.capacity - camp.current_enrollments),
      otherKind,
    }));
}

/** What the lines of a late payment are chosen for: each alone with splitting allowed, else all together. */
export function choiceGroups(managed: ManagedOrder): ManagedLine[][] {
  const waiting = managed.lines.filter(({ status }) => status === 'needs_choice');
  if (waiting.length === 0) return [];
  return managed.split_allowed ? waiting.map((line) => [line]) : [waiting];
}

/** Lines that need a place of their own; the others go with them. */
export const placedLines = (lines: readonly ManagedLine[]) =>
  lines.filter((line) => line.session !== null || line.camp !== null);

/** The move of a group as the contract takes it; null while a line has no place yet. */
export function lateMove(
  lines: readonly ManagedLine[],
  chosen: ReadonlyMap<string, Target>,
): LateChoice | null {
  const places = lines.map((line) => {
    const target = chosen.get(line.line_id);
    if (!target) return placedLines([line]).length > 0 ? null : { line_id: line.line_id };
    return target.kind === 'session'
      ? { line_id: line.line_id, session_id: target.id }
      : { line_id: line.line_id, camp_id: target.id };
  });
  const ready = places.filter((place) => place !== null);
  return ready.length === places.length && ready.length > 0 ? { kind: 'move', lines: ready } : null;
}

/** What comes back for a line that is given back alone, or together with `all` others. */
export const refundOf = ({ line_id, can }: ManagedLine, all: ManagedOrder['cancel_all']): number =>
  all?.lines.find((one) => one.line_id === line_id)?.refund_cents ?? can.cancel?.refund_cents ?? 0;

/** All that can be given back now, and what that does. */
export function cancellable(
  managed: Pick<ManagedOrder, 'lines' | 'cancel_all'>,
): GivingBack & { lineIds: string[]; reclaimedCents: number } {
  const all = managed.cancel_all;
  const lines = managed.lines.filter(({ can }) => can.cancel !== null);
  return {
    lineIds: lines.map(({ line_id }) => line_id),
    // Together they may give back more than one by one: a rebate needs a sibling only while somebody stays.
    refundCents:
      all?.refund_cents ?? lines.reduce((sum, { can }) => sum + (can.cancel?.refund_cents ?? 0), 0),
    reclaimedCents:
      all?.reclaimed_cents ?? lines.reduce((sum, { can }) => sum + (can.cancel?.reclaimed_cents ?? 0), 0),
    endsRenewal: lines.some(({ can }) => can.cancel?.ends_renewal),
  };
}

const whose = ({ child_name }: ManagedLine) => (child_name === null ? [] : [child_name]);

/** A pass of several sessions, which is more than the session that its line stands for. */
export const isSeries = ({ sessions }: ManagedLine) => (sessions ?? 1) > 1;

/** What is given back with a line: `Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026`, `Kai Tan, Term`. */
export const soldWords = (line: ManagedLine): string =>
  longWhoAndWhere(whose(line), isSeries(line) ? {} : line, line.title);

/** Whose place it is, where and when, also of a pass: `Kai Tan, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am`. */
export const placeOfLine = (line: ManagedLine): string => longWhoAndWhere(whose(line), line, line.title);

/** The same of one session of a pass. */
export const sessionOfLine = (line: ManagedLine, session: SessionPlace): string =>
  longWhoAndWhere(whose(line), { session });

/** Where a line goes, once it was chosen: `Kai Tan, Red Otter B, Bishan, Sun 29 Nov 2026, 9.00 am`. */
export const targetOfLine = (line: ManagedLine, { what, where, when }: Target): string =>
  [...whose(line), what, where, when].filter((part) => part !== '').join(', ');
