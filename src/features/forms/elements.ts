import * as v from 'valibot';
import type { Definition } from './definition.ts';

const text = v.string();
const types = [
  ...(['contactName', 'contactEmail', 'contactPhone', 'attending', 'guests', 'text', 'paragraph'] as const),
  ...(['number', 'date', 'choice', 'select', 'multiple', 'yesNo', 'consent'] as const),
];
const Shape: v.GenericSchema<unknown, Definition> = v.object({
  formId: text,
  revision: text,
  slug: text,
  fields: v.array(
    v.object({
      key: text,
      path: text,
      type: v.picklist(types),
      label: text,
      required: v.boolean(),
      coming: v.boolean(),
      health: v.boolean(),
      range: v.exactOptional(v.tuple([v.number(), v.number()])),
      daysAhead: v.exactOptional(v.tuple([v.number(), v.number()])),
    }),
  ),
  words: v.object({
    declinedText: text,
    closedText: text,
    unknownText: text,
  }),
});

export function readDefinition(form: ParentNode): Definition {
  const json = form.querySelector('script[type="application/json"]')?.textContent ?? '';
  return v.parse(Shape, JSON.parse(json));
}
