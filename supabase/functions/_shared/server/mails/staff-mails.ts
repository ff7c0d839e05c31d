import { createElement } from 'react';
import * as v from 'valibot';
import type { Template } from './content.ts';
import { OffersTold } from './OffersTold.tsx';

const Told = v.object({
  what: v.picklist(['missing', 'gone', 'kept']),
  offers: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      from_cents: v.optional(v.number()),
      to_cents: v.optional(v.number()),
    }),
  ),
});
export type OffersTold = v.InferOutput<typeof Told>;

const subjects: Record<OffersTold['what'], string> = {
  missing: 'Nothing was published: what is on sale was missing',
  gone: 'Off sale',
  kept: 'A price waits for your yes',
};

/** Mails to staff about what is sold (offers_guarded.sql). */
export const staffTemplates: Record<string, Template> = {
  offers_told: (payload) => {
    const told = v.parse(Told, payload);
    const [first] = told.offers;
    const about = told.what === 'missing' || !first ? '' : `: ${first.title}`;
    return { subject: `${subjects[told.what]}${about}`, body: createElement(OffersTold, { told }) };
  },
};
