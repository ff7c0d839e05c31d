import type { PayoutRecord, TransactionRecord } from './balance-records.ts';
import { noCause, type Emit } from './events.ts';
import { invalid, missing } from './errors.ts';
import { newId } from './ids.ts';
import { formatMoney } from './money.ts';
import type { DisputeRecord, Method, Payment, RefundRecord, State } from './state.ts';
import { payoutView } from './views/balance.ts';

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;
/** Days from a payout to its arrival at the bank. */
const ARRIVAL_DAYS = 2;
const CURRENCY = 'sgd';

/** Stripe's fees in Singapore: basis points of the amount, and cents. */
const fees: Record<Method, { basisPoints: number; cents: number }> = {
  card: { basisPoints: 340, cents: 50 },
  paynow: { basisPoints: 130, cents: 0 },
  grabpay: { basisPoints: 330, cents: 0 },
};
/** Stripe keeps this fee, whether the dispute is won or lost. */
const DISPUTE_FEE = 1500;

export const feeOf = ({ method, amount }: Pick<Payment, 'method' | 'amount'>): number =>
  Math.round((amount * fees[method].basisPoints) / 10_000) + fees[method].cents;

export const midnightAfter = (moment: number): number => (Math.floor(moment / DAY) + 1) * DAY;

interface Books {
  state: State;
  emit: Emit;
  now: () => number;
}

export function createBalance({ state, emit, now }: Books) {
  function add(
    entry: Pick<TransactionRecord, 'type' | 'reporting_category' | 'amount'> & Partial<TransactionRecord>,
  ) {
    const created = now();
    const transaction: TransactionRecord = {
      id: newId('txn'),
      fee: 0,
      fee_description: null,
      currency: CURRENCY,
      created,
      available_on: midnightAfter(created),
      description: null,
      source: null,
      payout: null,
      ...entry,
    };
    state.transactions.push(transaction);
    return transaction;
  }
  const isByCard = ({ method }: Payment) => method === 'card';
  const findPayout = (id: string): PayoutRecord => {
    const payout = state.payouts.find((candidate) => candidate.id === id);
    if (!payout) throw missing('payout', id, 'payout');
    return payout;
  };
  /** Returns transactions that no payout contains yet. Payouts are in our own currency. */
  const unpaidTransactions = () =>
    state.transactions.filter(({ payout, currency }) => payout === null && currency === CURRENCY);

  /** A negative balance waits for the next day. */
  function payOut(at: number): void {
    state.paid_out_through = at;
    const due = unpaidTransactions().filter(({ available_on }) => available_on <= at);
    const amount = due.reduce((sum, one) => sum + one.amount - one.fee, 0);
    if (amount <= 0) return;
    const id = newId('po');
    for (const one of due) one.payout = id;
    const { id: transaction } = add({
      type: 'payout',
      reporting_category: 'payout',
      amount: -amount,
      available_on: at,
      description: 'STRIPE PAYOUT',
      source: id,
      payout: id,
    });
    const payout: PayoutRecord = {
      id,
      amount,
      currency: CURRENCY,
      created: now(),
      arrival_date: at + ARRIVAL_DAYS * DAY,
      status: 'in_transit',
      transaction,
      reconciled: false,
      failure: null,
    };
    state.payouts.push(payout);
    emit({ type: 'payout.created', data: { object: payoutView(payout) } }, noCause);
  }

  /** Returns the next due step, with its time in seconds since 1970. */
  function next(): { at: number; act: () => void } | undefined {
    const arrivals = state.payouts
      .filter(({ status }) => status === 'in_transit')
      .map((payout) => ({
        at: payout.arrival_date,
        act: () => {
          payout.status = 'paid';
          emit({ type: 'payout.paid', data: { object: payoutView(payout) } }, noCause);
        },
      }));
    const lists = state.payouts
      .filter(({ reconciled }) => !reconciled)
      .map((payout) => ({
        at: payout.created + HOUR,
        act: () => {
          payout.reconciled = true;
          emit({ type: 'payout.reconciliation_completed', data: { object: payoutView(payout) } }, noCause);
        },
      }));
    const available = unpaidTransactions().map(({ available_on }) => available_on);
    const at = Math.max(state.paid_out_through + DAY, Math.min(...available));
    const days = available.length === 0 ? [] : [{ at, act: () => payOut(at) }];
    return [...days, ...lists, ...arrivals].toSorted((a, b) => a.at - b.at)[0];
  }

  return {
    findPayout,

    /** Adds our share of a payment: the amount less the fee of its method. */
    take(payment: Payment): void {
      if (payment.status !== 'succeeded' || payment.balance_transaction !== null) return;
      payment.balance_transaction = add({
        type: isByCard(payment) ? 'charge' : 'payment',
        reporting_category: 'charge',
        amount: payment.amount,
        fee: feeOf(payment),
        fee_description: 'Stripe processing fees',
        description: payment.description,
        source: payment.charge,
      }).id;
    },

    /** Stripe keeps the fee of a payment that is refunded. */
    refund(record: RefundRecord, payment: Payment): void {
      record.balance_transaction = add({
        type: isByCard(payment) ? 'refund' : 'payment_refund',
        reporting_category: 'refund',
        amount: -record.amount,
        description: 'REFUND FOR CHARGE',
        source: record.id,
      }).id;
    },

    returnRefund(record: RefundRecord, payment: Payment): void {
      record.failure_balance_transaction = add({
        type: isByCard(payment) ? 'refund_failure' : 'payment_failure_refund',
        reporting_category: 'refund_failure',
        amount: record.amount,
        description: 'REFUND FAILURE',
        source: record.id,
      }).id;
    },

    moveDispute(dispute: DisputeRecord, amount: number): void {
      const { id, created, fee } = add({
        type: 'adjustment',
        reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
        amount,
        fee: amount < 0 ? DISPUTE_FEE : 0,
        fee_description: amount < 0 ? 'Dispute fee' : null,
        description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
        source: dispute.id,
      });
      dispute.movements.push({ id, amount, fee, created });
    },

    adjust(type: 'stripe_fee' | 'adjustment', amount: number, currency: string): string {
      const isFee = type === 'stripe_fee';
      const description = isFee ? 'Billing - Usage Fee' : 'Adjustment';
      return add({
        type,
        reporting_category: isFee ? 'fee' : 'other_adjustment',
        amount,
        currency,
        description,
      }).id;
    },

    /** The bank refuses a payout, even one that counted as paid. Its money returns to our balance. */
    failPayout(id: string, code: string): void {
      const payout = findPayout(id);
      if (payout.failure) throw invalid(`Payout ${id} has failed already.`);
      payout.failure = {
        code,
        transaction: add({
          type: 'payout_failure',
          reporting_category: 'payout_reversal',
          amount: payout.amount,
          description: `PAYOUT FAILURE (${formatMoney(payout.amount, CURRENCY)})`,
          source: id,
        }).id,
      };
      payout.status = 'failed';
      emit({ type: 'payout.failed', data: { object: payoutView(payout) } }, noCause);
    },

    run(at: (moment: number, step: () => void) => void): void {
      for (let due = next(); due && due.at <= now(); due = next()) at(due.at, due.act);
    },

    nextAt: (): number | null => next()?.at ?? null,
  };
}

export type Balance = ReturnType<typeof createBalance>;
