import * as timing from '#config/timing.ts';
import { chooserOf, type Kinds } from './chooser.ts';

/** When each popup opens (spec 1 §5, spec 2 §2, decisions "Mobile gate"). No DOM, no clock. */
export type PopupId =
  | 'welcome'
  | 'welcome-camps'
  | 'exit-intent'
  | 'exit-intent-camps'
  | 'mobile-gate'
  | 'birthday-intro'
  | 'whatsapp';

/** A campaign popup, by its document. */
export type CampaignId = `campaign-${string}`;

/** The exit offer of a page; null on pages for booking, legal texts and errors. */
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
  /** There is a cart, a chosen camp or a held place, so no popup may get in the way. */
  booking: boolean;
}

/** The popup that opens by itself and its delay after the page has loaded; at most one per page. */
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

/** The exit offer is shown once ever, and not to a user who is signed in or has begun a booking. */
export const mayHold = ({
  signedIn,
  hasBookingData,
  hasCart,
  mayInterrupt,
  alreadyShown,
}: VisitorState): boolean => mayInterrupt && !signedIn && !hasBookingData && !hasCart && !alreadyShown;

/** Whether a place is held now. The stored order may have any shape. */
export function isHeld(order: string | null, now: number): boolean {
  try {
    const stored: unknown = JSON.parse(order ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('heldUntil' in stored)) return false;
    return Date.parse(String(stored.heldUntil)) > now;
  } catch {
    return false;
  }
}

/** The pointer left the window at the top. */
export const leavesByPointer = (y: number): boolean => y <= timing.EXIT_POINTER_PX;

/** The page was scrolled up almost to its top. */
export const leavesByScroll = (before: number, now: number): boolean =>
  now < before && now < timing.EXIT_SCROLL_PX;
