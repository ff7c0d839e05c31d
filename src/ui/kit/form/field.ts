import type * as v from 'valibot';
import { maxLengthAt } from './schema.ts';

/** One field of a form. Its id is its path in the request, e.g. `health.allergies`. */
export interface FormField {
  path: string;
  label: string;
  /**
   * `lines` is a list with one entry per line. `birth` is a date in three fields. `choice` is one of `options`, or
   * none of them.
   */
  kind: 'text' | 'area' | 'lines' | 'date' | 'birth' | 'phone' | 'choice' | 'tick';
  hint?: string;
  options?: readonly { value: string; label: string }[];
  /** The label for choosing none of the options. The default is “No answer”. */
  none?: string;
  autoComplete?: string;
  maxLength?: number;
  required?: boolean;
}

/**
 * Typed values by their path. A tick is `true` or empty. A birth date looks like `2018-3-14`, and has the raw text of
 * its three fields.
 */
export type Values = Record<string, string>;

type Texts = Pick<FormField, 'label' | 'hint'>;
type More = Omit<FormField, 'path' | 'kind' | 'label' | 'hint'>;

/** The most characters of a typed phone number, with spaces and brackets. The contract's limit is for E.164. */
const MAX_PHONE_LENGTH = 40;

/** Returns a function that creates the fields of a request. The schema limits their length. */
export const fieldsOf =
  (schema: v.GenericSchema) =>
  (path: string, kind: FormField['kind'], texts: Texts, more: More = {}): FormField => {
    const maxLength = kind === 'phone' ? MAX_PHONE_LENGTH : maxLengthAt(schema, path);
    return { path, kind, ...(maxLength !== undefined && { maxLength }), ...texts, ...more };
  };
