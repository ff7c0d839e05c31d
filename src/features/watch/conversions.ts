import { type Conversion, ConversionAnswer, type PurchaseConversion } from '#contract/conversions.ts';
import type * as v from 'valibot';
import { callFunction } from '#api/functions.ts';
import { type EventData, handOver } from '#browser/handed.ts';
import { pageAddress } from '#browser/visit.ts';

const COOKIE_DAYS = 90;

/** Bookings of 3 and of 5 days count with these values, in dollars (spec 2 §7). */
const CAMP_VALUES: Readonly<Record<string, number>> = { spark: 547, ignite: 990, epic: 990 };

/** A checkout that began, of who agreed to that: the advertising service is told. */
export function convert({ packageType, campName, passName, amount, currency }: EventData): void {
  const value = CAMP_VALUES[String(packageType)] ?? amount;
  const name = campName ?? passName;
  const body: Conversion = {
    consent: true,
    event_name: 'InitiateCheckout',
    ...ids('InitiateCheckout'),
    custom_data: {
      ...(typeof value === 'number' && { value }),
      ...(typeof currency === 'string' && { currency }),
      ...(typeof name === 'string' && { content_name: name }),
      page_path: location.pathname,
      page_url: pageAddress(),
    },
  };
  handOver({
    event: 'conversion',
    data: { action: body.event_name, ...(typeof value === 'number' && { amount: value }) },
  });
  // Its queue tries again what the service does not take; one that does not get there is not worth a word.
  void callFunction('meta-conversions-api', body, ConversionAnswer);
}

/** With the payment, of who agreed: the server tells of it once it is paid, under this event's id. */
export const purchase = (): v.InferOutput<typeof PurchaseConversion> => ({
  consent: true,
  ...ids('Purchase'),
});

/** The kind and the time, and what tells two visitors of one moment apart. */
function ids(kind: string) {
  const unlike = () => Math.random().toString().slice(2, 12);
  const click = new URLSearchParams(location.search).get('fbclid');
  const fbc = cookie('_fbc') ?? (click && cookie('_fbc', `fb.1.${Date.now()}.${click}`));
  const fbp = cookie('_fbp') ?? cookie('_fbp', `fb.1.${Date.now()}.${unlike()}`);
  return { event_id: `${kind}.${Date.now()}.${unlike()}`, fbc, fbp, event_source_url: pageAddress() };
}

/** Reads one of the service's cookies, or makes it, of this site alone. */
function cookie(name: string, value?: string): string | null {
  if (value === undefined) return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null;
  document.cookie = `${name}=${value}; path=/; max-age=${COOKIE_DAYS * 86_400}; samesite=lax; secure`;
  return value;
}
