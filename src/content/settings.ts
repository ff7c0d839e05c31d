import { brand, withProduct } from '../config/brand.ts';
import { today } from '../lib/dates.ts';
import { sanity } from './client.ts';
import { gapsIn, withDefaults, type WithGaps } from './gaps.ts';
import { ContentError, printReport, reportGaps, type Report } from './problem.ts';
import { siteSettingsQuery } from './queries.ts';
import type { SiteSettingsQueryResult } from './types.gen.ts';

type Document = NonNullable<SiteSettingsQueryResult>;

const type = 'siteSettings';
const noWords = { kicker: '', heading: '', lead: '' };
const noBooking = {
  ...{ teamHeading: '', teamHint: '', sessionHeading: '', sessionHint: '', passHeading: '', passHint: '' },
  ...noWords,
};

/** Name, contact, claims and the words of the home page. */
export type SiteSettings = ReturnType<typeof toSiteSettings>;

export async function getSiteSettings(report: Report = printReport): Promise<SiteSettings> {
  return toSiteSettings(await sanity().fetch(siteSettingsQuery), report);
}

export function toSiteSettings(document: SiteSettingsQueryResult, report: Report, now: Date = new Date()) {
  const named = { _id: document?._id ?? type, type, title: 'Settings' };
  if (!document) throw new ContentError(named, 'is not published.');
  const defaults: Partial<Document> = {
    name: brand.name,
    metaTitle: brand.name,
    metaDescription: '',
    hero: { _type: 'hero', ...noWords },
    booking: { _type: 'bookingSection', ...noBooking },
    passFootnotes: [],
  };
  const gaps = gapsIn(document, ['name', 'metaTitle', 'metaDescription', 'hero', 'booking']);
  if (gaps.length > 0) reportGaps(named, gaps, 'the page is built without', report);
  const needed = gapsIn(document, ['foundingYear', 'contact', 'claims']);
  if (needed.length > 0) throw new ContentError(named, `lacks ${needed.join(', ')}.`);
  const filled = withDefaults(document, defaults);
  return {
    name: filled.name,
    foundingYear: filled.foundingYear,
    /** Whole years since the founding, by Singapore's calendar. */
    years: Number(today(now).slice(0, 4)) - filled.foundingYear,
    contact: {
      ...filled.contact,
      whatsappLink: whatsappLink(filled.contact),
    },
    claims: filled.claims,
    hero: words({ ...noWords, ...filled.hero }),
    booking: words({ ...noBooking, ...filled.booking }),
    passFootnotes: (filled.passFootnotes ?? []).map(withProduct),
    metaTitle: withProduct(filled.metaTitle),
    metaDescription: withProduct(filled.metaDescription),
  };
}

/** Opens a chat with us; only digits make a number there. */
function whatsappLink({ whatsapp }: WithGaps<Document['contact']>): string {
  return `https://wa.me/${(whatsapp ?? '').replace(/\D/g, '')}`;
}

/** Every text of a group with the product word in it. */
function words<T extends Record<string, string>>(group: T): T {
  const texts: [string, string | null][] = Object.entries(group);
  return Object.fromEntries(texts.map(([name, text]) => [name, withProduct(text ?? '')])) as T;
}
