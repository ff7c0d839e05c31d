import type { OrderView } from '#contract/orders.ts';
import { Quote, type QuoteRequest } from '#contract/quotes.ts';
import { callRpc } from '#api/rpc.ts';
import type { Failure } from '#api/errors.ts';
import { indexOf } from '../form/fields.ts';
import { unavailableCodes } from '../problem.ts';
import { childOfLine } from './parts.ts';
import type { RefusedPart, Sale } from './sale.ts';
import { keyOf } from './subject.ts';

type Lines = QuoteRequest['lines'];

const linesOf = ({ lines }: OrderView): Lines =>
  lines.map((line, index) => ({
    offer_id: line.offer_id,
    session_id: line.session?.session_id ?? null,
    camp_id: line.camp?.camp_id ?? null,
    child: childOfLine(line, index),
  }));

/**
 * Returns the parts of a basket that cannot be booked now. A refusal names only the first one, so the database is
 * asked for all of them. The list is empty if the refusal is about the whole order.
 */
export async function refusedParts(
  sale: Sale,
  failure: Failure,
  order: OrderView | null,
): Promise<{ refusedParts?: RefusedPart[] }> {
  const lines = order ? linesOf(order) : sale.requestedLines();
  if (!sale.$isBasket.get() || !lines) return {};
  // A guest who wants too many spots, for example, must not read that one of the camps is full.
  if (!isOfPart(failure.code)) return { refusedParts: [] };
  const parts = lines.map(({ offer_id, camp_id, session_id }) =>
    sale.$parts
      .get()
      .find(
        ({ offerId, campId, sessionId }) =>
          offerId === offer_id && campId === (camp_id ?? null) && sessionId === (session_id ?? null),
      ),
  );
  const refused = new Map<string, RefusedPart>();
  const note = (index: number, code: RefusedPart['code'], other?: number): void => {
    const part = parts[index];
    if (part && !refused.has(keyOf(part)) && isOfPart(code))
      refused.set(keyOf(part), { part, code, other: other === undefined ? undefined : parts[other] });
  };
  const answer = await callRpc(
    'quote_order',
    {
      p_order: {
        lines,
        children: Array.from({ length: Math.max(...lines.map(({ child }) => child ?? 0)) + 1 }, () => ({})),
        ...(order ? { previous_secret: order.secret } : {}),
      },
    },
    Quote,
  );
  if (answer.ok)
    for (const [index, { refusal }] of answer.value.lines.entries())
      if (refusal) note(index, refusal.code, refusal.overlaps);
  // The spot may have become free between the two answers. The parent then reads the first one.
  if (refused.size === 0 && failure.field?.startsWith('lines['))
    note(indexOf(failure.field), failure.code, lineOf('other' in failure ? failure.other : undefined));
  return { refusedParts: [...refused.values()] };
}

const lineOf = (field: string | undefined): number | undefined =>
  field === undefined ? undefined : indexOf(field);

const isOfPart = (code: RefusedPart['code']): boolean =>
  code === 'times_overlap' || unavailableCodes.some((unavailable) => unavailable === code);
