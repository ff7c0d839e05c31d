import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { Child, type Form } from './model.ts';

/**
 * The key of a guest's details. They are saved only if the parent asks for it, and never include health, pickup or
 * signature (decisions "What the browser remembers").
 */
const key = storageKeys.guest;

const Guest = v.object({
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(8)),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
});
export type Guest = v.InferOutput<typeof Guest>;

/** Returns the child as it is saved. The night in a tent belongs to the booking of one camp, so it is left out. */
export const atHome = ({ overnight: _, ...child }: Child): Child => child;

export const readGuest = (): Guest | null => readStored(key, Guest);

export const forgetGuest = (): void => forget(key);

/** Saves or deletes the details when the parent goes on to pay, depending on the box. */
export function keepGuest({ keep, children, parentName, email, phone }: Form): void {
  if (keep) writeStored(key, { children: children.map(atHome), parentName, email, phone } satisfies Guest);
  else forgetGuest();
}
