import { paths } from '../../config/paths.ts';
import { timing } from '../../config/timing.ts';

/** When which popup opens (spec 1 §5, spec 2 §2, decisions "Mobile gate"). Pure: no DOM, no clock. */
export type PopupId =
  | 'welcome'
  | 'welcome-camps'
  | 'exit-intent'
  | 'exit-intent-camps'
  | 'mobile-gate'
  | 'birthday-intro'
  | 'whatsapp';

const campPages: readonly string[] = [paths.camps, paths.campsAlias, paths.campsNew, paths.campsEpic];
const sellingPages: readonly string[] = [
  paths.home,
  paths.about,
  paths.birthdays,
  paths.passes,
  paths.teamPasses,
  paths.tryOut,
  paths.tryOutForKids,
  ...campPages,
];

/** `/camps/` is `/camps`. */
const plain = (path: string) => path.replace(/(?<=.)\/$/, '');

/** The chooser of a page: on camp pages it has its own variant. */
export const chooserOf = (path: string): PopupId =>
  [...campPages, paths.campsBook].includes(plain(path)) ? 'welcome-camps' : 'welcome';

/** The exit offer of a page; none where somebody books, reads terms or is lost. */
export function exitOf(path: string): 'exit-intent' | 'exit-intent-camps' | null {
  const page = plain(path);
  if (campPages.includes(page)) return 'exit-intent-camps';
  return sellingPages.includes(page) ? 'exit-intent' : null;
}

export interface Visitor {
  path: string;
  width: number;
  welcomeSeen: boolean;
  gateSeen: boolean;
  introSeen: boolean;
  /** A cart, a chosen camp, or a place that is held: nothing stands in the way back to it. */
  booking: boolean;
}

/** What opens by itself, and how long after the page has loaded; at most one a page. */
export function openingOf(visitor: Visitor): { id: PopupId; afterMs: number } | null {
  const page = plain(visitor.path);
  const mobile = visitor.width <= timing.MOBILE_MAX_PX;
  if (page === paths.birthdays && !visitor.introSeen)
    return { id: 'birthday-intro', afterMs: timing.INTRO_DELAY_MS };
  if (mobile)
    return page === paths.home && !visitor.gateSeen && !visitor.booking
      ? { id: 'mobile-gate', afterMs: timing.MOBILE_GATE_DELAY_MS }
      : null;
  if (!sellingPages.includes(page) || visitor.welcomeSeen) return null;
  return { id: chooserOf(page), afterMs: timing.WELCOME_DELAY_MS };
}

export interface Known {
  signedIn: boolean;
  hasBookingData: boolean;
  hasCart: boolean;
  alreadyShown: boolean;
}

/** Once ever, and not to whoever is already with us. */
export const mayHold = ({ signedIn, hasBookingData, hasCart, alreadyShown }: Known): boolean =>
  !signedIn && !hasBookingData && !hasCart && !alreadyShown;

/** A place is held until then; what the browser keeps of an order may be of any shape. */
export function isHeld(order: string | null, now: number): boolean {
  try {
    const kept: unknown = JSON.parse(order ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('heldUntil' in kept)) return false;
    return Date.parse(String(kept.heldUntil)) > now;
  } catch {
    return false;
  }
}

/** The pointer left the window upwards. */
export const leavesByPointer = (y: number): boolean => y <= timing.EXIT_POINTER_PX;

/** The page is scrolled up, and almost at its top. */
export const leavesByScroll = (before: number, now: number): boolean =>
  now < before && now < timing.EXIT_SCROLL_PX;
