import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { Child, type Form } from './model.ts';

/**
 * Saved only at the parent's request, and never health, pickup or signature (decisions "What the browser remembers").
 */
const key = storageKeys.guest;

const Guest = v.object({
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(8)),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
});
export type Guest = v.InferOutput<typeof Guest>;

/** Leaves out the night in a tent, which belongs to one camp's booking. */
export const atHome = ({ overnight: _, ...child }: Child): Child => child;

export const readGuest = (): Guest | null => readStored(key, Guest);

export const forgetGuest = (): void => forget(key);

/** Called on the way to payment: saves the details if the box is ticked, and deletes them if it is not. */
export function keepGuest({ keep, children, parentName, email, phone }: Form): void {
  if (keep) writeStored(key, { children: children.map(atHome), parentName, email, phone } satisfies Guest);
  else forgetGuest();
}
