import * as v from 'valibot';
import { invalid, missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { expandedSession } from '../expand.ts';
import { listPage } from '../list.ts';
import { expand, page, text } from '../params.ts';
import { lineItemView } from '../views/line-item.ts';
import { openCheckout, SessionCreate } from './open-checkout.ts';

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({
  ...page,
  expand,
  payment_intent: v.exactOptional(text()),
  subscription: v.exactOptional(text()),
  status: v.exactOptional(v.picklist(['open', 'complete', 'expired'])),
});

export function sessionRoutes(api: Api): void {
  const { app, processor, state } = api;
  const root = '/v1/checkout/sessions';
  const find = (id: string) => {
    const checkout = state.checkouts[id];
    if (!checkout) throw missing('checkout.session', id, 'session');
    return checkout;
  };

  app.post(
    root,
    endpoint(api, SessionCreate, ({ params }) => {
      const checkout = openCheckout(params, api.now());
      state.checkouts[checkout.id] = checkout;
      return expandedSession(checkout, { processor, state, expand: params.expand });
    }),
  );

  app.get(
    root,
    endpoint(api, List, ({ params, path }) => {
      const found = Object.values(state.checkouts)
        .filter(({ status }) => params.status === undefined || status === params.status)
        .filter(
          ({ payment }) => params.payment_intent === undefined || payment?.intent === params.payment_intent,
        )
        .filter(
          ({ subscription }) => params.subscription === undefined || subscription === params.subscription,
        );
      const list = listPage(path, found, params);
      const options = { processor, state, expand: params.expand, prefix: 'data.' };
      return { ...list, data: list.data.map((checkout) => expandedSession(checkout, options)) };
    }),
  );

  app.get(
    `${root}/:id`,
    endpoint(api, Retrieve, ({ params, id }) => expandedSession(find(id), { processor, state, ...params })),
  );

  app.post(
    `${root}/:id/expire`,
    endpoint(api, Retrieve, ({ params, id, cause }) => {
      const checkout = find(id);
      if (checkout.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
        );
      }
      processor.expire(checkout, cause);
      return expandedSession(checkout, { processor, state, ...params });
    }),
  );

  app.get(
    `${root}/:id/line_items`,
    endpoint(api, v.strictObject(page), ({ params, path, id }) => {
      const checkout = find(id);
      // Stripe lists line items in the order of the request, and everything else newest first.
      const items = checkout.lines.map((line) => lineItemView(line, checkout));
      return listPage(path, items.toReversed(), params);
    }),
  );
}
