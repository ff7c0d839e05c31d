import { createElement } from 'react';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import type { Template } from './content.ts';
import { WaitlistCalledOff } from './WaitlistCalledOff.tsx';
import { WaitlistConfirm } from './WaitlistConfirm.tsx';
import { WaitlistJoined } from './WaitlistJoined.tsx';
import { WaitlistOffer } from './WaitlistOffer.tsx';

const place = { session: v.nullable(OrderSession), camp: v.nullable(QuoteCamp) };
const Waiting = v.object({
  ...place,
  /** The way back to the entry; only its holder's mail may carry it. */
  secret: v.string(),
  places: v.number(),
});
/** To an address that nobody has confirmed: it says nothing that whoever typed it could have chosen. */
const Unconfirmed = v.object({
  ...Waiting.entries,
  token: v.string(),
  again: v.boolean(),
  /** How long there is for it. */
  hours: v.number(),
});
const named = { parent_name: v.nullable(v.string()) };
const Joined = v.object({ ...Waiting.entries, ...named, position: v.number() });
const Offered = v.object({
  ...Waiting.entries,
  ...named,
  expires_at: v.string(),
  /** For one child, before rebates. */
  price_cents: v.optional(v.nullable(v.number()), null),
});
const CalledOff = v.object({
  ...place,
  ...named,
  reason: v.nullable(v.string()),
  other_sessions: v.array(OrderSession),
  other_camps: v.array(QuoteCamp),
});
export type Unconfirmed = v.InferOutput<typeof Unconfirmed>;
export type CalledOff = v.InferOutput<typeof CalledOff>;
export type Joined = v.InferOutput<typeof Joined>;
export type Offered = v.InferOutput<typeof Offered>;

/** Mails to families that wait for a place. */
export const waitlistTemplates: Record<string, Template> = {
  waitlist_confirm: (payload, siteUrl) => {
    const entry = v.parse(Unconfirmed, payload);
    return {
      subject: `${entry.again ? 'Still to confirm' : 'Please confirm'}: the waitlist for ${name(entry)}`,
      body: createElement(WaitlistConfirm, {
        entry,
        url: `${entryUrl(entry, siteUrl)}&confirm=${entry.token}`,
      }),
    };
  },
  waitlist_joined: (payload, siteUrl) => {
    const entry = v.parse(Joined, payload);
    return {
      subject: `You're on the list: ${name(entry)}`,
      body: createElement(WaitlistJoined, { entry, url: entryUrl(entry, siteUrl) }),
    };
  },
  waitlist_offer: (payload, siteUrl) => {
    const entry = v.parse(Offered, payload);
    return {
      subject: `${entry.places === 1 ? 'A place is' : `${entry.places} places are`} free: ${name(entry)}`,
      body: createElement(WaitlistOffer, {
        entry,
        url: entryUrl(entry, siteUrl),
        orderUrl: `${siteUrl}/checkout?waitlist=${entry.secret}`,
      }),
    };
  },
  waitlist_called_off: (payload, siteUrl) => {
    const entry = v.parse(CalledOff, payload);
    return {
      subject: `Called off: ${name(entry)}`,
      body: createElement(WaitlistCalledOff, { entry, siteUrl }),
    };
  },
};

const name = ({ session, camp }: Pick<CalledOff, 'session' | 'camp'>) =>
  session?.class_type ?? camp?.name ?? '';

const entryUrl = ({ secret }: v.InferOutput<typeof Waiting>, siteUrl: string) =>
  `${siteUrl}/waitlist?entry=${secret}`;
