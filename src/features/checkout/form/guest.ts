import * as v from 'valibot';
import { storageKeys } from '#config/paths.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget } from '#browser/text-storage.ts';
import { Child, type Form } from './model.ts';

/**
 * A guest's details in this browser, kept only if they asked for it. Never health, pickup or signature (decisions "What
 * the browser remembers").
 */
const key = storageKeys.guest;

const Guest = v.object({
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(8)),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
});
export type Guest = v.InferOutput<typeof Guest>;

/** A night in a tent is wished for once, with its camp. */
export const atHome = ({ overnight: _, ...child }: Child): Child => child;

export const readGuest = (): Guest | null => readStored(key, Guest);

export const forgetGuest = (): void => forget(key);

/** At the way to payment: kept when the box is ticked, forgotten when it is not. */
export function keepGuest({ keep, children, parentName, email, phone }: Form): void {
  if (keep) writeStored(key, { children: children.map(atHome), parentName, email, phone } satisfies Guest);
  else forgetGuest();
}
