import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { Subject } from './order-memory.ts';
import { readStored, writeStored } from './storage.ts';
import { forget } from './text-storage.ts';
import { dispatch } from './window-events.ts';

/**
 * The basket has the camps, classes and passes that the parent books together in one order. It says nothing about the
 * children: who goes where is part of the checkout's form. The cart and the camp's draft have only the latest choice
 * (spec 2 §3).
 */
const Basket = v.array(v.unknown());

/**
 * Returns the parts that have not begun. A pass without a session has no day on which it begins. A part that another
 * version of the site saved is left out if it does not fit, and the others stay.
 */
export const readBasket = (today: string): Subject[] =>
  (readStored(storageKeys.basket, Basket) ?? [])
    .filter((part) => v.is(Subject, part))
    .filter(({ firstDay, campId, sessionId }) => (campId ?? sessionId) === null || firstDay >= today);

export function saveBasket(parts: readonly Subject[]): void {
  if (parts.length === 0) forget(storageKeys.basket);
  else writeStored(storageKeys.basket, parts.map(withoutChild));
  dispatch('cart-updated');
}

/** A part is not for a certain child, because the parent chooses on the form who goes to it. */
export function withoutChild({ childId: _, ...part }: Subject): Subject {
  return part;
}
