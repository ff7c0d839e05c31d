import type { Form } from '#content/widgets.ts';
import { enquiryDays, enquiryPath, enquiryRanges } from './enquiry.ts';
import type { Field } from './model.ts';
import { responsePath } from './response.ts';

/** What the script of a form is told, beside the form itself. */
export interface Definition {
  formId: string;
  revision: string;
  slug: string;
  fields: Field[];
  words: Record<'declinedText' | 'closedText' | 'unknownText', string>;
}

/**
 * Content's form as the script reads it. An enquiry's numbers and days have the bounds that the database gives them.
 */
export function definitionOf(form: Form, isEnquiry = false): Definition {
  const pathOf = isEnquiry ? enquiryPath : responsePath;
  const taken = new Set<string>();
  /** A second paragraph of an enquiry is part of the message as well: an id is there once. */
  const ownPath = (field: Parameters<typeof responsePath>[0]) => {
    const path = pathOf(field);
    const own = taken.has(path) ? `${path}.${field.key}` : path;
    taken.add(own);
    return own;
  };
  return {
    formId: form._id,
    revision: form._rev,
    slug: form.slug,
    fields: form.fields.map(({ key, type, label, required, onlyIfComing, aboutHealth }) => {
      const range = isEnquiry ? enquiryRanges[key] : undefined;
      const daysAhead = isEnquiry && type === 'date' ? enquiryDays[key] : undefined;
      return {
        key,
        path: ownPath({ key, type, health: aboutHealth }),
        type,
        label,
        required,
        coming: onlyIfComing,
        health: aboutHealth,
        ...(range && { range }),
        ...(daysAhead && { daysAhead }),
      };
    }),
    words: {
      declinedText: form.declinedText,
      closedText: form.closedText,
      unknownText: form.unknownText,
    },
  };
}
