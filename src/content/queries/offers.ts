import { defineQuery } from 'groq';

export const passesQuery = defineQuery(`*[_type == "pass"] | order(order asc){
  _id, _rev, passId, kind, name, price, plannedPrices[]{ from, price }, saleTime{ from, until }, regularPrice, sessions, validityDays, validity, makeUps, renews, onePerChild,
  minAge, maxAge, description, features, badge, badgeColor, recommended, available, checkoutType, checkoutPath,
  cancellation
}`);

export const campTiersQuery = defineQuery(`*[_type == "campTier"] | order(order asc, _createdAt asc)`);

export const holidayPackagesQuery = defineQuery(`*[_type == "holidayPackage"] | order(order asc)`);

export const birthdayPackagesQuery = defineQuery(`*[_type == "birthdayPackage"] | order(order asc)`);
