import * as v from 'valibot';
import type { PayInstalment } from '../contract/instalments.ts';
import type { Deps } from './deps.ts';
import { RefusalError } from './refusal.ts';
import { closeSession, confirmSession } from './session.ts';

const Started = v.object({
  order_id: v.string(),
  number: v.string(),
  instalment_id: v.string(),
  attempt: v.number(),
  cents: v.number(),
  currency: v.string(),
  expires_at: v.string(),
  title: v.nullable(v.string()),
  url: v.nullable(v.string()),
});

/**
 * Returns the page to pay an instalment. SQL decides the amount and the end of the session before Stripe is called, so
 * that two tabs get the same session. Stripe gets no data about a child.
 */
export async function instalmentUrl(
  token: string,
  { db, stripe, env }: Pick<Deps, 'db' | 'stripe' | 'env'>,
): Promise<string> {
  const instalment = v.parse(Started, await db.rpc('start_instalment', { p_token: token }));
  if (instalment.url !== null) return instalment.url;
  const name = `${instalment.title ?? instalment.number}, part of the price`;
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      allowed_payment_method_types: ['card'],
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: instalment.currency.toLowerCase(),
            unit_amount: instalment.cents,
            product_data: { name, description: `Order ${instalment.number}` },
          },
        },
      ],
      client_reference_id: instalment.order_id,
      metadata: { order_number: instalment.number, instalment_id: instalment.instalment_id },
      expires_at: Math.floor(Date.parse(instalment.expires_at) / 1000),
      success_url: `${env.SITE_URL}/pay?paid=${instalment.instalment_id}`,
      cancel_url: `${env.SITE_URL}/pay`,
    },
    { idempotencyKey: `instalment:${instalment.instalment_id}:${instalment.attempt}` },
  );
  if (!session.url) throw new RefusalError({ code: 'payment_unavailable' });
  await db.rpc('record_instalment_session', {
    p_instalment_id: instalment.instalment_id,
    p_attempt: instalment.attempt,
    p_session_id: session.id,
    p_url: session.url,
  });
  return session.url;
}

const Paid = v.object({ rest_cents: v.number() });

/**
 * Pays all or part of an instalment from the balance of the verified caller's family. Returns how many cents are left
 * to pay. Stripe's open pages are closed first. If one of them was already paid, that payment counts and the balance
 * is not used.
 */
export async function payFromBalance(
  { token, balance }: { token: string; balance: NonNullable<PayInstalment['balance']> },
  userId: string,
  deps: Pick<Deps, 'db' | 'stripe'>,
): Promise<number> {
  const sessions = v.parse(
    v.array(v.string()),
    await deps.db.rpc('list_sessions_of_link', { p_token: token }),
  );
  for (const id of sessions) {
    const ended = await closeSession(deps.stripe, id);
    if (ended.status === 'complete') {
      if (ended.payment_status === 'paid') await confirmSession(deps, ended);
      throw new RefusalError({ code: 'instalment_closed' });
    }
    await deps.db.rpc('close_instalment_session', { p_session_id: id });
  }
  const p_pay = {
    user_id: userId,
    instalment_id: balance.part,
    expected_cents: balance.expected_cents,
    balance_cents: balance.cents,
  };
  return v.parse(Paid, await deps.db.rpc('pay_instalment_from_balance', { p_token: token, p_pay }))
    .rest_cents;
}
