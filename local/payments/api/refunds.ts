import type Stripe from 'stripe';
import * as v from 'valibot';
import { invalid, missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { created, expand, metadata, page, positive, text } from '../params.ts';
import type { RefundRecord } from '../state.ts';
import { refundView } from '../views/refund.ts';

const createParams = {
  payment_intent: v.exactOptional(text()),
  charge: v.exactOptional(text()),
  amount: v.exactOptional(positive),
  reason: v.exactOptional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.exactOptional(metadata),
  expand,
} satisfies Partial<Record<keyof Stripe.RefundCreateParams, v.GenericSchema>>;

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({
  ...page,
  created,
  payment_intent: v.exactOptional(text()),
  charge: v.exactOptional(text()),
  expand,
});

export function refundRoutes(api: Api): void {
  const { app, processor, state } = api;

  function findPayment(params: { payment_intent?: string; charge?: string }) {
    if (params.payment_intent !== undefined) {
      const payment = processor.findPayment('intent', params.payment_intent);
      if (!payment) throw missing('payment_intent', params.payment_intent, 'payment_intent');
      return payment;
    }
    if (params.charge === undefined) {
      throw invalid(
        'One of the following params should be provided for this request: payment_intent or charge.',
        {
          code: 'parameter_missing',
        },
      );
    }
    const payment = processor.findPayment('charge', params.charge);
    if (!payment) throw missing('charge', params.charge, 'charge');
    return payment;
  }

  function view(refund: RefundRecord): Stripe.Refund {
    const payment = processor.findPayment('charge', refund.charge);
    if (!payment) throw missing('refund', refund.id);
    return refundView(refund, payment);
  }

  app.post(
    '/v1/refunds',
    endpoint(api, v.strictObject(createParams), ({ params, cause }) => {
      refuseOthers(params.expand, []);
      return processor.refund(findPayment(params), { ...params, metadata: params.metadata ?? {} }, cause);
    }),
  );

  app.get(
    '/v1/refunds',
    endpoint(api, List, ({ params, path }) => {
      refuseOthers(params.expand, []);
      const paidPayment =
        params.payment_intent === undefined && params.charge === undefined ? null : findPayment(params);
      const found = state.refunds
        .filter(({ charge }) => paidPayment === null || charge === paidPayment.charge)
        .filter((refund) => refund.created >= (params.created?.gte ?? 0));
      return listPage(path, found.map(view), params);
    }),
  );

  app.get(
    '/v1/refunds/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, []);
      const refund = state.refunds.find((candidate) => candidate.id === id);
      if (!refund) throw missing('refund', id);
      return view(refund);
    }),
  );
}
