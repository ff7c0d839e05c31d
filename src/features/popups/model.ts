import * as timing from '#config/timing.ts';
import { chooserOf, type Kinds } from './chooser.ts';

/** The popups. This module decides when each of them opens (spec 1 §5, spec 2 §2, decisions "Mobile gate"). */
export type PopupId =
  | 'welcome'
  | 'welcome-camps'
  | 'exit-intent'
  | 'exit-intent-camps'
  | 'mobile-gate'
  | 'birthday-intro'
  | 'whatsapp';

/** The id of a campaign's popup, which ends with the id of the campaign's document. */
export type CampaignId = `campaign-${string}`;

/** Returns the exit offer of a page. It is null for pages for booking, legal texts and errors. */
export function exitOf(page: Kinds): 'exit-intent' | 'exit-intent-camps' | null {
  if (!page.includes('sells')) return null;
  return page.includes('camps') ? 'exit-intent-camps' : 'exit-intent';
}

export interface Visitor {
  page: Kinds;
  width: number;
  welcomeSeen: boolean;
  gateSeen: boolean;
  introSeen: boolean;
  hasInteracted: boolean;
  /** True if the visitor has a cart, a chosen camp or a held spot. A popup must not interrupt them then. */
  booking: boolean;
}

/**
 * Returns the popup that opens automatically on a page. There is at most one. `afterMs` is its delay after the page
 * has loaded.
 */
export function findOpening(visitor: Visitor): { id: PopupId; afterMs: number } | null {
  const { page } = visitor;
  if (visitor.hasInteracted) return null;
  const mobile = visitor.width <= timing.MOBILE_MAX_PX;
  if (page.includes('intro') && !visitor.introSeen)
    return { id: 'birthday-intro', afterMs: timing.INTRO_DELAY_MS };
  if (mobile)
    return page.includes('gate') && !visitor.gateSeen && !visitor.booking
      ? { id: 'mobile-gate', afterMs: timing.MOBILE_GATE_DELAY_MS }
      : null;
  if (!page.includes('sells') || visitor.welcomeSeen) return null;
  return { id: chooserOf(page), afterMs: timing.WELCOME_DELAY_MS };
}

export interface VisitorState {
  signedIn: boolean;
  hasBookingData: boolean;
  hasCart: boolean;
  mayInterrupt: boolean;
  alreadyShown: boolean;
}

/**
 * Returns whether the exit offer may be shown. It is shown only once in a browser, and never to somebody who is signed
 * in or has begun a booking.
 */
export const mayShowExitOffer = ({
  signedIn,
  hasBookingData,
  hasCart,
  mayInterrupt,
  alreadyShown,
}: VisitorState): boolean => mayInterrupt && !signedIn && !hasBookingData && !hasCart && !alreadyShown;

/**
 * Returns whether spots are held. The stored order may have any shape, because an earlier version may have saved it.
 */
export function isHeld(order: string | null, now: number): boolean {
  try {
    const storedOrder: unknown = JSON.parse(order ?? 'null');
    if (typeof storedOrder !== 'object' || storedOrder === null || !('heldUntil' in storedOrder))
      return false;
    return Date.parse(String(storedOrder.heldUntil)) > now;
  } catch {
    return false;
  }
}

/** Returns whether the pointer left the window at the top. */
export const leavesByPointer = (y: number): boolean => y <= timing.EXIT_POINTER_PX;

/** Returns whether the page was scrolled up almost to its top. */
export const leavesByScroll = (before: number, now: number): boolean =>
  now < before && now < timing.EXIT_SCROLL_PX;
