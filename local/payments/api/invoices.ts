import type Stripe from 'stripe';
import * as v from 'valibot';
import { missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { expand, page, text } from '../params.ts';
import type { Invoice } from '../state.ts';
import { invoicePaymentViews, invoiceView } from '../views/invoice.ts';

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({
  ...page,
  expand,
  subscription: v.exactOptional(text()),
  status: v.exactOptional(v.picklist(['open', 'paid', 'void'])),
});

export function invoiceRoutes(api: Api): void {
  const { app, state } = api;

  function view(invoice: Invoice, wanted: readonly string[]): Stripe.Invoice {
    const subscription = state.subscriptions[invoice.subscription];
    if (!subscription) throw missing('invoice', invoice.id);
    const object = invoiceView(invoice, subscription);
    if (wanted.includes('payments')) {
      const url = `/v1/invoice_payments?invoice=${invoice.id}`;
      object.payments = { object: 'list', url, has_more: false, data: invoicePaymentViews(invoice) };
    }
    return object;
  }

  app.get(
    '/v1/invoices',
    endpoint(api, List, ({ params, path }) => {
      refuseOthers(params.expand, ['data.payments']);
      const paths = params.expand.map((name) => name.slice('data.'.length));
      const found = Object.values(state.invoices)
        .filter((one) => params.subscription === undefined || one.subscription === params.subscription)
        .filter((one) => params.status === undefined || one.status === params.status);
      return listPage(
        path,
        found.map((one) => view(one, paths)),
        params,
      );
    }),
  );

  app.get(
    '/v1/invoices/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, ['payments']);
      const invoice = state.invoices[id];
      if (!invoice) throw missing('invoice', id);
      return view(invoice, params.expand);
    }),
  );
}
