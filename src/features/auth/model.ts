const linkTypes = ['signup', 'magiclink', 'recovery', 'invite', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];

/** The content of an e-mail's link; it is used only when the button is pressed. */
export interface MailLink {
  tokenHash: string;
  type: LinkType;
  /** The address that it signs in; without one the link is not used. */
  email: string;
}

export type SignInMail = 'signup' | 'magiclink' | 'recovery';

export const shown = [
  'sign-in',
  'sign-up',
  'forgotten',
  'link',
  'phone',
  'phone-sign-up',
  'organisation',
] as const;
export type LinkableScreen = (typeof shown)[number];

export type Screen =
  | { name: 'loading' | 'leaving' | 'factor' | 'account' }
  /** `isNew`: the account has no password, and may stay without one. */
  | { name: 'new-password'; isNew: boolean }
  | { name: LinkableScreen }
  | { name: 'sent'; mail: SignInMail; email: string }
  | { name: 'confirm'; link: MailLink }
  /** The current address has confirmed its change, but the new one has not. */
  | { name: 'half-changed' }
  /** Signed in, with the number of earlier orders that were added to the account. */
  | { name: 'arrived'; orders: number; path: string };

/** Only an address of this site is accepted; anything else is dropped, such as `/..//host`. */
export function returnPath(from: string | null, origin: string): string | null {
  if (!from?.startsWith('/') && !(origin && from?.startsWith(`${origin}/`))) return null;
  try {
    const target = new URL(from, origin);
    if (target.origin !== origin || target.pathname.startsWith('//')) return null;
    return target.pathname + target.search + target.hash;
  } catch {
    return null;
  }
}

export function readLink(tokenHash: string | null, type: string | null, email: string): MailLink | null {
  const known = linkTypes.find((one) => one === type);
  return tokenHash && known ? { tokenHash, type: known, email } : null;
}

export const readShown = (show: string | null): LinkableScreen =>
  shown.find((one) => one === show) ?? 'sign-in';

/** What identifies the user to the service: an e-mail address or, if the project allows it, a phone number in E.164. */
export type Identity = { email: string } | { phone: string };
