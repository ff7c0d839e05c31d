import { type PrefetchSettings, prefetchCall, prefetchCalls, readSettings } from '#browser/prefetch-calls.ts';
import type { Cart } from '#browser/cart.ts';
import { firstHold, holdArguments, buildHoldRequest } from './purchase/hold-request.ts';
import { subjectOfCart } from './purchase/cart-subject.ts';

/* If this browser has a checkout to continue, this script sends its first requests, so that the form appears sooner.
   If there is a cart and no order, it also holds the spot of a visitor. The requests of a signed-in parent need a
   token, so they wait for the checkout. */

export interface PrefetchCheckoutSettings extends PrefetchSettings {
  orderKey: string;
  orderUrl: string;
  offerUrl: string;
  /**
   * Set only for the checkout of a class. It has the storage keys to read before the first hold, and the URL that
   * holds it.
   */
  hold: Record<'url' | 'cartKey' | 'basketKey' | 'requestedKey' | 'sessionKey', string> | null;
}

declare global {
  /**
   * The secret and the body of the hold that this script requested. The checkout compares them with
   * its own request.
   */
  var prefetchedHold: { secret: string; body: string; answer: Promise<Response> } | undefined;
}

const settings = readSettings() as PrefetchCheckoutSettings;
const { key, timeoutMs, orderKey, orderUrl, offerUrl, hold } = settings;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

const send = (url: string, body?: object): Promise<Response> =>
  prefetchCall(url, { key, timeoutMs, ...(body && { body: JSON.stringify(body) }) });
const requestOffer = (id: string) => void send(offerUrl + encodeURIComponent(id));

/** Requests the saved order. Another version of the site may have saved the values. */
function requestOrder(): void {
  const order = read(orderKey) as { secret?: string; offerId: string } | null;
  if (order?.secret) {
    void send(orderUrl, { p_secret: order.secret });
    requestOffer(order.offerId);
    return;
  }
  const { state } = history as { state: { order?: unknown } | null };
  if (!hold || location.search || state?.order || read(hold.requestedKey)) return;
  // If something else is in the basket, the class may become part of a larger order.
  if (localStorage.getItem(hold.sessionKey) ?? read(hold.basketKey)) return;
  const subject = subjectOfCart(read(hold.cartKey) as Cart);
  const secret = crypto.randomUUID();
  const body = holdArguments(buildHoldRequest(subject, firstHold, { secret, previous: null }));
  localStorage.setItem(hold.requestedKey, JSON.stringify(secret));
  window.prefetchedHold = { secret, body: JSON.stringify(body), answer: send(hold.url, body) };
  requestOffer(subject.offerId);
}

if (!('notNeeded' in document.documentElement.dataset)) {
  prefetchCalls(settings);
  try {
    requestOrder();
  } catch {
    // Storage is blocked or contains no cart, so the checkout sends its own requests.
  }
}
