import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';

/** Rules of the shell (spec 1 §2 "Navigation bar", spec 2 §2 "Sticky elements"). No DOM. */
export interface Shell {
  /** Solid black, with the smaller logo. */
  solid: boolean;
  bar: boolean;
  mascot: boolean;
  callout: boolean;
}

/** `isBooking`: what is booked is in view, or chosen. What leads to a booking is out of the way then. */
export function shellAt(scrolled: number, viewport: number, width: number, isBooking = false): Shell {
  const roomy = width > timing.MOBILE_MAX_PX && !isBooking;
  return {
    solid: scrolled > timing.NAV_SOLID_PX,
    bar: !isBooking && scrolled > viewport * timing.STICKY_BAR_VIEWPORTS,
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

/** Whether a page has the light logo even before it is scrolled. */
export const hasLightLogo = (path: string, flagged: boolean): boolean => flagged || lightPages.includes(path);

/** A family's first pass is this many sessions (spec 2 §2). */
const SESSIONS = 6;

/** How many of them are booked; 0 where nothing is said. */
export const bookedOf = (creditsRemaining: number | null): number =>
  creditsRemaining === null ? 0 : Math.max(0, SESSIONS - creditsRemaining);

/** The cart button: what its badge says, and whether it can be pressed. */
export function cartButton(quantity: number): { disabled: boolean; label: string; badge: string } {
  if (!(quantity > 0)) return { disabled: true, label: 'Cart, empty', badge: '' };
  return {
    disabled: false,
    label: `Cart, ${quantity} ${quantity === 1 ? 'item' : 'items'}`,
    badge: String(quantity),
  };
}
