import type * as v from 'valibot';
import { maxLengthAt } from './schema.ts';

/** One field of a form. Its id equals its path in the request (`health.allergies`). */
export interface FormField {
  path: string;
  label: string;
  /** `lines`: a list with one entry per line; `birth`: a date in three fields; `choice`: one of `options`, or none. */
  kind: 'text' | 'area' | 'lines' | 'date' | 'birth' | 'phone' | 'choice' | 'tick';
  hint?: string;
  options?: readonly { value: string; label: string }[];
  /** The label of choosing none of the options; the default is “No answer”. */
  none?: string;
  autoComplete?: string;
  maxLength?: number;
  required?: boolean;
}

/** By path, as typed: a tick is `true` or ``, a birth date `2018-3-14` with the raw text of its three fields. */
export type Values = Record<string, string>;

type Texts = Pick<FormField, 'label' | 'hint'>;
type More = Omit<FormField, 'path' | 'kind' | 'label' | 'hint'>;

/** The longest number as typed, with spaces and brackets; the contract has it in E.164. */
const PHONE_MOST = 40;

/** Makes the fields of a request, as long as its schema allows. */
export const fieldsOf =
  (schema: v.GenericSchema) =>
  (path: string, kind: FormField['kind'], texts: Texts, more: More = {}): FormField => {
    const maxLength = kind === 'phone' ? PHONE_MOST : maxLengthAt(schema, path);
    return { path, kind, ...(maxLength !== undefined && { maxLength }), ...texts, ...more };
  };
