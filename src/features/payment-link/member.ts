import type { PayInstalment } from '#contract/instalments.ts';
import { PaymentLink } from '#contract/payment-links.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc } from '#api/rpc.ts';
import { PAYMENT_TIMEOUT_MS } from '#config/timing.ts';

/**
 * Reads the link. For a signed-in parent of the order's family, it also reads the balance. Nobody is asked to sign in,
 * because an ended session must not prevent anybody from paying.
 */
export async function readAsMember(p_token: string) {
  const session = await getFreshSession();
  const read = (token?: string) => callRpc('read_payment_link', { p_token }, PaymentLink, token);
  if (session.state !== 'signed_in') return read();
  const answer = await read(session.token);
  return answer.ok || answer.code.startsWith('link_') ? answer : read();
}

const Paid = v.object({ url: v.nullable(v.pipe(v.string(), v.url())) });

export const payFromBalance = (body: PayInstalment) =>
  asMember((token) => callFunction('pay-instalment', body, Paid, PAYMENT_TIMEOUT_MS, token));
