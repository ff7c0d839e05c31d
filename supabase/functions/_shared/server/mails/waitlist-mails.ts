import { createElement } from 'react';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { WaitedTerms } from '../../contract/waitlists.ts';
import { whoAndWhere } from '../../contract/place-names.ts';
import type { Template } from './content.ts';
import { Names } from './order.ts';
import { WaitlistCancelledByUs } from './WaitlistCancelledByUs.tsx';
import { WaitlistConfirm } from './WaitlistConfirm.tsx';
import { WaitlistJoined } from './WaitlistJoined.tsx';
import { WaitlistOffer } from './WaitlistOffer.tsx';
import { WaitlistOpen } from './WaitlistOpen.tsx';
import { WaitlistRemoved } from './WaitlistRemoved.tsx';
import { say } from './say.ts';

const place = { session: v.nullable(OrderSession), camp: v.nullable(QuoteCamp) };
const Waiting = v.object({
  ...place,
  /** The secret that opens the entry. Only a mail to its holder may contain it. */
  secret: v.string(),
  places: v.number(),
});
/** The mail to an unconfirmed address. It contains no text that the sender could have chosen. */
const UnconfirmedEntry = v.object({
  ...Waiting.entries,
  token: v.string(),
  again: v.boolean(),
  hours: v.number(),
});
const named = { parent_name: v.nullable(v.string()), children: Names };
const JoinedEntry = v.object({ ...Waiting.entries, ...named, position: v.number() });
const OfferedSpots = v.object({
  ...Waiting.entries,
  ...named,
  expires_at: v.string(),
  terms: v.optional(v.nullable(WaitedTerms), null),
});
const OpenSpots = v.object({ ...Waiting.entries, ...named });
const RemovedEntry = v.object({ ...place, ...named, places: v.number() });
const CancelledByUs = v.object({
  ...place,
  ...named,
  reason: v.nullable(v.string()),
  other_sessions: v.array(OrderSession),
  other_camps: v.array(QuoteCamp),
});
export type UnconfirmedEntry = v.InferOutput<typeof UnconfirmedEntry>;
export type RemovedEntry = v.InferOutput<typeof RemovedEntry>;
export type OpenSpots = v.InferOutput<typeof OpenSpots>;
export type CancelledByUs = v.InferOutput<typeof CancelledByUs>;
export type JoinedEntry = v.InferOutput<typeof JoinedEntry>;
export type OfferedSpots = v.InferOutput<typeof OfferedSpots>;

export const waitlistTemplates: Record<string, Template> = {
  waitlist_confirm: (payload, siteUrl) => {
    const entry = v.parse(UnconfirmedEntry, payload);
    return {
      subject: say`${entry.again ? say`Still to confirm` : say`Please confirm`}: the waitlist${about(entry, ' for ')}`,
      body: createElement(WaitlistConfirm, {
        entry,
        url: `${entryUrl(entry, siteUrl)}&confirm=${entry.token}`,
      }),
    };
  },
  waitlist_joined: (payload, siteUrl) => {
    const entry = v.parse(JoinedEntry, payload);
    return {
      subject: say`You’re on the waitlist${about(entry, ': ')}`,
      body: createElement(WaitlistJoined, { entry, url: entryUrl(entry, siteUrl) }),
    };
  },
  waitlist_offer: (payload, siteUrl) => {
    const entry = v.parse(OfferedSpots, payload);
    return {
      subject: `${entry.places === 1 ? say`A spot is` : say`${entry.places} spots are`} free${about(entry, ': ')}`,
      body: createElement(WaitlistOffer, {
        entry,
        url: entryUrl(entry, siteUrl),
        orderUrl: `${siteUrl}/checkout?waitlist=${entry.secret}`,
      }),
    };
  },
  waitlist_open: (payload, siteUrl) => {
    const entry = v.parse(OpenSpots, payload);
    return {
      subject: say`Now open to everyone${about(entry, ': ')}`,
      body: createElement(WaitlistOpen, { entry, url: entryUrl(entry, siteUrl), siteUrl }),
    };
  },
  waitlist_removed: (payload, siteUrl) => {
    const entry = v.parse(RemovedEntry, payload);
    return {
      subject: say`No longer held${about(entry, ': ', say`: your waitlist`)}`,
      body: createElement(WaitlistRemoved, { entry, siteUrl }),
    };
  },
  waitlist_cancelled_by_us: (payload, siteUrl) => {
    const entry = v.parse(CancelledByUs, payload);
    return {
      subject: say`Cancelled${about(entry, ': ', say`: your waitlist`)}`,
      body: createElement(WaitlistCancelledByUs, { entry, siteUrl }),
    };
  },
};

function about(
  {
    children = [],
    session,
    camp,
  }: Pick<CancelledByUs, 'session' | 'camp'> & { children?: readonly string[] },
  before: string,
  none = '',
): string {
  return session || camp ? before + whoAndWhere(children, { session, camp }) : none;
}

const entryUrl = ({ secret }: v.InferOutput<typeof Waiting>, siteUrl: string) =>
  `${siteUrl}/waitlist?entry=${secret}`;
