import type postgres from 'postgres';
import { childId } from './families.ts';
import { demoId } from './ids.ts';

export const demoRenewal = {
  subscription: 'sub_demoFlexiKai',
  customer: 'cus_demoMeiTan',
  intent: 'pi_demoFlexiKai',
  invoice: 'in_demoFlexiKai',
  email: 'parent@otter.test',
  title: 'Flexi',
  cents: 16_700,
  weeks: 4,
  startedDaysAgo: 8,
} as const;

const NUMBER = 'OT-D3M6';
const [ORDER, LINE, PASS] = [demoId(`order ${NUMBER}`), demoId(`line ${NUMBER}`), demoId(`pass ${NUMBER}`)];

export async function seedRenewal(sql: postgres.Sql, parentId: string): Promise<void> {
  const { subscription, intent, invoice, email, title, cents, weeks, startedDaysAgo } = demoRenewal;
  const details = {
    pass_id: 'flexi',
    sessions: 4,
    validity_days: weeks * 7,
    checkout_type: 'flexi-pass',
    renews: true,
  };
  // Like other demo offers of passes, this offer is not on sale until the content is published.
  await sql`
    insert into public.offers (id, kind, title, price_cents, currency, revision, details, active, updated_at)
    values ('pass-flexi', 'pass', ${title}, ${cents}, 'SGD', 'demo', ${sql.json(details)}, false, 'epoch')
    on conflict do nothing`;
  const inserted = await sql`
    insert into public.orders (id, number, currency, total_cents, parent_name, parent_email, family_id, user_id, opened_at,
      created_at)
    select ${ORDER}, ${NUMBER}, 'SGD', ${cents}, 'Mei Tan', ${email}, family_id, ${parentId}, at, at
    from public.children, lateral (
      select private.calendar_now() - make_interval(days => ${startedDaysAgo}) as at) begun
    where id = ${childId('Kai Tan')}
    on conflict do nothing returning id`;
  if (inserted.length === 0) return;
  await sql`
    insert into public.order_children (order_id, position, child_id, name, dob)
    select ${ORDER}, 0, id, name, dob from public.children where id = ${childId('Kai Tan')}`;
  await sql`
    insert into public.order_lines (id, order_id, position, status, child_position, offer_id, title, price_cents, sessions,
      validity_days, renews, revision, terms_id)
    select ${LINE}, ${ORDER}, 0, 'placed', 0, 'pass-flexi', ${title}, ${cents}, 4, ${weeks * 7}, true, 'demo', terms_id
    from public.offers where id = 'pass-flexi'`;
  await sql`update public.orders set status = 'paid', paid_at = created_at where id = ${ORDER}`;
  await sql`
    insert into public.payments (id, payment_intent, provider, method, order_id, amount_cents, currency, result, invoice_id,
      created_at)
    select ${demoId(`payment ${NUMBER}`)}, ${intent}, 'stripe', 'card', id, total_cents, currency, 'confirmed', ${invoice}, paid_at
    from public.orders where id = ${ORDER}`;
  await sql`
    insert into public.passes (id, family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id, valid_from,
      valid_until, created_at)
    select ${PASS}, o.family_id, ${childId('Kai Tan')}, ${LINE}, 'pass-flexi', ${title}, 4,
      (select terms_id from public.order_lines where id = ${LINE}), d.day, d.day + ${weeks * 7}::integer,
      o.paid_at
    from public.orders o, lateral (select private.calendar_today() - ${startedDaysAgo}::integer as day) d where o.id = ${ORDER}`;
  await sql`
    insert into public.credit_ledger (id, pass_id, delta, reason, created_at)
    select ${demoId(`granted ${NUMBER}`)}, id, sessions_total, 'granted', created_at from public.passes where id = ${PASS}`;
  await sql`
    insert into public.pass_subscriptions (id, family_id, child_id, offer_id, order_line_id, provider_subscription_id,
      price_cents, current_period_end, created_at)
    select ${demoId(`renewal ${NUMBER}`)}, family_id, child_id, offer_id, order_line_id, ${subscription}, ${cents},
      private.calendar_now() + make_interval(days => ${weeks * 7 - startedDaysAgo}), created_at
    from public.passes where id = ${PASS}`;
}
