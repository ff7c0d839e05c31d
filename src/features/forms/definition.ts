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

/** What becomes of the answers. They are stored with the form, sent to the party team, or turned into a lead. */
type Sends = 'response' | 'enquiry' | 'lead';

export function readDefinition(form: Form, sends: Sends): Definition {
  const pathOf = { response: responsePath, enquiry: enquiryPath, lead: leadPath }[sends];
  const isEnquiry = sends === 'enquiry';
  const takenPaths = new Set<string>();
  /**
   * Returns the path of a field. Two paragraphs of an enquiry both belong to the message, so the second one gets a
   * suffix to stay unique.
   */
  const ownPath = (field: Parameters<typeof responsePath>[0]) => {
    const path = pathOf(field);
    const uniquePath = takenPaths.has(path) ? `${path}.${field.key}` : path;
    takenPaths.add(uniquePath);
    return uniquePath;
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
