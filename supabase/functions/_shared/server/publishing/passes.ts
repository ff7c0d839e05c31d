import * as v from 'valibot';
import { ages, flag, sold, whole, words } from './fields.ts';

export const Pass = v.object({
  ...sold,
  ...ages,
  kind: v.nullish(v.picklist(['pass', 'team_pass'], 'must be “pass” or “team pass”')),
  passId: words(40),
  sessions: whole(1, 1000),
  validityDays: v.nullish(whole(1, 3660)),
  checkoutType: words(40),
  makeUps: v.nullish(whole(0, 1000)),
  onePerChild: flag,
  renews: flag,
});

export const passDetails = (pass: v.InferOutput<typeof Pass>) => ({
  pass_id: pass.passId,
  sessions: pass.sessions,
  validity_days: pass.validityDays ?? null,
  checkout_type: pass.checkoutType,
  ...(pass.minAge ? { min_age: pass.minAge } : {}),
  ...(pass.maxAge ? { max_age: pass.maxAge } : {}),
  make_ups: pass.makeUps ?? 0,
  once_per_child: pass.onePerChild ?? false,
  renews: pass.renews ?? false,
});
