import * as v from 'valibot';
import type { Conversion } from '../contract/conversions.ts';
import { Email, Phone } from '../contract/person.ts';
import type { Db } from './db.ts';
import type { Env } from './env.ts';

export function conversionsAreOn(env: Env): boolean {
  return env.META_PIXEL_ID !== undefined && env.META_ACCESS_TOKEN !== undefined;
}

/** Returns whether the browser asks not to be tracked, which overrides any consent. */
export function asksNotToBeTracked(request: Request): boolean {
  return request.headers.get('sec-gpc') === '1' || request.headers.get('dnt') === '1';
}

/**
 * Queues an event. With an order's secret, the event waits for the payment. Returns false if the event is already
 * known.
 */
export async function queueConversion(
  db: Db,
  request: Request,
  event: Omit<Conversion, 'consent' | 'event_name'> & { event_name: Conversion['event_name'] | 'Purchase' },
  orderSecret: string | null = null,
): Promise<boolean> {
  const { user_email, user_phone, fbc, fbp, ...rest } = event;
  const user_data = {
    em: await hash(normalEmail(user_email)),
    ph: await hash(normalPhone(user_phone)),
    fbc: fbc ?? null,
    fbp: fbp ?? null,
    // The service requires the user agent for an event of a website.
    client_user_agent: request.headers.get('user-agent')?.slice(0, 300) ?? null,
  };
  const answer = await db.rpc('queue_conversion', {
    p_event: { ...rest, user_data },
    p_order_secret: orderSecret,
  });
  return (answer as { queued?: unknown } | null)?.queued === true;
}

function normalEmail(email: string | null | undefined): string | null {
  const read = v.safeParse(Email, email);
  return read.success ? read.output : null;
}

function normalPhone(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^0+/, '');
  return [`65${digits}`, digits].find((number) => v.is(Phone, `+${number}`)) ?? null;
}

async function hash(text: string | null): Promise<string | null> {
  if (text === null) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
