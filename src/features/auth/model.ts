const linkTypes = ['signup', 'magiclink', 'recovery', 'invite', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];

/** The link of an e-mail, which is used only when the visitor presses the button. */
export interface MailLink {
  tokenHash: string;
  type: LinkType;
  /** The address that the link signs in. A link that does not name it is never used. */
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
  | { name: 'new-password'; isNew: boolean }
  | { name: LinkableScreen }
  | { name: 'sent'; mail: SignInMail; email: string }
  | { name: 'confirm'; link: MailLink }
  /** The user confirmed a change of address at the current address, but not yet at the new one. */
  | { name: 'half-changed' }
  /** `orders` is the number of earlier guest orders that were added to the account. */
  | { name: 'arrived'; orders: number; path: string };

/**
 * Returns the path to return to. It must be an address of this site. A path such as `/..//host` would lead elsewhere,
 * so it is dropped.
 */
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
  const linkType = linkTypes.find((candidate) => candidate === type);
  return tokenHash && linkType ? { tokenHash, type: linkType, email } : null;
}

export const readShown = (show: string | null): LinkableScreen =>
  shown.find((screen) => screen === show) ?? 'sign-in';

/** What a user signs in with: an e-mail address or, if the project allows it, a phone number in E.164 format. */
export type Identity = { email: string } | { phone: string };
