import { birthdayPackage } from './documents/birthday-package.ts';
import { campTier } from './documents/camp-tier.ts';
import { holidayPackage } from './documents/holiday-package.ts';
import { pass } from './documents/pass.ts';
import { extendedDay, siblingRebate, transportOption } from './objects/camp-terms.ts';
import { refundRule } from './objects/refund-rule.ts';
import { plannedPrice } from './objects/planned-price.ts';
import { rung } from './objects/rung.ts';

export const commerceTypes = [
  campTier,
  pass,
  holidayPackage,
  birthdayPackage,
  rung,
  plannedPrice,
  siblingRebate,
  extendedDay,
  transportOption,
  refundRule,
];
