import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';

/**
 * How the navigation bar looks, and which elements float over the page (spec 1 §2 "Navigation bar", spec 2 §2 "Sticky
 * elements").
 */
export interface Shell {
  /** True if the bar is black and has the smaller logo. */
  solid: boolean;
  /** True if the sticky bar is shown at the foot of the page. */
  bar: boolean;
  mascot: boolean;
  callout: boolean;
}

/**
 * Returns the look of the bar. Lengths are in pixels. `isBooking` means that the page is part of booking, so that
 * nothing that leads to a booking is shown. `hasOwnBar` means that the page already has a bar at its foot.
 */
export function shellAt(
  scrolled: number,
  viewport: number,
  width: number,
  { isBooking = false, hasOwnBar = false } = {},
): Shell {
  const isWide = width > timing.MOBILE_MAX_PX;
  const hasSpace = isWide && !isBooking;
  return {
    solid: scrolled > timing.NAV_SOLID_PX,
    bar: !isBooking && !hasOwnBar && scrolled > viewport * timing.STICKY_BAR_VIEWPORTS,
    mascot: hasSpace && scrolled > viewport * timing.MASCOT_VIEWPORTS,
    callout: hasSpace && scrolled > viewport * timing.CALLOUT_VIEWPORTS,
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

/** Returns whether a page has the light logo until it is scrolled. */
export const hasLightLogo = (path: string, flagged: boolean): boolean => flagged || lightPages.includes(path);

/** The number of sessions of a family's first pass (spec 2 §2). */
const SESSIONS = 6;

/** Returns the number of booked sessions, or 0 if the credits are unknown. */
export const bookedOf = (creditsRemaining: number | null): number =>
  creditsRemaining === null ? 0 : Math.max(0, SESSIONS - creditsRemaining);

/** Returns the look of the cart button, which is disabled if the cart is empty. */
export function cartButton(quantity: number): { disabled: boolean; label: string; badge: string } {
  if (!(quantity > 0)) return { disabled: true, label: 'Cart, empty', badge: '' };
  return {
    disabled: false,
    label: `Cart, ${quantity} ${quantity === 1 ? 'item' : 'items'}`,
    badge: String(quantity),
  };
}
