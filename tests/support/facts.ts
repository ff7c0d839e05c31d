import type { Facts } from '#content/fill/facts.ts';

/** Facts of the settings, in the form in which loaders fill them into texts. */
export const facts: Facts = {
  years: 25,
  foundingYear: 2001,
  families: '100,000+ families',
  rating: 4.9,
  childrenPerCoach: 5,
  dayStart: '8.30 am',
  dayEnd: '5.00 pm',
  missions: 18,
  fewestMissions: 6,
  mostMissions: 10,
  usualStart: '9.00 am',
  usualEnd: '3.30 pm',
  extraHours: 2,
  allAges: '5–13',
  campAges: '7–13',
  sparkAges: '7–12',
  igniteAges: '7–12',
  epicAges: '7–13',
  classAges: '5–12',
  groupSize: '4–6',
  whatsapp: '+65 8000 0000',
};
