import { createElement } from 'react';
import * as v from 'valibot';
import type { Template } from './content.ts';
import { PartyAnswers } from './PartyAnswers.tsx';
import { guestsComing } from './party-words.ts';

const PartyNews = v.object({
  host_name: v.string(),
  title: v.string(),
  starts_at: v.string(),
  place: v.string(),
  /** Agreed with us; `guests` said that they come. */
  head_count: v.number(),
  guests: v.number(),
  /** How many answers say something about allergies or health. */
  health_notes: v.number(),
  answers: v.array(
    v.object({
      response_id: v.string(),
      /** Of the adult who answered; null once they were forgotten. */
      name: v.nullable(v.string()),
      coming: v.boolean(),
      children: v.number(),
      adults: v.number(),
      kind: v.picklist(['new', 'changed']),
      /** Probably the same family once more; not counted. */
      again: v.boolean(),
    }),
  ),
});
export type PartyNews = v.InferOutput<typeof PartyNews>;

/** Mails to the host of a birthday party. */
export const partyTemplates: Record<string, Template> = {
  party_answers: (payload) => {
    const news = v.parse(PartyNews, payload);
    return {
      subject: `${news.title}: ${guestsComing(news.guests)} so far`,
      body: createElement(PartyAnswers, { news }),
    };
  },
};
