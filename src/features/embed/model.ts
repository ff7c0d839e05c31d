/** The rules of the pages that partners show in a frame (decisions "A widget on a partner's site"). */

/** The name and version of the messages from our pages to the script on the partner's page. */
export const MESSAGE = 'partner-frame-1';

export interface HeightMessage {
  type: typeof MESSAGE;
  height: number;
}

/** Returns the theme that the address asks for, or the device's. */
export function themeOf(query: URLSearchParams): 'light' | 'dark' | 'system' {
  const theme = query.get('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

const isCampaign = (text: string | null): text is string => text !== null && /^[\w.-]{1,60}$/.test(text);

/** Returns the name of a campaign or of the partner's site, or an empty text if it is not a plain name. */
export const campaignOf = (text: string | null): string => (isCampaign(text) ? text : '');

/** Adds the campaign to an address of our own site. Other addresses do not change. */
export function withCampaign(href: string, campaign: string, origin: string): string {
  if (campaign === '' || !href.startsWith(`${origin}/`)) return href;
  const url = new URL(href);
  url.searchParams.set('utm_source', campaign);
  url.searchParams.set('utm_medium', 'embed');
  return url.href;
}
