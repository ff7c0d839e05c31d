import { longWhoAndWhere, type SessionPlace } from '#contract/place-names.ts';
import type { SessionAvailability } from '#contract/availability.ts';
import type { LateChoice, ManagedOrder } from '#contract/after-sale.ts';
import type { Camp } from '#contract/camps.ts';
import { formatDate, formatDays, formatTime } from '#contract/format.ts';
import { today } from '#domain/dates.ts';
import type { TierOffer, CancelEffect } from './api.ts';

/**
 * A line of a paid order. This module has the rules for what a parent may do with it and where it may move. They use
 * neither React nor the network.
 */
export type ManagedLine = ManagedOrder['lines'][number];
export type Action = 'cancel' | 'move' | 'place' | 'book' | 'give_back' | 'absence';

/** A session or camp to which a line could move. */
export interface Target {
  id: string;
  kind: 'session' | 'camp';
  when: string;
  what: string;
  where: string;
  spotsLeft: number;
  /** True if the target is of another tier, which may have another price. */
  otherKind: boolean;
}

/** Returns whether we cancelled this session or camp and the parent has not chosen yet. */
export const isCancelledByUs = ({ can }: ManagedLine) => can.move?.until === null;

/** Returns how many sessions were used before the pass was cancelled. */
export const usedOf = ({ status, pass }: ManagedLine) =>
  status === 'cancelled' ? (pass?.bookings.length ?? 0) : 0;

export const isCamp = (line: ManagedLine) => line.kind === 'camp_tier';

/**
 * Returns the sessions to which a line can move. A pass moves within its own team. A single session, such as a
 * try-out, may move to any team (spec 2 §5). A line that was paid late can also stay where it is, if a spot is free.
 */
export function sessionTargets(line: ManagedLine, rows: readonly SessionAvailability[]): Target[] {
  const team = line.sessions === 1 ? null : (line.session?.team ?? null);
  const end = line.pass?.valid_until ?? null;
  return rows
    .filter(({ session_id }) => canStay(line) || session_id !== line.session?.session_id)
    .filter((row) => team === null || row.team === team)
    .filter(({ session_date }) => end === null || session_date <= end)
    .sort((a, b) => sortKey(a).localeCompare(sortKey(b)))
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

/** A line that was paid late has no place yet, and its own may be free although another part of the order is not. */
const canStay = ({ status }: ManagedLine) => status === 'needs_choice';

const sortKey = (row: SessionAvailability) => `${row.session_date} ${row.session_time}`;

/**
 * Returns the camps to which a line can move. Those of its own tier come first. A line that was saved for later or
 * paid late must stay in its tier. If it was paid late, its own camp may still have spots.
 */
export function campTargets(
  line: ManagedLine,
  camps: readonly Camp[],
  offers: readonly TierOffer[],
  now: Date = new Date(),
): Target[] {
  const tier = line.camp?.tier ?? offers.find(({ id }) => id === line.offer_id)?.details.tier ?? null;
  return camps
    .filter(({ id, cancelled_at, price_cents, start_date }) => {
      const isOnSale = cancelled_at === null && price_cents !== null;
      return (canStay(line) || id !== line.camp?.camp_id) && isOnSale && start_date > today(now);
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

/**
 * Groups the lines that were paid too late and need a new choice. The choice is made for each session and camp by
 * itself. If `split_allowed` is false, one choice applies to all children who go there.
 */
export function choiceGroups(managed: ManagedOrder): ManagedLine[][] {
  const waitingLines = managed.lines.filter(({ status }) => status === 'needs_choice');
  const placeOf = ({ line_id, session, camp }: ManagedLine) =>
    (managed.split_allowed ? null : (session?.session_id ?? camp?.camp_id)) ?? line_id;
  const groups = new Map<string, ManagedLine[]>();
  for (const line of waitingLines) groups.set(placeOf(line), [...(groups.get(placeOf(line)) ?? []), line]);
  return [...groups.values()];
}

export const placedLines = (lines: readonly ManagedLine[]) =>
  lines.filter((line) => line.session !== null || line.camp !== null);

export function lateMove(
  lines: readonly ManagedLine[],
  chosenTargets: ReadonlyMap<string, Target>,
): LateChoice | null {
  const places = lines.map((line) => {
    const target = chosenTargets.get(line.line_id);
    if (!target) return placedLines([line]).length > 0 ? null : { line_id: line.line_id };
    return target.kind === 'session'
      ? { line_id: line.line_id, session_id: target.id }
      : { line_id: line.line_id, camp_id: target.id };
  });
  const ready = places.filter((place) => place !== null);
  return ready.length === places.length && ready.length > 0 ? { kind: 'move', lines: ready } : null;
}

/** Returns a line's refund in cents. If `cancelAll` is given, the line is cancelled together with the others. */
export const refundOf = ({ line_id, can }: ManagedLine, cancelAll: ManagedOrder['cancel_all']): number =>
  cancelAll?.lines.find((line) => line.line_id === line_id)?.refund_cents ?? can.cancel?.refund_cents ?? 0;

export function cancellable(
  managed: Pick<ManagedOrder, 'lines' | 'cancel_all'>,
): CancelEffect & { lineIds: string[]; clawbackCents: number } {
  const cancelAll = managed.cancel_all;
  const lines = managed.lines.filter(({ can }) => can.cancel !== null);
  return {
    lineIds: lines.map(({ line_id }) => line_id),
    // A sibling rebate is lost if only one child stays, so cancelling everything may refund more than the sum.
    refundCents:
      cancelAll?.refund_cents ?? lines.reduce((sum, { can }) => sum + (can.cancel?.refund_cents ?? 0), 0),
    clawbackCents:
      cancelAll?.clawback_cents ?? lines.reduce((sum, { can }) => sum + (can.cancel?.clawback_cents ?? 0), 0),
    endsRenewal: lines.some(({ can }) => can.cancel?.ends_renewal),
  };
}

const childNames = ({ child_name }: ManagedLine) => (child_name === null ? [] : [child_name]);

export const isSeries = ({ sessions }: ManagedLine) => (sessions ?? 1) > 1;

/** Describes a line in a cancellation, e.g. as `Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026`. */
export const soldMessage = (line: ManagedLine): string =>
  longWhoAndWhere(childNames(line), isSeries(line) ? {} : line, line.title);

/** Describes a booked line, e.g. as `Kai Tan, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am`. */
export const placeOfLine = (line: ManagedLine): string => longWhoAndWhere(childNames(line), line, line.title);

export const sessionOfLine = (line: ManagedLine, session: SessionPlace): string =>
  longWhoAndWhere(childNames(line), { session });

/** Describes the new date of a moved line, e.g. as `Kai Tan, Red Otter B, Bishan, Sun 29 Nov 2026, 9.00 am`. */
export const targetOfLine = (line: ManagedLine, { what, where, when }: Target): string =>
  [...childNames(line), what, where, when].filter((text) => text !== '').join(', ');
