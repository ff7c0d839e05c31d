import type { Form } from '#content/widgets.ts';
import { enquiryDays, enquiryPath, enquiryRanges, leadPath } from './enquiry.ts';
import type { Field } from './model.ts';
import { responsePath } from './response.ts';

export interface Definition {
  formId: string;
  revision: string;
  slug: string;
  fields: Field[];
  words: Record<'declinedText' | 'closedText' | 'unknownText', string>;
}

/** Where the answers go: to the form's own answers, to the party team, or to the leads. */
type Sends = 'response' | 'enquiry' | 'lead';

export function readDefinition(form: Form, sends: Sends): Definition {
  const pathOf = { response: responsePath, enquiry: enquiryPath, lead: leadPath }[sends];
  const isEnquiry = sends === 'enquiry';
  const taken = new Set<string>();
  /** A second paragraph of an enquiry is part of the message too, so its path gets a suffix to be unique. */
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
