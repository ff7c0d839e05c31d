import { hasNight } from '#contract/tiers.ts';
import { checkoutPath, isTryOut, paths } from '#config/paths.ts';
import { readBasket } from '#browser/basket.ts';
import { readCampDraft } from '#browser/camp-draft.ts';
import { readCart } from '#browser/cart.ts';
import { today } from '#domain/dates.ts';
import { withLoadError } from '#browser/load-error.ts';
import { readOrderMemory, type Subject } from '#browser/order-memory.ts';
import { subjectOfCart } from './cart-subject.ts';
import { ofDraft } from './subject.ts';
import { toSource, type Source, type TryOut } from './model.ts';

export interface Address {
  path: string;
  query: URLSearchParams;
}

/**
 * Returns the address of the checkout. It names the class, camp or pass in case there is no cart. It never contains a
 * secret or a child.
 */
export function backTo({ path, query }: Address): string {
  const cart = ['camp', 'session', 'offer', 'price'].flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return cart.length > 0 ? `${path}?${new URLSearchParams(cart).toString()}` : path;
}

/**
 * Returns whether a saved subject is the try-out. A session in the past no longer counts, so that the parent chooses
 * again.
 */
const isOf = (subject: Subject | null | undefined, { offerId }: TryOut): boolean =>
  subject?.offerId === offerId && subject.firstDay >= today();

/** Loads the sources that need a request. A checkout from the cart needs none. */
export const lookup = withLoadError(() => import('./lookup.ts'));

/** Loads only the sessions of the try-out, because its page shows them at once. */
const lookupTryOut = withLoadError(() => import('./lookup-try-out.ts'));

/**
 * Finds what the parent books. It comes from a waitlist's offer, a choice of weeks, a camp, the try-out or the cart
 * (spec 2 §2).
 */
export async function findSource({ path, query }: Address, tryOut: TryOut | null = null): Promise<Source> {
  const secret = query.get('waitlist');
  const savedSubject = readOrderMemory()?.subject;
  if (secret !== null)
    return (await lookup()).fromWaitlist(secret, savedSubject?.waitlist === secret ? savedSubject : null);
  if (query.has('experience'))
    return savedSubject && hasNight(savedSubject.tier)
      ? toSource(savedSubject)
      : (await lookup()).fromWeeks();
  // The address names a session only if the browser could not save the cart, so an older cart is
  // ignored.
  if (query.has('session')) return (await lookup()).fromSession(query);
  // The offer is a pass without a session. When the parent returns from Stripe, the saved order says which child it is
  // for.
  if (query.has('offer')) {
    const isRestored =
      !query.has('child') && savedSubject?.offerId === query.get('offer') && savedSubject.sessionId === null;
    return isRestored ? toSource(savedSubject) : (await lookup()).fromPass(query);
  }
  const camp = query.get('camp');
  if (camp !== null)
    return savedSubject?.campId === camp ? toSource(savedSubject) : (await lookup()).fromCamp(camp);
  const draft = readCampDraft();
  if (query.get('type') === 'camp' || path === checkoutPath('camp')) {
    if (draft) return toSource(ofDraft(draft));
    return savedSubject?.kind === 'camp' ? toSource(savedSubject) : { is: 'empty' };
  }
  const cart = readCart();
  const cartSubject = cart ? subjectOfCart(cart) : null;
  if (tryOut && isTryOut(path)) {
    const matchingSubject = [cartSubject, savedSubject].find((subject) => isOf(subject, tryOut));
    return matchingSubject ? toSource(matchingSubject) : (await lookupTryOut()).fromTryOut(tryOut);
  }
  // The return from Stripe has no query, so the saved order says what was bought.
  if (path === paths.checkout)
    return toSource(savedSubject ?? readBasket(today())[0] ?? cartSubject ?? (draft && ofDraft(draft)));
  return toSource(cartSubject ?? savedSubject);
}
