import * as v from 'valibot';
import { missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { expandedIntent, refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { created, expand, page } from '../params.ts';
import { disputesOf, paymentsOf, refundedOf } from '../state.ts';
import { chargeView } from '../views/payment.ts';

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({ ...page, created, expand });

export function paymentRoutes(api: Api): void {
  const { app, processor, state } = api;

  app.get(
    '/v1/payment_intents',
    endpoint(api, List, ({ params, path }) => {
      refuseOthers(params.expand, ['data.latest_charge']);
      const paths = params.expand.map((one) => one.slice('data.'.length));
      const found = paymentsOf(state)
        .filter(({ paid_at }) => paid_at >= (params.created?.gte ?? 0))
        .toSorted((a, b) => a.paid_at - b.paid_at)
        .map((payment) => expandedIntent(payment, state, paths));
      return listPage(path, found, params);
    }),
  );

  app.get(
    '/v1/payment_intents/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, ['latest_charge']);
      const payment = processor.findPayment('intent', id);
      if (!payment) throw missing('payment_intent', id, 'intent');
      return expandedIntent(payment, state, params.expand);
    }),
  );

  app.get(
    '/v1/charges/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, []);
      const payment = processor.findPayment('charge', id);
      if (!payment) throw missing('charge', id);
      const disputed = disputesOf(state, payment).length > 0;
      return { ...chargeView(payment, refundedOf(state, payment)), disputed };
    }),
  );
}
