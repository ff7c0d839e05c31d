import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { Child, type Form } from './model.ts';

/**
 * A guest's details are saved only at the parent's request, and never include health, pickup or
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

/** The night in a tent belongs to the booking of one camp, so it is not saved. */
export const atHome = ({ overnight: _, ...child }: Child): Child => child;

export const readGuest = (): Guest | null => readStored(key, Guest);

export const forgetGuest = (): void => forget(key);

/** When the parent goes on to pay, a ticked box saves the details and an empty one deletes them. */
export function keepGuest({ keep, children, parentName, email, phone }: Form): void {
  if (keep) writeStored(key, { children: children.map(atHome), parentName, email, phone } satisfies Guest);
  else forgetGuest();
}
