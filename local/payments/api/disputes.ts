import * as v from 'valibot';
import { endpoint, type Api } from '../endpoint.ts';
import { refuseOthers } from '../expand.ts';
import { listPage } from '../list.ts';
import { created, expand, page, text } from '../params.ts';

const Retrieve = v.strictObject({ expand });
const List = v.strictObject({ ...page, created, expand, payment_intent: v.exactOptional(text()) });

export function disputeRoutes(api: Api): void {
  const { app, processor } = api;

  app.get(
    '/v1/disputes',
    endpoint(api, List, ({ params, path }) => {
      refuseOthers(params.expand, []);
      const found = processor.disputes
        .list()
        .filter((one) => params.payment_intent === undefined || one.payment_intent === params.payment_intent)
        .filter((one) => one.created >= (params.created?.gte ?? 0));
      return listPage(path, found, params);
    }),
  );

  app.get(
    '/v1/disputes/:id',
    endpoint(api, Retrieve, ({ params, id }) => {
      refuseOthers(params.expand, []);
      return processor.disputes.view(id);
    }),
  );
}
