import * as v from 'valibot';
import { missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { eventView } from '../events.ts';
import { listPage } from '../list.ts';
import { created, flag, page, text } from '../params.ts';

const List = v.strictObject({
  ...page,
  type: v.exactOptional(text()),
  types: v.exactOptional(v.array(text())),
  created,
  delivery_success: v.exactOptional(flag),
});

export function eventRoutes(api: Api): void {
  const { app, state } = api;

  app.get(
    '/v1/events',
    endpoint(api, List, ({ params, path }) => {
      const types = params.types ?? (params.type === undefined ? null : [params.type]);
      const found = state.events
        .filter(({ type }) => types === null || types.includes(type))
        .filter((event) => event.created >= (params.created?.gte ?? 0))
        // As at Stripe, an event that no endpoint subscribes to counts as delivered.
        .filter(({ pending }) => (params.delivery_success ?? pending === null) === (pending === null));
      return listPage(path, found.map(eventView), params);
    }),
  );

  app.get(
    '/v1/events/:id',
    endpoint(api, v.strictObject({}), ({ id }) => {
      const event = state.events.find((candidate) => candidate.id === id);
      if (!event) throw missing('event', id);
      return eventView(event);
    }),
  );
}
