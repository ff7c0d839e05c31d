import { checkoutPath } from '#config/paths.ts';
import { clearCampDraft, readCampDraft } from '#browser/camp-draft.ts';
import { clearCart, readCart } from '#browser/cart.ts';
import type { Subject } from '#browser/order-memory.ts';

export interface RemainingChoice {
  name: string;
  date: string;
  path: string;
}

/** Removes what was paid from the cart. Another class or camp stays there. */
export function removePaidChoice(paid: Subject | undefined): void {
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
  return null;
}
