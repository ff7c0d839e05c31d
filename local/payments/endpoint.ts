import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Context, Handler, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as v from 'valibot';
import { findEarlierAnswer, remember, type Answer } from './answers.ts';
import type { Processor, World } from './processor.ts';
import { errorJson, invalid, StripeFailure } from './errors.ts';
import type { Cause } from './events.ts';
import { parseForm } from './form.ts';
import { newId } from './ids.ts';
import { parseParams } from './params.ts';
import type { State } from './state.ts';

export type App = Hono;

const json = { 'content-type': 'application/json' };

export interface Api extends World {
  app: App;
  processor: Processor;
  secretKey: string;
}

interface Call<P> {
  params: P;
  id: string;
  path: string;
  cause: Cause;
}

/**
 * As at Stripe, responses (also errors) are stored under their idempotency key once the handler has
 * started. Responses about invalid parameters are not stored.
 */
export function endpoint<S extends v.GenericSchema>(
  api: Api,
  schema: S,
  work: (call: Call<v.InferOutput<S>>) => object,
): Handler {
  return async (c) => {
    const { method, path } = c.req;
    const encoded = method === 'GET' ? new URL(c.req.url).search.slice(1) : await c.req.text();
    const key = method === 'POST' ? c.req.header('idempotency-key') : undefined;
    const requestId = newId('req', 14);
    c.header('request-id', requestId);
    c.header('stripe-version', Stripe.API_VERSION);
    if (key !== undefined) c.header('idempotency-key', key);

    const fault = takeFault(api.state, `${method} ${path}`);
    if (fault && fault.delay_ms > 0) await sleep(fault.delay_ms);
    if (fault?.status != null && !fault.after) return refusal(c, faultOf(fault.status));
    checkKey(c, api.secretKey);
    checkVersion(c);
    const request = { path, encoded, now: api.now() };
    const before = key === undefined ? undefined : findEarlierAnswer(api.state, key, request);
    if (before) c.header('idempotent-replayed', 'true');
    const answer = before ?? runOnce(requestId);
    if (fault?.status != null) return refusal(c, faultOf(fault.status));
    return c.body(answer.body, answer.status as ContentfulStatusCode, json);

    function runOnce(id: string): Answer {
      const params = parseParams(schema, parseForm(encoded));
      const cause = { id, idempotency_key: key ?? null };
      const response = catchErrors(() => work({ params, id: c.req.param('id') ?? '', path, cause }));
      if (key !== undefined) remember(api.state, key, { ...request, ...response });
      return response;
    }
  };
}

export function refusal(c: Context, { status, body }: StripeFailure): Response {
  return c.body(errorJson(body), status as ContentfulStatusCode, json);
}

function catchErrors(work: () => object): Answer {
  try {
    return { status: 200, body: JSON.stringify(work()) };
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    return { status: error.status, body: errorJson(error.body) };
  }
}

function takeFault(state: State, request: string) {
  const fault = state.faults.find(({ match, times }) => times > 0 && request.startsWith(match));
  if (!fault) return undefined;
  fault.times -= 1;
  state.faults = state.faults.filter(({ times }) => times > 0);
  return fault;
}

function faultOf(status: number): StripeFailure {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  return new StripeFailure(status, { type, message: 'A fault injected by a test.' });
}

function checkKey(c: Context, secretKey: string): void {
  const [scheme, token = ''] = (c.req.header('authorization') ?? '').split(' ');
  const apiKey = scheme === 'Basic' ? (atob(token).split(':')[0] ?? '') : token;
  if (apiKey === secretKey) return;
  const message =
    apiKey === ''
      ? 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.'
      : `Invalid API Key provided: ${apiKey.slice(0, 8)}****`;
  throw invalid(message, {}, 401);
}

/** Stripe supports several API versions. This simulation refuses all but one. */
function checkVersion(c: Context): void {
  const version = c.req.header('stripe-version');
  if (version === undefined || version === Stripe.API_VERSION) return;
  throw invalid(`Invalid Stripe API version: ${version}. This double speaks ${Stripe.API_VERSION} only.`);
}
