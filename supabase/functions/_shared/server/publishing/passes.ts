import * as v from 'valibot';
import { ageFields, optionalBoolean, offerFields, wholeNumber, textUpTo } from './fields.ts';

export const Pass = v.object({
  ...offerFields,
  ...ageFields,
  kind: v.nullish(v.picklist(['pass', 'team_pass'], 'must be “pass” or “team pass”')),
  passId: textUpTo(40),
  sessions: wholeNumber(1, 1000),
  validityDays: v.nullish(wholeNumber(1, 3660)),
  checkoutType: textUpTo(40),
  makeUps: v.nullish(wholeNumber(0, 1000)),
  pauseDays: v.nullish(wholeNumber(0, 366)),
  pauses: v.nullish(wholeNumber(0, 20)),
  pauseNoticeDays: v.nullish(wholeNumber(0, 60)),
  siblingCredits: optionalBoolean,
  onePerChild: optionalBoolean,
  renews: optionalBoolean,
});

export const passDetails = (pass: v.InferOutput<typeof Pass>) => ({
  pass_id: pass.passId,
  sessions: pass.sessions,
  validity_days: pass.validityDays ?? null,
  checkout_type: pass.checkoutType,
  ...(pass.minAge ? { min_age: pass.minAge } : {}),
  ...(pass.maxAge ? { max_age: pass.maxAge } : {}),
  make_ups: pass.makeUps ?? 0,
  pause_days: pass.pauseDays ?? 0,
  pauses: pass.pauses ?? 0,
  pause_notice_days: pass.pauseNoticeDays ?? 0,
  sibling_credits: pass.siblingCredits ?? false,
  once_per_child: pass.onePerChild ?? false,
  renews: pass.renews ?? false,
});
