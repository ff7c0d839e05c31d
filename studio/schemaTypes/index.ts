import { legalPage } from './documents/legal-page.ts';
import { pass } from './documents/pass.ts';
import { team } from './documents/team.ts';
import { claims } from './objects/claims.ts';
import { contact } from './objects/contact.ts';
import { hero } from './objects/hero.ts';
import { bookingSection } from './objects/booking-section.ts';
import { siteSettings } from './singletons/site-settings.ts';

export const schemaTypes = [siteSettings, team, pass, legalPage, contact, claims, hero, bookingSection];
