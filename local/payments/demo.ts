import { demoRenewal } from '../demo/renewal.ts';
import { feeOf, midnightAfter } from './balance.ts';
import type { Line, Payment, State } from './state.ts';

const DAY = 86_400;

/**
 * Adds the demo parent's subscription with its first invoice. The subscription renews automatically and can be
 * cancelled. The invoice was paid last week, so it is paid out at once and the shop has a payout.
 */
export function addDemoSubscription(state: State, now: number): void {
  const {
    subscription: id,
    customer,
    intent,
    invoice,
    email,
    title,
    cents,
    weeks,
    startedDaysAgo,
  } = demoRenewal;
  if (state.subscriptions[id]) return;
  const created = now - startedDaysAgo * DAY;
  const period = { period_start: created, period_end: created + weeks * 7 * DAY };
  const currency = 'sgd';
  const line: Line = {
    id: 'li_demoFlexiKai',
    price: 'price_demoFlexi',
    product: 'prod_demoFlexi',
    name: title,
    description: null,
    unit_amount: cents,
    quantity: 1,
    metadata: {},
    every_weeks: weeks,
  };
  const payment: Payment = {
    intent,
    charge: 'ch_demoFlexiKai',
    payment_method: 'pm_demoMeiTan',
    method: 'card',
    status: 'succeeded',
    amount: cents,
    currency,
    customer,
    email,
    paid_at: created,
    description: null,
    metadata: {},
    receipt_email: null,
    allowed: null,
    methods: ['card'],
    balance_transaction: 'txn_demoFlexiKai',
  };
  state.transactions.push({
    id: 'txn_demoFlexiKai',
    type: 'charge',
    reporting_category: 'charge',
    amount: cents,
    fee: feeOf(payment),
    fee_description: 'Stripe processing fees',
    currency,
    created,
    available_on: midnightAfter(created),
    description: null,
    source: payment.charge,
    payout: null,
  });
  state.subscriptions[id] = {
    id,
    item: 'si_demoFlexiKai',
    line,
    every_weeks: weeks,
    created,
    currency,
    customer,
    email,
    description: null,
    metadata: {},
    status: 'active',
    ...period,
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    end_reason: null,
    payment_method: payment.payment_method,
    card: 'good',
    latest_invoice: invoice,
  };
  state.invoices[invoice] = {
    id: invoice,
    link: 'inpay_demoFlexiKai',
    number: 'LOCAL-DEMO',
    subscription: id,
    reason: 'subscription_create',
    created,
    currency,
    ...period,
    status: 'paid',
    attempts: 1,
    lines: [{ id: 'il_demoFlexiKai', line, amount: cents, start: created, end: period.period_end }],
    next_attempt_at: null,
    paid_at: created,
    payment,
  };
}
