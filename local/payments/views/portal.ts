import type Stripe from 'stripe';
import type { PortalSession } from '../state.ts';

export function portalView(portal: PortalSession, baseUrl: string): Stripe.BillingPortal.Session {
  return {
    id: portal.id,
    object: 'billing_portal.session',
    configuration: 'bpc_local',
    created: portal.created,
    customer: portal.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: portal.return_url,
    url: `${baseUrl}/p/session/${portal.id}`,
  };
}
