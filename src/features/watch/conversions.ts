import { type Conversion, ConversionAnswer, type PurchaseConversion } from '#contract/conversions.ts';
import { factsOf } from '#contract/tiers.ts';
import type * as v from 'valibot';
import { callFunction } from '#api/functions.ts';
import { type EventData, queueReport } from '#browser/report-queue.ts';
import { pageAddress } from '#browser/visit.ts';

const COOKIE_DAYS = 90;

/** Tells the advertising service that a visitor who agreed has started a checkout. */
export function reportCheckoutStart({ packageType, campName, passName, amount, currency }: EventData): void {
  const value = factsOf(String(packageType)).adValue ?? amount;
  const name = campName ?? passName;
  const body: Conversion = {
    consent: true,
    event_name: 'InitiateCheckout',
    ...newEventFields('InitiateCheckout'),
    custom_data: {
      ...(typeof value === 'number' && { value }),
      ...(typeof currency === 'string' && { currency }),
      ...(typeof name === 'string' && { content_name: name }),
      page_path: location.pathname,
      page_url: pageAddress(),
    },
  };
  queueReport({
    event: 'conversion',
    data: { action: body.event_name, ...(typeof value === 'number' && { amount: value }) },
  });
  // If the service does not accept an event, the server queues it and tries again. A request that never reaches the
  // server is lost.
  void callFunction('meta-conversions-api', body, ConversionAnswer);
}

/** Returns the data of a purchase. The server reports it under this event id once it is paid. */
export const purchaseConversion = (): v.InferOutput<typeof PurchaseConversion> => ({
  consent: true,
  ...newEventFields('Purchase'),
});

/** Returns the fields that every event has: a new id, the cookies of the advertising service, and the page. */
function newEventFields(kind: string) {
  const randomDigits = () => Math.random().toString().slice(2, 12);
  const click = new URLSearchParams(location.search).get('fbclid');
  const fbc = cookie('_fbc') ?? (click && cookie('_fbc', `fb.1.${Date.now()}.${click}`));
  const fbp = cookie('_fbp') ?? cookie('_fbp', `fb.1.${Date.now()}.${randomDigits()}`);
  return { event_id: `${kind}.${Date.now()}.${randomDigits()}`, fbc, fbp, event_source_url: pageAddress() };
}

function cookie(name: string, value?: string): string | null {
  if (value === undefined) return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null;
  document.cookie = `${name}=${value}; path=/; max-age=${COOKIE_DAYS * 86_400}; samesite=lax; secure`;
  return value;
}
