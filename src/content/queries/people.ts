import { defineQuery } from 'groq';

/** The teams in the order of their levels: White, Red, Black, X. */
export const teamsQuery = defineQuery(`*[_type == "team"] | order(order asc){
  _id, teamId, name, minAge, maxAge, minLevel, maxLevel, minChildren, maxChildren, description, story,
  tabLabel, tabColor, tabTextColor
}`);

export const levelsQuery = defineQuery(`*[_type == "level"] | order(order asc)`);

export const coachesQuery = defineQuery(`*[_type == "coach"] | order(order asc)`);

export const basesQuery = defineQuery(`*[_type == "base"] | order(order asc)`);

export const missionsQuery = defineQuery(`*[_type == "mission"] | order(order asc)`);

export const mediaLogosQuery = defineQuery(`*[_type == "mediaLogo"] | order(order asc)`);

export const testimonialsQuery = defineQuery(`*[_type == "testimonial"] | order(order asc)`);

export const faqTopicsQuery = defineQuery(`*[_type == "faqTopic"] | order(order asc)`);

export const faqsQuery = defineQuery(`*[_type == "faq"] | order(order asc)`);
