import { randomUUID } from 'node:crypto';
import type { Caller, TestDatabase } from './database.ts';
import * as x from './sql.ts';

interface ShownAmounts {
  left: number | null;
  refunds: number;
}
export type Subject = { line: string } | { order: string };

/**
 * Returns the values of a refund form that was opened now: its key, what is left to refund, and the refunds so far.
 */
export async function openForm(db: TestDatabase, of: Subject) {
  const [row] =
    'line' in of
      ? await db.sql<ShownAmounts[]>`
          select private.remaining_of_line(${of.line}) as left, (
            select count(*) from private.shown_refunds((select order_id from public.order_lines where id = ${of.line})))::int as refunds`
      : await db.sql<ShownAmounts[]>`
          select private.remaining_of_payment((private.order_payment(${of.order})).id) as left, (
            select count(*) from private.shown_refunds(${of.order}))::int as refunds`;
  return {
    p_key: randomUUID(),
    p_expected_refundable_cents: row?.left ?? 0,
    p_expected_refunds: row?.refunds ?? 0,
  };
}

export async function payBack(
  db: TestDatabase,
  who: Caller,
  of: Subject,
  cents: unknown,
  more: Record<string, unknown> = {},
) {
  const form = 'p_key' in more ? more : { ...(await openForm(db, of)), ...more };
  const subject = 'line' in of ? { p_line_id: of.line } : { p_order_id: of.order };
  return x.rpc<{ refund_id: string }>(db, who, 'line' in of ? 'refund_line' : 'refund_order', {
    ...subject,
    p_cents: cents,
    p_reason: 'goodwill',
    ...form,
  });
}
