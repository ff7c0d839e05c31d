import type { TierId } from '#contract/tiers.ts';
import { withProduct } from '#config/brand.ts';
import { formatTime, today } from '#domain/dates.ts';
import { formatRange } from '#domain/range.ts';
import { siteNow } from '#domain/site-now.ts';
import { sanity } from './client.ts';
import type { Facts } from './fill/facts.ts';
import { fillDocument } from './fill/fill.ts';
import type { Filled, Seo } from './fill/filled-types.ts';
import { gapsIn } from './empty-fields.ts';
import { loadOnce } from './load-once.ts';
import { ContentError, type DocumentRef, type Report } from './problem.ts';
import { siteSettingsQuery } from './queries/settings.ts';
import type { SiteSettingsQueryResult } from './types.gen.ts';

export type SiteSettings = Awaited<ReturnType<typeof toSiteSettings>>;

export const getSiteSettings = loadOnce(async (report): Promise<SiteSettings> => {
  return toSiteSettings(await sanity().fetch(siteSettingsQuery), report);
});

/** Returns the settings. Throws if the document lacks the contact, or a number that pages cannot do without. */
export async function toSiteSettings(
  document: SiteSettingsQueryResult,
  report: Report,
  now: Date = siteNow(),
) {
  const type = 'siteSettings';
  const documentRef: DocumentRef = { _id: document?._id ?? type, type, title: 'Settings' };
  if (!document)
    throw new ContentError(
      documentRef,
      'is not published, or not to be read: a private dataset needs SANITY_READ_TOKEN and looks empty without it.',
    );
  const needed = gapsIn(document, ['foundingYear', 'contact', 'claims']);
  if (needed.length > 0) throw new ContentError(documentRef, `lacks ${needed.join(', ')}.`);
  const facts = toFacts(document, now);
  const filled = await fillDocument(document, { facts, report, now });
  // Many texts mention the numbers of the claims.
  if (!filled?.contact || !filled.claims)
    throw new ContentError(documentRef, 'lacks a number among its claims.');
  const { contact, claims, announcement, ...rest } = filled;
  return {
    ...rest,
    years: facts.years,
    contact: { ...contact, whatsappLink: `https://wa.me/${digits(contact.whatsapp)}` },
    claims,
    announcement: buildAnnouncement(announcement),
    bases: document.bases.map(({ name, mapUrl }) => ({ name: withProduct(name), mapUrl })),
    facts,
  };
}

type Announcement = NonNullable<Filled<NonNullable<SiteSettingsQueryResult>>['announcement']>;

/**
 * Returns the announcement bar. `endsAt` is in milliseconds, so that a page that was built earlier can hide the bar.
 * If it is null, the bar is shown until an editor switches it off.
 */
export function buildAnnouncement(announcement: Announcement | null) {
  if (!announcement?.shown || !announcement.text) return null;
  const { text, link, showing } = announcement;
  return { text, link, endsAt: showing?.until ? Date.parse(showing.until) : null };
}

/** The hours that are used if no camp in the content has hours (spec 2 §9). */
const USUAL_DAY = { start: '09:00', end: '15:00' };

function toFacts(
  { foundingYear, contact, claims, day, tiers, teams }: NonNullable<SiteSettingsQueryResult>,
  now: Date,
): Facts {
  const usual = claims.usualDay ?? USUAL_DAY;
  const { start, end } = day ?? usual;
  const ofTier = (tier: TierId) => formatAges(tiers.filter((one) => one.tier === tier));
  return {
    // The number of whole years since the founding, by Singapore's calendar.
    years: Number(today(now).slice(0, 4)) - foundingYear,
    foundingYear,
    families: claims.families,
    rating: claims.rating,
    childrenPerCoach: claims.childrenPerCoach,
    missions: claims.missions,
    fewestMissions: claims.fewestMissions,
    mostMissions: claims.mostMissions,
    dayStart: formatTime(start),
    dayEnd: formatTime(end),
    usualStart: formatTime(usual.start),
    usualEnd: formatTime(usual.end),
    extraHours: hoursBetween(start, end) - hoursBetween(usual.start, usual.end),
    allAges: formatAges([...tiers, ...teams]),
    campAges: formatAges(tiers),
    sparkAges: ofTier('spark'),
    igniteAges: ofTier('ignite'),
    epicAges: ofTier('epic'),
    classAges: formatAges(teams),
    groupSize: widestRange(
      teams.map(({ minChildren }) => minChildren),
      teams.map(({ maxChildren }) => maxChildren),
    ),
    whatsapp: contact.whatsapp,
  };
}

const formatAges = (offers: readonly { minAge: number; maxAge: number }[]): string =>
  widestRange(
    offers.map(({ minAge }) => minAge),
    offers.map(({ maxAge }) => maxAge),
  );

/**
 * Returns a range such as "7–13", from the lowest to the highest value. Returns an empty text if there are no values.
 */
const widestRange = (lowest: readonly number[], highest: readonly number[]): string =>
  lowest.length === 0 ? '' : formatRange(Math.min(...lowest), Math.max(...highest));

/** Returns the hours between two times of a day, such as "08:30" and "17:00". */
function hoursBetween(start: string, end: string): number {
  const [from, to] = [start, end].map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours + minutes / 60;
  });
  return (to ?? 0) - (from ?? 0);
}

/** Returns a page's own texts for search engines. The settings provide the missing ones. */
export function buildSeo(seo: Seo | null, settings: SiteSettings): Seo {
  return {
    title: firstOf(seo?.title, settings.metaTitle, settings.name),
    description: firstOf(seo?.description, settings.metaDescription),
    shareImage: seo?.shareImage ?? settings.shareImage,
    noIndex: seo?.noIndex ?? false,
  };
}

const firstOf = (...texts: (string | undefined)[]) => texts.find(Boolean) ?? '';

/** Returns the digits of a number. The address of a WhatsApp chat contains nothing else. */
const digits = (number: string) => number.replace(/\D/g, '');
