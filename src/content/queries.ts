import { defineQuery } from 'groq';

/** Types of what these return are generated: `npm run types` (`types.gen.ts`). */

export const siteSettingsQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  _id, name, foundingYear, contact, claims, hero, booking, passFootnotes, metaTitle, metaDescription
}`);

/** White, Red, Black, X: the order of the levels. */
export const teamsQuery = defineQuery(`*[_type == "team"] | order(order asc){
  _id, teamId, name, minAge, maxAge, minLevel, maxLevel, minChildren, maxChildren, description,
  tabLabel, tabColor, tabTextColor
}`);

/** The three legal pages. */
export const legalPagesQuery = defineQuery(`*[_type == "legalPage"] | order(page asc){
  _id, _updatedAt, page, title, validFrom, introduction, sections[]{ heading, text, items }, metaDescription
}`);

/** `price` and `regularPrice` in S$, as editors write them; `_rev` says which publication they come from. */
export const passesQuery = defineQuery(`*[_type == "pass"] | order(order asc){
  _id, _rev, passId, name, price, regularPrice, sessions, validityDays, validity, makeUps, onePerChild, minAge, maxAge,
  description, features, badge, badgeColor, recommended, available, checkoutType, checkoutPath, cancellation
}`);
