import { checkoutPath, isTryOut, paths } from '#config/paths.ts';
import { readCampDraft } from '#browser/camp-draft.ts';
import { readCart } from '#browser/cart.ts';
import { today } from '#domain/dates.ts';
import { late } from '#browser/late.ts';
import { readOrderMemory, type Subject } from '#browser/order-memory.ts';
import { ofCart, ofDraft } from './subject.ts';
import { found, type Source, type TryOut } from './found.ts';

export interface Address {
  path: string;
  query: URLSearchParams;
}

/** Stripe's way back. Only what names a class, camp or pass goes along, where there is no cart: no secret, no child. */
export function backTo({ path, query }: Address): string {
  const cart = ['camp', 'session', 'offer', 'price'].flatMap((key) => {
    const value = query.get(key);
    return value === null ? [] : [[key, value]];
  });
  return cart.length > 0 ? `${path}?${new URLSearchParams(cart).toString()}` : path;
}

/** A session that is over is chosen anew. */
const isOf = (subject: Subject | null | undefined, { offerId }: TryOut): boolean =>
  subject?.offerId === offerId && subject.firstDay >= today();

/** What must be asked for: not on the way of the cart. */
export const lookup = late(() => import('./lookup.ts'));

/**
 * What this address is a checkout of (spec 2 §2): an offer of the waitlist, a week to choose, a camp, the try-out, or
 * the cart.
 */
export async function findSource({ path, query }: Address, tryOut: TryOut | null = null): Promise<Source> {
  const secret = query.get('waitlist');
  const known = readOrderMemory()?.subject;
  if (secret !== null)
    return (await lookup()).fromWaitlist(secret, known?.waitlist === secret ? known : null);
  if (query.has('experience')) return known?.tier === 'epic' ? found(known) : (await lookup()).fromWeeks();
  // In the address only where the browser could not keep it: an older cart may lie there.
  if (query.has('session')) return (await lookup()).fromSession(query);
  // A pass alone. On the way back the order says for whom.
  if (query.has('offer')) {
    const isBack = !query.has('child') && known?.offerId === query.get('offer') && known.sessionId === null;
    return isBack ? found(known) : (await lookup()).fromPass(query);
  }
  const camp = query.get('camp');
  if (camp !== null) return known?.campId === camp ? found(known) : (await lookup()).fromCamp(camp);
  const draft = readCampDraft();
  if (query.get('type') === 'camp' || path === checkoutPath('camp')) {
    if (draft) return found(ofDraft(draft));
    return known?.kind === 'camp' ? found(known) : { is: 'empty' };
  }
  const cart = readCart();
  const chosen = cart ? ofCart(cart) : null;
  if (tryOut && isTryOut(path)) {
    const mine = [chosen, known].find((subject) => isOf(subject, tryOut));
    return mine ? found(mine) : (await lookup()).fromTryOut(tryOut);
  }
  // Stripe's way back has no query: the order says what it was about.
  if (path === paths.checkout) return found(known ?? chosen ?? (draft && ofDraft(draft)));
  return found(chosen ?? known);
}
