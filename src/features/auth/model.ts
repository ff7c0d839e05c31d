/** Mails of the sign-in service whose link leads here (`supabase/templates`). */
const linkTypes = ['signup', 'magiclink', 'recovery', 'invite', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];

/** What a mail's link brings: nothing is done with it before somebody presses the button. */
export interface MailLink {
  tokenHash: string;
  type: LinkType;
  /** Whom it says it signs in; empty: it does not say, and is not used. */
  email: string;
}

/** Mails that are asked for here. */
export type AskedMail = 'signup' | 'magiclink' | 'recovery';

/** Screens with an address of their own (`?show=`). */
export const shown = ['sign-in', 'sign-up', 'forgotten', 'link'] as const;
export type Shown = (typeof shown)[number];

export type Screen =
  | { name: 'loading' | 'leaving' | 'factor' | 'account' }
  /** `isNew`: of an account that has none, and may go without one. */
  | { name: 'new-password'; isNew: boolean }
  | { name: Shown }
  | { name: 'sent'; mail: AskedMail; email: string }
  | { name: 'confirm'; link: MailLink }
  /** The current address agreed to its change; the new one has not yet. */
  | { name: 'half-changed' }
  /** Signed in, with so many earlier orders that are the account's now. */
  | { name: 'arrived'; orders: number; path: string };

/** The page that sent the visitor here. Only a place of this site: anything else is dropped, `/..//host` too. */
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

export const readShown = (show: string | null): Shown => shown.find((one) => one === show) ?? 'sign-in';

/** As the service takes it: an e-mail address, or where the project allows it a number in E.164. */
export type Identity = { email: string } | { phone: string };
