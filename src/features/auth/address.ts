import { takeFromFragment, takeSecret } from '#browser/address-secret.ts';
import { readText } from '#browser/text-storage.ts';
import * as signInKeys from '#config/sign-in-keys.ts';
import { readLink, readShown, type LinkableScreen } from './model.ts';
import type { AuthRequest } from './store.ts';

/**
 * Reads secrets and a prefilled address from the browser's address bar and removes them, so that they do not stay in
 * its history. A fragment is never sent to a server.
 */
export function readAddress(): AuthRequest {
  const fragment = takeGoogleFragment();
  const email = takeFromFragment('email') ?? '';
  const tokenHash = takeSecret('token_hash');
  const { searchParams: query } = new URL(location.href);
  return {
    from: query.get('from'),
    show: readShown(query.get('show')),
    link: readLink(tokenHash, query.get('type'), email),
    email,
    account: query.has('account') || query.has('staff'),
    staff: query.has('staff'),
    step: query.has('step'),
    again: query.has('again'),
    // The page of another provider sends the visitor back with a code or an error.
    returned: fragment !== '' || query.has('code') || query.has('error'),
    fragment,
  };
}

function takeGoogleFragment(): string {
  const { hash, pathname } = location;
  if (!/[#&]state=/.test(hash)) return '';
  history.replaceState(null, '', pathname + (readText(signInKeys.returnQuery) ?? ''));
  return hash;
}

/** Returns the path of a screen. The return path stays in the query, so that the new screen still leads to it. */
export function screenPath(show: LinkableScreen): string {
  const currentUrl = new URL(location.href);
  for (const name of ['show', 'type', 'account', 'staff', 'step', 'again'])
    currentUrl.searchParams.delete(name);
  if (show !== 'sign-in') currentUrl.searchParams.set('show', show);
  return currentUrl.pathname + currentUrl.search;
}

export const rememberScreen = (show: LinkableScreen): void => history.pushState(null, '', screenPath(show));

export const screenInAddress = (): LinkableScreen =>
  readShown(new URL(location.href).searchParams.get('show'));
