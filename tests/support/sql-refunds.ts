/** Refunds by staff, as the refund form makes them. */
import { randomUUID } from 'node:crypto';
import type { Caller, TestDatabase } from './database.ts';
import { rpc } from './sql.ts';

interface ShownAmounts {
  left: number | null;
  refunds: number;
}
export type Subject = { line: string } | { order: string };

/**
 * Returns the values of a refund form that was opened now: its key, what is left to refund, and the refunds so far.
 */
export async function openForm(db: TestDatabase, subject: Subject) {
  const [row] =
    'line' in subject
      ? await db.sql<ShownAmounts[]>`
          select private.remaining_of_line(${subject.line}) as left, (
            select count(*) from private.shown_refunds((select order_id from public.order_lines where id = ${subject.line})))::int as refunds`
      : await db.sql<ShownAmounts[]>`
          select private.remaining_of_payment((private.order_payment(${subject.order})).id) as left, (
            select count(*) from private.shown_refunds(${subject.order}))::int as refunds`;
  return {
    p_key: randomUUID(),
    p_expected_refundable_cents: row?.left ?? 0,
    p_expected_refunds: row?.refunds ?? 0,
  };
}

export async function refundAsStaff(
  db: TestDatabase,
  who: Caller,
  subject: Subject,
  cents: unknown,
  more: Record<string, unknown> = {},
) {
  const form = 'p_key' in more ? more : { ...(await openForm(db, subject)), ...more };
  const subjectFields = 'line' in subject ? { p_line_id: subject.line } : { p_order_id: subject.order };
  return rpc<{ refund_id: string }>(db, who, 'line' in subject ? 'refund_line' : 'refund_order', {
    ...subjectFields,
    p_cents: cents,
    p_reason: 'goodwill',
    ...form,
  });
}
