import { createElement } from 'react';
import * as v from 'valibot';
import type { Template } from './content.ts';
import { PartyAnswers } from './PartyAnswers.tsx';
import { partyFile } from './calendar.ts';
import { PartyReminder } from './PartyReminder.tsx';
import { PartyNotice } from './PartyNotice.tsx';
import { guestsComing, partyNoticeMessages } from './party-messages.ts';
import { RsvpCopy } from './RsvpCopy.tsx';
import { say } from './say.ts';

const PartyNews = v.object({
  host_name: v.string(),
  title: v.string(),
  starts_at: v.string(),
  place: v.string(),
  head_count: v.number(),
  guests: v.number(),
  health_notes: v.number(),
  answers: v.array(
    v.object({
      response_id: v.string(),
      name: v.nullable(v.string()),
      coming: v.boolean(),
      children: v.number(),
      adults: v.number(),
      kind: v.picklist(['new', 'changed']),
      again: v.boolean(),
    }),
  ),
});
export type PartyNews = v.InferOutput<typeof PartyNews>;

const Copy = v.object({
  title: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  place: v.string(),
  coming: v.boolean(),
  children: v.number(),
  adults: v.number(),
  response_id: v.string(),
  /** The time of the answer. It makes the calendar file the same each time. */
  updated_at: v.string(),
  secret: v.string(),
  token: v.string(),
});
export type Copy = v.InferOutput<typeof Copy>;

const GuestNotice = v.object({
  ...Copy.entries,
  kind: v.picklist(['reminder', 'moved', 'cancelled', 'back']),
});
export type GuestNotice = v.InferOutput<typeof GuestNotice>;

const Reminder = v.object({
  ...v.pick(PartyNews, ['host_name', 'title', 'starts_at', 'place', 'head_count', 'guests']).entries,
  answers: v.number(),
  secret: v.string(),
});
export type Reminder = v.InferOutput<typeof Reminder>;

export const partyTemplates: Record<string, Template> = {
  party_answers: (payload) => {
    const news = v.parse(PartyNews, payload);
    return {
      subject: say`${news.title}: ${guestsComing(news.guests)} so far`,
      body: createElement(PartyAnswers, { news }),
    };
  },
  rsvp_copy: (payload, siteUrl) => {
    const copy = v.parse(Copy, payload);
    return {
      subject: copy.coming
        ? say`You are coming: ${copy.title}`
        : say`Your reply: you can’t make it to ${copy.title}`,
      body: createElement(RsvpCopy, {
        copy,
        url: `${siteUrl}/birthday-rsvp?party=${copy.secret}#${copy.token}`,
      }),
      calendar: copy.coming ? { filename: 'party.ics', content: partyFile(copy, siteUrl) } : null,
    };
  },
  party_notice: (payload, siteUrl) => {
    const notice = v.parse(GuestNotice, payload);
    return {
      subject: `${partyNoticeMessages()[notice.kind].subject}: ${notice.title}`,
      body: createElement(PartyNotice, {
        notice,
        url: `${siteUrl}/birthday-rsvp?party=${notice.secret}#${notice.token}`,
      }),
      calendar:
        notice.kind === 'cancelled'
          ? { filename: 'cancelled.ics', content: partyFile(notice, siteUrl, true) }
          : { filename: 'party.ics', content: partyFile(notice, siteUrl) },
    };
  },
  party_reminder: (payload, siteUrl) => {
    const reminder = v.parse(Reminder, payload);
    return {
      subject: say`${reminder.title}: who has not answered yet?`,
      body: createElement(PartyReminder, {
        reminder,
        url: `${siteUrl}/birthday-rsvp?party=${reminder.secret}`,
      }),
    };
  },
};
