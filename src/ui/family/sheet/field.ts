/** One field of a profile's step. Its id equals its path in SQL (`health.allergies`). */
export interface SheetField {
  path: string;
  label: string;
  /** `lines`: a list with one entry per line; `birth`: a date in three fields; `choice`: one of `options`, or none. */
  kind: 'text' | 'area' | 'lines' | 'date' | 'birth' | 'phone' | 'choice' | 'tick';
  hint?: string;
  options?: readonly { value: string; label: string }[];
  autoComplete?: string;
  maxLength?: number;
  required?: boolean;
}

/** By path, as typed: a tick is `true` or ``, a birth date `2018-3-14` with the raw text of its three fields. */
export type Values = Record<string, string>;

/** Health, behaviour and people are never saved in the browser's storage (decisions "What the browser remembers"). */
export const mayBeKept = (path: string): boolean => !/^(health|behaviour)\.|special_instructions/.test(path);
