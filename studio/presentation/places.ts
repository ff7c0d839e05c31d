import type { DocumentLocation } from 'sanity/presentation';
import { paths } from '../../src/config/paths.ts';

const place = (title: string, href: string): DocumentLocation => ({ title, href });

const home = place('Home', paths.home);
const camps = place('Camps', paths.camps);
const epic = place('EPIC camp', '/camps/epic');
const book = place('Book a camp', '/camps/book');
const passes = place('Passes', paths.passes);
const teamPasses = place('Team passes', '/team-passes');
const tryOut = place('Try-out', paths.tryOut);
const birthdays = place('Birthdays', paths.birthdays);
const about = place('About us', paths.about);
const checkout = place('Checkout', paths.checkout);
const form = place('Birthday form', '/birthday-rsvp');

/** Where families read a document of each type; every page carries the settings. */
export const places: Record<string, DocumentLocation[]> = {
  siteSettings: [home, about],
  proofSettings: [home, camps],
  homePage: [home],
  campsPage: [camps],
  campsNewPage: [place('Camps, the other page', '/camps-new')],
  epicPage: [epic],
  tryOutPage: [tryOut, place('Try-out for kids', paths.tryOutForKids)],
  passesPage: [passes],
  teamPassesPage: [teamPasses],
  birthdaysPage: [birthdays],
  aboutPage: [about],
  checkoutPage: [checkout],
  successPage: [place('After the payment', paths.paymentSuccess)],
  notFoundPage: [place('Page not found', '/404')],
  quiz: [place('Quiz', '/quiz')],
  campTier: [camps, book],
  pass: [home, passes],
  holidayPackage: [passes],
  birthdayPackage: [birthdays],
  team: [home],
  level: [home],
  base: [camps],
  coach: [home, about],
  testimonial: [home, camps],
  faqTopic: [home, camps],
  faq: [home, camps],
  mediaLogo: [home],
  mission: [camps],
  form: [form],
  popup: [home],
};
