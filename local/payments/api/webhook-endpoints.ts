import type Stripe from 'stripe';
import * as v from 'valibot';
import { invalid, missing } from '../errors.ts';
import { endpoint, type Api } from '../endpoint.ts';
import { newId } from '../ids.ts';
import { listPage } from '../list.ts';
import { page, text, url } from '../params.ts';
import type { EndpointRecord } from '../state.ts';

const createParams = {
  url,
  enabled_events: v.pipe(v.array(text()), v.minLength(1)),
  api_version: v.exactOptional(text()),
  description: v.exactOptional(text()),
} satisfies Partial<Record<keyof Stripe.WebhookEndpointCreateParams, v.GenericSchema>>;
const Create = v.strictObject(createParams);
// As at Stripe, the API version of an endpoint cannot be changed.
const Update = v.strictObject({
  url: v.exactOptional(createParams.url),
  enabled_events: v.exactOptional(createParams.enabled_events),
  description: createParams.description,
  disabled: v.exactOptional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((value) => value === 'true'),
    ),
  ),
} satisfies Partial<Record<keyof Stripe.WebhookEndpointUpdateParams, v.GenericSchema>>);

const view = (record: EndpointRecord): Stripe.WebhookEndpoint => ({
  id: record.id,
  object: 'webhook_endpoint',
  api_version: record.api_version,
  application: null,
  created: record.created,
  description: record.description,
  enabled_events: record.events,
  livemode: false,
  metadata: {},
  status: record.disabled ? 'disabled' : 'enabled',
  url: record.url,
});

export function webhookEndpointRoutes(api: Api): void {
  const { app, state } = api;
  const root = '/v1/webhook_endpoints';
  const find = (id: string) => {
    const record = state.endpoints.find((candidate) => candidate.id === id);
    if (!record) throw missing('webhook endpoint', id, 'webhook_endpoint');
    return record;
  };

  app.post(
    root,
    endpoint(api, Create, ({ params }) => {
      if (!/^https?:/.test(params.url)) throw invalid('Invalid URL: must be http or https', { param: 'url' });
      const record: EndpointRecord = {
        id: newId('we'),
        created: api.now(),
        url: params.url,
        secret: newId('whsec', 32),
        events: params.enabled_events,
        api_version: params.api_version ?? null,
        description: params.description ?? null,
        disabled: false,
      };
      state.endpoints.push(record);
      return { ...view(record), secret: record.secret };
    }),
  );

  app.get(
    root,
    endpoint(api, v.strictObject(page), ({ params, path }) =>
      listPage(path, state.endpoints.map(view), params),
    ),
  );

  app.post(
    `${root}/:id`,
    endpoint(api, Update, ({ params: { enabled_events, ...changes }, id }) => {
      const record = find(id);
      Object.assign(record, changes, enabled_events && { events: enabled_events });
      return view(record);
    }),
  );

  app.delete(
    `${root}/:id`,
    endpoint(api, v.strictObject({}), ({ id }) => {
      const { id: deletedId } = find(id);
      state.endpoints = state.endpoints.filter((record) => record.id !== deletedId);
      return { id: deletedId, object: 'webhook_endpoint', deleted: true };
    }),
  );
}
