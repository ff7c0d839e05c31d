import { defineQuery } from 'groq';

/** `npm run types` generates the result types of these queries (`types.gen.ts`). */

/**
 * The settings of the site. The query also reads the camps' bases, which every footer lists, and facts that many texts
 * mention: hours, ages and group sizes.
 */
export const siteSettingsQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ...,
  "bases": *[_type == "base" && use != "classes" && defined(name) && defined(mapUrl)] | order(order asc){ name, mapUrl },
  "day": *[_type == "campTier" && defined(extendedDay.start) && defined(extendedDay.end)] | order(order asc)[0].extendedDay{ start, end },
  "tiers": *[_type == "campTier" && defined(tier) && defined(minAge) && defined(maxAge)]{ tier, minAge, maxAge },
  "teams": *[_type == "team" && defined(minAge) && defined(maxAge)]{ minAge, maxAge, minChildren, maxChildren }
}`);

export const proofSettingsQuery = defineQuery(`*[_type == "proofSettings" && _id == "proofSettings"][0]`);

export const assistantQuery = defineQuery(`*[_type == "assistant" && _id == "assistant"][0]`);

export const writtenAnswersQuery = defineQuery(`*[_type == "writtenAnswer"] | order(_createdAt asc)`);

export const quizQuery = defineQuery(`*[_type == "quiz" && _id == "quiz"][0]`);

/** The popups. Only the newest of each kind is used. */
export const popupsQuery = defineQuery(`*[_type == "popup"] | order(_createdAt asc)`);

/** The campaign popups. The campaign that began last comes first. If a page has several, the first one opens. */
export const campaignPopupsQuery = defineQuery(
  `*[_type == "campaignPopup"] | order(showing.from desc, _createdAt desc){
    ..., "paths": blockPages[]->address
  }`,
);

export const formsQuery = defineQuery(`*[_type == "form"] | order(_createdAt asc)`);

export const redirectsQuery = defineQuery(`*[_type == "redirect"] | order(from asc)`);

export const legalPagesQuery = defineQuery(`*[_type == "legalPage"] | order(page asc){
  _id, _updatedAt, page, title, validFrom, introduction, sections[]{ heading, text, items }, metaDescription
}`);
