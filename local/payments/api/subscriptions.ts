import type Stripe from 'stripe';
import * as v from 'valibot';
import { invalid, missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { expand, page, text } from '../params.ts';
import { subscriptionView } from '../views/subscription.ts';

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({
  ...page,
  expand,
  customer: v.exactOptional(text()),
  status: v.exactOptional(v.picklist(['all', 'active', 'trialing', 'past_due', 'canceled'])),
});
const updateParams = {
  cancel_at_period_end: v.exactOptional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((value) => value === 'true'),
    ),
  ),
  expand,
} satisfies Partial<Record<keyof Stripe.SubscriptionUpdateParams, v.GenericSchema>>;

export function subscriptionRoutes(api: Api): void {
  const { app, processor, state } = api;
  const root = '/v1/subscriptions';
  const find = (id: string) => {
    const subscription = state.subscriptions[id];
    if (!subscription) throw missing('subscription', id);
    return subscription;
  };
  const requireActive = (id: string) => {
    const subscription = find(id);
    if (subscription.status === 'canceled') throw missing('subscription', id);
    return subscription;
  };

  app.get(
    root,
    endpoint(api, List, ({ params, path }) => {
      refuseOthers(params.expand, []);
      const { customer, status } = params;
      const found = Object.values(state.subscriptions)
        .filter((one) => customer === undefined || one.customer === customer)
        .filter((one) => {
          if (status === undefined) return one.status !== 'canceled';
          return status === 'all' || one.status === status;
        });
      return listPage(path, found.map(subscriptionView), params);
    }),
  );

  app.get(
    `${root}/:id`,
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, []);
      return subscriptionView(find(id));
    }),
  );

  app.post(
    `${root}/:id`,
    endpoint(api, v.strictObject(updateParams), ({ params, id, cause }) => {
      refuseOthers(params.expand, []);
      const subscription = find(id);
      if (subscription.status === 'canceled') {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      if (params.cancel_at_period_end !== undefined) {
        processor.billing.cancelAtPeriodEnd(subscription, params.cancel_at_period_end, cause);
      }
      return subscriptionView(subscription);
    }),
  );

  app.delete(
    `${root}/:id`,
    endpoint(api, Retrieve, ({ params, id, cause }) => {
      refuseOthers(params.expand, []);
      const subscription = requireActive(id);
      processor.billing.cancelNow(subscription, cause);
      return subscriptionView(subscription);
    }),
  );
}
