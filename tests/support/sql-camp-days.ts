/** Requests with which an admin cancels days of a camp, and the mails about them. */
import * as v from 'valibot';
import { CancelledDays } from '#contract/camp-days.ts';
import type { Caller, TestDatabase } from './database.ts';
import { rpc } from './sql.ts';

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
