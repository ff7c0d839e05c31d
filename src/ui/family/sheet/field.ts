/**
 * What a profile asks for: one row of a step. Its id and its path as SQL names it (`health.allergies`) are the same.
 */
export interface SheetField {
  path: string;
  label: string;
  /** `lines`: a list, one entry a line; `birth`: a day in three fields; `choice`: one of `options`, or none. */
  kind: 'text' | 'area' | 'lines' | 'date' | 'birth' | 'phone' | 'choice' | 'tick';
  hint?: string;
  options?: readonly { value: string; label: string }[];
  autoComplete?: string;
  maxLength?: number;
  required?: boolean;
}

/** By path, as typed: a tick is `true` or ``, a birth date `2018-3-14` with whatever stands in its three fields. */
export type Values = Record<string, string>;

/** Health, behaviour and people never reach the browser's storage (decisions "What the browser remembers"). */
export const mayBeKept = (path: string): boolean => !/^(health|behaviour)\.|special_instructions/.test(path);
