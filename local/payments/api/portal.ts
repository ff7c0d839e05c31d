import type Stripe from 'stripe';
import * as v from 'valibot';
import { missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { newId } from '../ids.ts';
import { text, url } from '../params.ts';
import { portalView } from '../views/portal.ts';

const createParams = {
  customer: text(),
  return_url: v.exactOptional(url),
  locale: v.exactOptional(text()),
} satisfies Partial<Record<keyof Stripe.BillingPortal.SessionCreateParams, v.GenericSchema>>;

export function portalRoutes(api: Api): void {
  const { app, processor, state } = api;
  app.post(
    '/v1/billing_portal/sessions',
    endpoint(api, v.strictObject(createParams), ({ params }) => {
      if (processor.billing.of(params.customer).length === 0)
        throw missing('customer', params.customer, 'customer');
      const portal = {
        id: newId('bps'),
        created: api.now(),
        customer: params.customer,
        return_url: params.return_url ?? null,
      };
      state.portals[portal.id] = portal;
      return portalView(portal, api.baseUrl);
    }),
  );
}
