import { defineQuery } from 'groq';

/** Types of what these return are generated: `npm run types` (`types.gen.ts`). */

/** With the bases of the camps, which every foot names, and their day, which many texts do. */
export const siteSettingsQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ...,
  "bases": *[_type == "base" && use != "classes" && defined(name) && defined(mapUrl)] | order(order asc){ name, mapUrl },
  "day": *[_type == "campTier" && defined(extendedDay.start) && defined(extendedDay.end)] | order(order asc)[0].extendedDay{ start, end }
}`);

export const proofSettingsQuery = defineQuery(`*[_type == "proofSettings" && _id == "proofSettings"][0]`);

export const assistantQuery = defineQuery(`*[_type == "assistant" && _id == "assistant"][0]`);

export const writtenAnswersQuery = defineQuery(`*[_type == "writtenAnswer"] | order(_createdAt asc)`);

export const quizQuery = defineQuery(`*[_type == "quiz" && _id == "quiz"][0]`);

/** One of each kind; the newest where there are two. */
export const popupsQuery = defineQuery(`*[_type == "popup"] | order(_createdAt asc)`);

export const formsQuery = defineQuery(`*[_type == "form"] | order(_createdAt asc)`);

export const redirectsQuery = defineQuery(`*[_type == "redirect"] | order(from asc)`);

/** The three legal pages. */
export const legalPagesQuery = defineQuery(`*[_type == "legalPage"] | order(page asc){
  _id, _updatedAt, page, title, validFrom, introduction, sections[]{ heading, text, items }, metaDescription
}`);
