import { checkoutPath, paths } from '#config/paths.ts';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { clearCampDraft, readCampDraft } from '#browser/camp-draft.ts';
import { clearCart, readCart } from '#browser/cart.ts';
import type { Subject } from '#browser/order-memory.ts';

export interface RemainingChoice {
  name: string;
  date: string;
  path: string;
}

const isSame = (one: Subject, other: Subject): boolean =>
  one.offerId === other.offerId && one.campId === other.campId && one.sessionId === other.sessionId;

/**
 * Removes what was paid from the cart and the basket. Another class or camp stays there. If it is unknown what was
 * paid, nothing stays.
 */
export function removePaidChoice(
  today: string,
  paid: Subject | undefined,
  parts: readonly Subject[] = [],
): void {
  const paidParts = parts.length > 0 ? parts : paid ? [paid] : [];
  saveBasket(paid ? readBasket(today).filter((part) => !paidParts.some((one) => isSame(one, part))) : []);
  if (parts.length > 0) {
    const { campId = null } = readCampDraft() ?? {};
    const { sessionId = null } = readCart() ?? {};
    if (parts.some((part) => campId !== null && part.campId === campId)) clearCampDraft();
    if (parts.some((part) => sessionId !== null && part.sessionId === sessionId)) clearCart();
    return;
  }
  const draft = readCampDraft();
  const cart = readCart();
  if (paid?.kind !== 'class' && (!paid || draft?.campId === paid.campId)) clearCampDraft();
  if (paid?.kind !== 'camp' && (!paid?.sessionId || cart?.sessionId === paid.sessionId)) clearCart();
}

export function readRemainingChoice(today: string): RemainingChoice | null {
  const draft = readCampDraft();
  if (draft && draft.startDate > today)
    return { name: draft.campName, date: draft.startDate, path: checkoutPath('camp') };
  const cart = readCart();
  if (cart && cart.sessionDate >= today)
    return { name: cart.selectedTeam.name, date: cart.sessionDate, path: cart.selectedPass.checkoutPath };
  const [part] = readBasket(today);
  return part ? { name: part.name, date: part.firstDay, path: paths.checkout } : null;
}
