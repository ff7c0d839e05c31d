import type Stripe from 'stripe';
import * as v from 'valibot';
import type { TransactionRecord } from '../balance-records.ts';
import { missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { expand, isWithin, page, range, text } from '../params.ts';
import { disputesOf, refundedOf } from '../state.ts';
import { payoutView, transactionView } from '../views/balance.ts';
import { chargeView } from '../views/payment.ts';
import { refundView } from '../views/refund.ts';

const Retrieve = v.strictObject({ expand });
const Transactions = v.strictObject({
  ...page,
  created: range,
  currency: v.exactOptional(text(3)),
  payout: v.exactOptional(text()),
  source: v.exactOptional(text()),
  type: v.exactOptional(text()),
  expand,
});
const Payouts = v.strictObject({
  ...page,
  created: range,
  arrival_date: range,
  destination: v.exactOptional(text()),
  status: v.exactOptional(
    v.picklist(
      ['pending', 'in_transit', 'paid', 'failed', 'canceled'],
      (issue) => `Invalid status: must be one of ${issue.expected}`,
    ),
  ),
  expand,
});

export function balanceRoutes(api: Api): void {
  const { app, processor, state, now } = api;

  function sourceOf(id: string): Stripe.BalanceTransactionSource | null {
    const payment = processor.findPayment('charge', id);
    if (payment) {
      const disputed = disputesOf(state, payment).length > 0;
      return { ...chargeView(payment, refundedOf(state, payment)), disputed };
    }
    const refund = state.refunds.find((candidate) => candidate.id === id);
    const refunded = refund && processor.findPayment('charge', refund.charge);
    if (refund && refunded) return refundView(refund, refunded);
    if (id.startsWith('dp_')) return processor.disputes.view(id);
    const payout = state.payouts.find((candidate) => candidate.id === id);
    return payout ? payoutView(payout) : null;
  }
  function view(record: TransactionRecord, isExpanded: boolean): Stripe.BalanceTransaction {
    const viewed = transactionView(record, now());
    return isExpanded && record.source !== null ? { ...viewed, source: sourceOf(record.source) } : viewed;
  }

  app.get(
    '/v1/balance_transactions',
    endpoint(api, Transactions, ({ params, path }) => {
      refuseOthers(params.expand, ['data.source']);
      const { payout, source, type, currency } = params;
      if (payout !== undefined) processor.balance.findPayout(payout);
      const found = state.transactions
        .filter((one) => payout === undefined || one.payout === payout)
        .filter((one) => source === undefined || one.source === source)
        .filter((one) => type === undefined || one.type === type)
        .filter((one) => currency === undefined || one.currency === currency)
        .filter((one) => isWithin(one.created, params.created));
      const { data, ...list } = listPage(path, found, params);
      return { ...list, data: data.map((one) => view(one, params.expand.includes('data.source'))) };
    }),
  );

  app.get(
    '/v1/balance_transactions/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, ['source']);
      const found = state.transactions.find((candidate) => candidate.id === id);
      if (!found) throw missing('balance transaction', id);
      return view(found, params.expand.includes('source'));
    }),
  );

  app.get(
    '/v1/payouts',
    endpoint(api, Payouts, ({ params, path }) => {
      refuseOthers(params.expand, []);
      const found = state.payouts
        .map(payoutView)
        .filter((one) => params.status === undefined || one.status === params.status)
        .filter((one) => params.destination === undefined || one.destination === params.destination)
        .filter((one) => isWithin(one.created, params.created))
        .filter((one) => isWithin(one.arrival_date, params.arrival_date));
      return listPage(path, found, params);
    }),
  );

  app.get(
    '/v1/payouts/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, []);
      return payoutView(processor.balance.findPayout(id));
    }),
  );
}
