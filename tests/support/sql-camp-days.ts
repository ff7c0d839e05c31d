/** Requests with which an admin cancels days of a camp, and the mails about them. */
import * as v from 'valibot';
import { CancelledDays } from '#contract/camp-days.ts';
import type { Caller, TestDatabase } from './database.ts';
import { type BoughtOrder, buy, dateIn } from './sql-after-sale.ts';
import * as camps from './sql-camps.ts';
import { rpc, stopCalendar } from './sql.ts';

export type Money = 'refund' | 'balance' | 'other';

export const previewDays = async (
  db: TestDatabase,
  who: Caller,
  camp: string,
  days: string[],
  money: Money = 'refund',
) =>
  v.parse(
    CancelledDays,
    await rpc(db, who, 'preview_cancel_camp_days', { p_camp_id: camp, p_days: days, p_money: money }),
  );

export const cancelDays = async (
  db: TestDatabase,
  who: Caller,
  camp: string,
  days: string[],
  expected: object,
  money: Money = 'refund',
) =>
  v.parse(
    CancelledDays,
    await rpc(db, who, 'cancel_camp_days', {
      p_camp_id: camp,
      p_days: days,
      p_reason: ' Haze ',
      p_money: money,
      p_expected: expected,
      p_instead: money === 'other' ? 'We play on Saturday instead.' : null,
    }),
  );

export const mailsAbout = (db: TestDatabase, camp: string) => db.sql<{ payload: Record<string, unknown> }[]>`
  select payload from public.outbox where template = 'camp_day_changed' and payload #>> '{camp,camp_id}' = ${camp}
  order by created_at, key`;

export const restoreDay = (db: TestDatabase, who: Caller, camp: string, day: string) =>
  rpc<{ mails: number; phones: number }>(db, who, 'restore_camp_day', { p_camp_id: camp, p_day: day });

export interface RunningCamp {
  camp: string;
  bought: BoughtOrder;
  monday: string;
  tuesday: string;
  wednesday: string;
}

/**
 * Sells a spot on a camp of three days, called Monday to Wednesday, that begins in some weeks, and stops the calendar
 * at 7.30 am of its Tuesday. The tier spark must be published, and the calendar must show the real time.
 */
export async function sellRunningCamp(db: TestDatabase, weeks: number): Promise<RunningCamp> {
  const camp = await camps.makeCamp(db, { start: dateIn(7 * weeks) });
  const bought = await buy(db, [{ offer_id: 'tier-spark', camp_id: camp }]);
  const [row] = await db.sql<[{ days: string[] }]>`
    update public.camp_weeks set end_date = start_date + 2 where id = ${camp}
    returning array[start_date, start_date + 1, start_date + 2]::text[] as days`;
  const [monday = '', tuesday = '', wednesday = ''] = row.days;
  await stopCalendar(db, `${tuesday}T07:30:00+08:00`);
  return { camp, bought, monday, tuesday, wednesday };
}
