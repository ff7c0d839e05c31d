import * as v from 'valibot';

export const Child = v.object({
  name: v.string(),
  day: v.string(),
  month: v.string(),
  year: v.string(),
  friend: v.boolean(),
});
export type Child = v.InferOutput<typeof Child>;

export const Form = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  offerId: v.string(),
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(8)),
});
export type Form = v.InferOutput<typeof Form>;

export const MAX_CHILDREN = 8;
export const emptyChild = (friend = false): Child => ({ name: '', day: '', month: '', year: '', friend });
export const emptyForm: Form = { name: '', email: '', phone: '', offerId: '', children: [emptyChild()] };

/** Returns the field of a path, if the form has an input for it. */
export const fieldOf = (path: string) => (/^(parent|children\[)/.test(path) ? path : null);

/** Returns for example `23 h 59 min` or `4 min 05 s`. Returns null once the time has passed. */
export function timeLeft(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return null;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
}
