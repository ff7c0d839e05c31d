import { aboutPage } from './about.ts';
import { birthdaysPage } from './birthdays/page.ts';
import { campsNewPage } from './camps/all.ts';
import { bundleItem } from './camps/bundle-item.ts';
import { dayPlan } from './camps/day-plan.ts';
import { campsPage } from './camps/page.ts';
import { checkoutPage } from './checkout.ts';
import { costRow } from './epic/cost-row.ts';
import { epicDay } from './epic/day.ts';
import { epicPage } from './epic/page.ts';
import { homePage } from './home/page.ts';
import { homeParts } from './home/sections.ts';
import { notFoundPage } from './not-found.ts';
import { chatButton } from './parts/chat-button.ts';
import { picturePoint } from './parts/picture-point.ts';
import { point } from './parts/point.ts';
import { timedPoint } from './parts/timed-point.ts';
import { timedStep } from './parts/timed-step.ts';
import { passesPage } from './passes.ts';
import { successPage } from './success.ts';
import { teamPassesPage } from './team-passes.ts';
import { tryOutPage } from './try-out.ts';

const documents = [
  homePage,
  campsPage,
  campsNewPage,
  epicPage,
  tryOutPage,
  passesPage,
  teamPassesPage,
  birthdaysPage,
  aboutPage,
  checkoutPage,
  successPage,
  notFoundPage,
];
const parts = [point, picturePoint, timedPoint, timedStep, chatButton, bundleItem, dayPlan, costRow, epicDay];

/** Every page that is a single document, and the types that pages consist of. */
export const pageTypes = [...documents, ...homeParts, ...parts];
