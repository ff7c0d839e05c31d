import type { Step } from './step.ts';
import { authSteps } from './steps/auth.ts';
import { databaseSteps } from './steps/database.ts';
import { functionSteps } from './steps/functions.ts';
import { backupSteps, projectSteps } from './steps/project.ts';
import { previewSteps } from './steps/preview.ts';
import { resendSteps } from './steps/resend.ts';
import { runningSteps } from './steps/running-system.ts';
import { safetySteps } from './steps/safety.ts';
import { contentSteps, sanitySteps, studioSteps } from './steps/sanity.ts';
import { hostSteps, siteSteps } from './steps/site.ts';
import { staffSteps } from './steps/staff.ts';
import { stripeSteps } from './steps/stripe.ts';
import { timerSteps } from './steps/timer.ts';

/** All steps from empty accounts to the first parent, in the order in which they can be done. */
export const steps: readonly Step[] = [
  ...projectSteps,
  ...databaseSteps,
  ...safetySteps,
  ...sanitySteps,
  ...stripeSteps,
  ...resendSteps,
  ...hostSteps,
  ...functionSteps,
  ...timerSteps,
  ...authSteps,
  ...contentSteps,
  ...studioSteps,
  ...siteSteps,
  ...runningSteps,
  ...previewSteps,
  ...staffSteps,
  ...backupSteps,
];
