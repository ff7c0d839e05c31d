import { type EarlyRequests, readSettings, sendAllEarly, sendEarly } from '#browser/send-early.ts';
import type { Cart } from '#browser/cart.ts';
import { firstHold, holdArguments, holdRequestOf } from './purchase/hold-request.ts';
import { ofCart } from './purchase/of-cart.ts';

/** Where the inline script reads an order and its offer, besides the consent texts that every checkout reads. */
export interface EarlyCheckout extends EarlyRequests {
  orderKey: string;
  orderUrl: string;
  /** The id of the offer is appended. */
  offerUrl: string;
  /** For a class's checkout only: the storage keys before the first hold, and the URL that holds it. */
  hold: Record<'url' | 'cartKey' | 'askedKey' | 'sessionKey', string> | null;
}

declare global {
  /** The hold that the inline script requested: its body as it was sent, under the secret it chose. */
  var heldEarly: { secret: string; body: string; answer: Promise<Response> } | undefined;
}

const settings = readSettings() as EarlyCheckout;
const { key, timeoutMs, orderKey, orderUrl, offerUrl, hold } = settings;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

const send = (url: string, body?: object): Promise<Response> =>
  sendEarly(url, { key, timeoutMs, ...(body && { body: JSON.stringify(body) }) });
const askOffer = (id: string) => void send(offerUrl + encodeURIComponent(id));

/** Reads the order of this browser, or holds the place in its cart. Any of both may be another version's. */
function start(): void {
  const order = read(orderKey) as { secret?: string; offerId: string } | null;
  if (order?.secret) {
    void send(orderUrl, { p_secret: order.secret });
    askOffer(order.offerId);
    return;
  }
  const { state } = history as { state: { order?: unknown } | null };
  if (!hold || location.search || state?.order || read(hold.askedKey)) return;
  if (localStorage.getItem(hold.sessionKey)) return;
  const subject = ofCart(read(hold.cartKey) as Cart);
  const secret = crypto.randomUUID();
  const body = holdArguments(holdRequestOf(subject, firstHold, { secret, previous: null }));
  localStorage.setItem(hold.askedKey, JSON.stringify(secret));
  window.heldEarly = { secret, body: JSON.stringify(body), answer: send(hold.url, body) };
  askOffer(subject.offerId);
}

/*
 * Runs before the page's other scripts, if the browser has saved a checkout that was begun: it sends the requests that
 * the checkout will need (`data-ask`), so that the form appears sooner. With a cart and no order it also holds the
 * cart's place, as the checkout would (`purchase/early-hold.ts`). It does so for visitors only, because a signed-in
 * parent's requests need their token.
 */
if (!('unasked' in document.documentElement.dataset)) {
  sendAllEarly(settings);
  try {
    start();
  } catch {
    // Storage is blocked, or has no cart: the checkout asks by itself.
  }
}
