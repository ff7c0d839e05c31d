import type { Balance } from './balance.ts';
import { noCause, type Cause, type Emit } from './events.ts';
import { newId } from './ids.ts';
import { dueOf, type Checkout, type Invoice, type Payment, type State, type Subscription } from './state.ts';
import { invoiceView, totalOfInvoice } from './views/invoice.ts';
import { chargeView, intentView } from './views/payment.ts';
import { subscriptionView } from './views/subscription.ts';

const DAY = 24 * 60 * 60;
/** Days between failed attempts. After the last one the subscription ends. */
const RETRY_DAYS = [3, 5, 7] as const;

interface Books {
  state: State;
  emit: Emit;
  balance: Balance;
  now: () => number;
}

export function createBilling({ state, emit, balance, now }: Books) {
  const reportUpdate = (subscription: Subscription, before: object, cause = noCause) => {
    const data = { object: subscriptionView(subscription), previous_attributes: before };
    emit({ type: 'customer.subscription.updated', data }, cause);
  };

  function createInvoice(
    subscription: Subscription,
    reason: Invoice['reason'],
    lines: Invoice['lines'],
  ): Invoice {
    const invoice: Invoice = {
      id: newId('in'),
      link: newId('inpay'),
      number: `LOCAL-${String(Object.keys(state.invoices).length + 1).padStart(4, '0')}`,
      subscription: subscription.id,
      reason,
      created: now(),
      currency: subscription.currency,
      lines,
      period_start: subscription.period_start,
      period_end: subscription.period_end,
      status: 'open',
      attempts: 0,
      next_attempt_at: null,
      paid_at: null,
      payment: null,
    };
    state.invoices[invoice.id] = invoice;
    subscription.latest_invoice = invoice.id;
    emit({ type: 'invoice.created', data: { object: invoiceView(invoice, subscription) } }, noCause);
    return invoice;
  }

  function settle(invoice: Invoice, subscription: Subscription): void {
    Object.assign(invoice, { status: 'paid', paid_at: now(), next_attempt_at: null });
    if (invoice.payment) {
      balance.take(invoice.payment);
      emit({ type: 'payment_intent.succeeded', data: { object: intentView(invoice.payment) } }, noCause);
      emit({ type: 'charge.succeeded', data: { object: chargeView(invoice.payment, 0) } }, noCause);
    }
    emit({ type: 'invoice.paid', data: { object: invoiceView(invoice, subscription) } }, noCause);
  }

  function charge(invoice: Invoice, subscription: Subscription): void {
    invoice.attempts += 1;
    const isCardGood = subscription.card === 'good';
    invoice.payment = paymentOf(invoice, subscription, isCardGood ? 'succeeded' : 'failed');
    if (isCardGood) {
      settle(invoice, subscription);
      if (subscription.status !== 'past_due') return;
      subscription.status = 'active';
      reportUpdate(subscription, { status: 'past_due' });
      return;
    }
    const days = RETRY_DAYS[invoice.attempts - 1];
    const nextAttemptAt = days === undefined ? null : now() + days * DAY;
    invoice.next_attempt_at =
      nextAttemptAt !== null && nextAttemptAt < subscription.period_end ? nextAttemptAt : null;
    const { payment } = invoice;
    emit({ type: 'payment_intent.payment_failed', data: { object: intentView(payment) } }, noCause);
    emit({ type: 'charge.failed', data: { object: chargeView(payment, 0) } }, noCause);
    emit({ type: 'invoice.payment_failed', data: { object: invoiceView(invoice, subscription) } }, noCause);
    if (invoice.next_attempt_at === null) {
      end(subscription, 'payment_failed');
      return;
    }
    if (subscription.status === 'past_due') return;
    const before = { status: subscription.status };
    subscription.status = 'past_due';
    reportUpdate(subscription, before);
  }

  function paymentOf(invoice: Invoice, subscription: Subscription, status: Payment['status']): Payment {
    return {
      intent: invoice.payment?.intent ?? newId('pi'),
      charge: newId('ch'),
      payment_method: subscription.payment_method,
      method: 'card',
      status,
      amount: totalOfInvoice(invoice),
      currency: invoice.currency,
      customer: subscription.customer,
      email: subscription.email,
      paid_at: now(),
      description: 'Subscription update',
      metadata: {},
      receipt_email: null,
      allowed: null,
      methods: ['card'],
      balance_transaction: null,
    };
  }

  function renew(subscription: Subscription): void {
    const { line, period_start, period_end, status } = subscription;
    const end = period_end + subscription.every_weeks * 7 * DAY;
    Object.assign(subscription, { period_start: period_end, period_end: end });
    if (status === 'trialing') subscription.status = 'active';
    reportUpdate(subscription, { items: { data: [{ current_period_start: period_start }] } });
    const amount = line.unit_amount * line.quantity;
    charge(
      createInvoice(subscription, 'subscription_cycle', [
        { id: newId('il'), line, amount, start: period_end, end },
      ]),
      subscription,
    );
  }

  function end(subscription: Subscription, reason: Subscription['end_reason'], cause = noCause): void {
    Object.assign(subscription, {
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? now(),
      ended_at: now(),
      end_reason: reason,
    });
    for (const invoice of Object.values(state.invoices)) {
      if (invoice.subscription === subscription.id && invoice.status === 'open') {
        Object.assign(invoice, { status: 'void', next_attempt_at: null });
      }
    }
    emit({ type: 'customer.subscription.deleted', data: { object: subscriptionView(subscription) } }, cause);
  }

  function next(): { at: number; act: () => void } | undefined {
    const living = Object.values(state.subscriptions).filter(({ status }) => status !== 'canceled');
    const periods = living.map((subscription) => ({
      at: subscription.period_end,
      act: () =>
        subscription.cancel_at_period_end ? end(subscription, 'cancellation_requested') : renew(subscription),
    }));
    const attempts = living.flatMap((subscription) =>
      Object.values(state.invoices)
        .filter((invoice) => invoice.subscription === subscription.id && invoice.next_attempt_at !== null)
        .map((invoice) => ({
          at: invoice.next_attempt_at ?? 0,
          act: () => charge(invoice, subscription),
        })),
    );
    return [...periods, ...attempts].toSorted((a, b) => a.at - b.at)[0];
  }

  return {
    begin(checkout: Checkout, payment: Payment | null): Invoice {
      const [line] = checkout.lines.filter(({ every_weeks }) => every_weeks !== null);
      const { plan } = checkout;
      if (line?.every_weeks == null || !plan) throw new Error(`${checkout.id} renews nothing`);
      const created = now();
      const trialEnd = plan.trial_days > 0 ? created + plan.trial_days * DAY : null;
      const subscription: Subscription = {
        id: newId('sub'),
        item: newId('si', 14),
        line,
        every_weeks: line.every_weeks,
        created,
        currency: checkout.currency,
        customer: payment?.customer ?? newId('cus', 14),
        email: payment?.email ?? checkout.customer_email,
        description: plan.description,
        metadata: plan.metadata,
        status: trialEnd === null ? 'active' : 'trialing',
        period_start: created,
        period_end: trialEnd ?? created + line.every_weeks * 7 * DAY,
        trial_end: trialEnd,
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        end_reason: null,
        payment_method: payment?.payment_method ?? newId('pm'),
        card: 'good',
        latest_invoice: '',
      };
      state.subscriptions[subscription.id] = subscription;
      const lines = checkout.lines.map((one) => ({
        id: newId('il'),
        line: one,
        amount: dueOf(one, checkout),
        start: created,
        end: one.every_weeks === null ? created : subscription.period_end,
      }));
      const invoice = createInvoice(subscription, 'subscription_create', lines);
      Object.assign(invoice, { payment, attempts: 1 });
      const object = subscriptionView(subscription);
      emit({ type: 'customer.subscription.created', data: { object } }, noCause);
      settle(invoice, subscription);
      Object.assign(checkout, {
        customer: subscription.customer,
        subscription: subscription.id,
        invoice: invoice.id,
      });
      return invoice;
    },

    run(at: (moment: number, step: () => void) => void): void {
      for (let due = next(); due && due.at <= now(); due = next()) at(due.at, due.act);
    },

    nextAt: (): number | null => next()?.at ?? null,

    cancelAtPeriodEnd(subscription: Subscription, cancel: boolean, cause: Cause): void {
      if (subscription.cancel_at_period_end === cancel) return;
      Object.assign(subscription, {
        cancel_at_period_end: cancel,
        canceled_at: cancel ? now() : null,
        end_reason: cancel ? 'cancellation_requested' : null,
      });
      reportUpdate(subscription, { cancel_at_period_end: !cancel }, cause);
    },

    cancelNow: (subscription: Subscription, cause: Cause) =>
      end(subscription, 'cancellation_requested', cause),

    replaceCard(subscription: Subscription, card: Subscription['card']): void {
      const before = { default_payment_method: subscription.payment_method };
      Object.assign(subscription, { payment_method: newId('pm'), card });
      reportUpdate(subscription, before);
    },

    of: (customer: string): Subscription[] =>
      Object.values(state.subscriptions).filter((one) => one.customer === customer),
  };
}
