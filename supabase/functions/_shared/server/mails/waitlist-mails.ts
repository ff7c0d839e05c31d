import { createElement } from 'react';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import type { Template } from './content.ts';
import { WaitlistJoined } from './WaitlistJoined.tsx';
import { WaitlistOffer } from './WaitlistOffer.tsx';

const Waiting = v.object({
  /** The way back to the entry; only its holder's mail may carry it. */
  secret: v.string(),
  parent_name: v.nullable(v.string()),
  places: v.number(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
});
const Joined = v.object({ ...Waiting.entries, position: v.number() });
const Offered = v.object({ ...Waiting.entries, expires_at: v.string() });
export type Joined = v.InferOutput<typeof Joined>;
export type Offered = v.InferOutput<typeof Offered>;

/** Mails to families that wait for a place. */
export const waitlistTemplates: Record<string, Template> = {
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
      subject: `A place is free: ${name(entry)}`,
      body: createElement(WaitlistOffer, { entry, url: entryUrl(entry, siteUrl) }),
    };
  },
};

const name = ({ session, camp }: Joined | Offered) => session?.class_type ?? camp?.name ?? '';

const entryUrl = ({ secret }: Joined | Offered, siteUrl: string) => `${siteUrl}/waitlist?entry=${secret}`;
