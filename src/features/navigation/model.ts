import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';

/** Rules of the bars around a page (spec 1 §2 "Navigation bar", spec 2 §2 "Sticky elements"). No DOM. */
export interface Shell {
  /** Solid black, with the smaller logo. */
  solid: boolean;
  bar: boolean;
  mascot: boolean;
  callout: boolean;
}

/** `isBooking`: links to a booking are hidden. `hasOwnBar`: two bars at the foot would be in the way. */
export function shellAt(
  scrolled: number,
  viewport: number,
  width: number,
  { isBooking = false, hasOwnBar = false } = {},
): Shell {
  const isWide = width > timing.MOBILE_MAX_PX;
  const roomy = isWide && !isBooking;
  return {
    solid: scrolled > timing.NAV_SOLID_PX,
    bar: !isBooking && !hasOwnBar && scrolled > viewport * timing.STICKY_BAR_VIEWPORTS,
    mascot: roomy && scrolled > viewport * timing.MASCOT_VIEWPORTS,
    callout: roomy && scrolled > viewport * timing.CALLOUT_VIEWPORTS,
  };
}

const lightPages: readonly string[] = [
  paths.home,
  paths.birthdayRsvp,
  paths.tryOut,
  paths.camps,
  paths.birthdays,
  paths.passes,
  paths.teamPasses,
];

/** Whether a page has the light logo before it is scrolled. */
export const hasLightLogo = (path: string, flagged: boolean): boolean => flagged || lightPages.includes(path);

/** Number of sessions of a family's first pass (spec 2 §2). */
const SESSIONS = 6;

/** How many of them are booked; 0 if the credits are unknown. */
export const bookedOf = (creditsRemaining: number | null): number =>
  creditsRemaining === null ? 0 : Math.max(0, SESSIONS - creditsRemaining);

/** The cart button's badge and label, and whether it can be pressed. */
export function cartButton(quantity: number): { disabled: boolean; label: string; badge: string } {
  if (!(quantity > 0)) return { disabled: true, label: 'Cart, empty', badge: '' };
  return {
    disabled: false,
    label: `Cart, ${quantity} ${quantity === 1 ? 'item' : 'items'}`,
    badge: String(quantity),
  };
}
